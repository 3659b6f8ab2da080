import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { address, idPath, instant, uuid } from '../schema.ts';

/** A post of the operator [EN-06]; its image is at `EventImg/{id}.png`. */
export const event = z
  .strictObject({
    id: uuid,
    title: z.string(),
    body: z.string(),
    image: address.nullable(),
    /** Small version for a slide; its address changes with the image. Null until generated. */
    poster: address.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Event' });
export type Event = z.output<typeof event>;

/** A notice; `image` is absent if it has none. */
export const notice = event
  .omit({ image: true, poster: true })
  .extend({ image: address.optional() })
  .meta({ id: 'Notice' });
export type Notice = z.output<typeof notice>;

export const bulletinEndpoints = {
  'GET /api/events': {
    id: 'listEvents',
    access: 'user',
    summary: 'Lists the events, newest first.',
    status: 200,
    output: z.strictObject({ events: z.array(event) }),
    shared: true,
    problems: [],
  },
  'GET /api/events/{id}': {
    id: 'readEvent',
    access: 'user',
    summary: 'Returns an event.',
    status: 200,
    path: idPath,
    output: event,
    shared: true,
    problems: [],
  },
  'GET /api/notices': {
    id: 'listNotices',
    access: 'user',
    summary: 'Lists the notices, newest first.',
    status: 200,
    output: z.strictObject({ notices: z.array(notice) }),
    shared: true,
    problems: [],
  },
  'GET /api/notices/{id}': {
    id: 'readNotice',
    access: 'user',
    summary: 'Returns a notice.',
    status: 200,
    path: idPath,
    output: notice,
    shared: true,
    problems: [],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
