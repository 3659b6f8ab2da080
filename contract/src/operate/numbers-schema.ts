import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { NUMBERS } from './rules.ts';

const day = z.iso.date();

/** What happened on each of the last 90 days of the campus, today included. */
export const numbers = z
  .strictObject({
    days: z.array(z.strictObject({ day, counts: z.record(z.enum(NUMBERS), z.int()) })),
  })
  .meta({ id: 'Numbers' });
export type Numbers = z.output<typeof numbers>;

const common = { access: 'operator', edition: 'official', status: 200 } as const;

/** How the service is used, without who uses it. To everybody but operators these calls do not exist. */
export const numbersEndpoints = {
  'GET /api/operate/numbers': {
    ...common,
    id: 'readNumbers',
    summary: 'What happened on each of the last 90 days of the campus.',
    output: numbers,
    problems: ['confirmation.required'],
  },
  'GET /api/operate/numbers/{kind}/plot': {
    ...common,
    id: 'drawNumbers',
    summary: 'One of these numbers as a drawing.',
    path: z.strictObject({ kind: z.enum(NUMBERS) }),
    stream: 'drawing',
    problems: ['confirmation.required'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
