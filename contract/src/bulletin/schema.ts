import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { idPath, instant, uuid } from '../schema.ts';

/** Written by the operator [EN-06]; its image stands at `EventImg/{id}.png`. */
export const event = z.strictObject({
  id: uuid,
  title: z.string(),
  body: z.string(),
  image: z.string().nullable(),
  createdAt: instant,
});
export type Event = z.output<typeof event>;

export const notice = event.omit({ image: true });
export type Notice = z.output<typeof notice>;

export const bulletinEndpoints = {
  'GET /api/events': {
    access: 'student',
    summary: 'Events, newest first.',
    status: 200,
    output: z.strictObject({ events: z.array(event) }),
    problems: ['session.required'],
  },
  'GET /api/events/{id}': {
    access: 'student',
    summary: 'One event.',
    status: 200,
    path: idPath,
    output: event,
    problems: ['session.required', 'resource.missing'],
  },
  'GET /api/notices': {
    access: 'student',
    summary: 'Notices, newest first.',
    status: 200,
    output: z.strictObject({ notices: z.array(notice) }),
    problems: ['session.required'],
  },
  'GET /api/notices/{id}': {
    access: 'student',
    summary: 'One notice.',
    status: 200,
    path: idPath,
    output: notice,
    problems: ['session.required', 'resource.missing'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
