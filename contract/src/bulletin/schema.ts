import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
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
    summary: 'Lists the events, newest first.',
    output: z.strictObject({ events: z.array(event) }),
    shared: true,
  },
  'GET /api/events/{id}': {
    id: 'readEvent',
    summary: 'Returns an event.',
    path: idPath,
    output: event,
    shared: true,
  },
  'GET /api/notices': {
    id: 'listNotices',
    summary: 'Lists the notices, newest first.',
    output: z.strictObject({ notices: z.array(notice) }),
    shared: true,
  },
  'GET /api/notices/{id}': {
    id: 'readNotice',
    summary: 'Returns a notice.',
    path: idPath,
    output: notice,
    shared: true,
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
