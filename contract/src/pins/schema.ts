import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { address } from '../schema.ts';
import { PINS_MAX } from './rules.ts';

export const pin = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    /** Address of the building's picture on this site. */
    picture: address.nullable(),
  })
  .meta({ id: 'Pin' });
export type Pin = z.output<typeof pin>;

/** Pinned buildings, in the student's order; included in `GET /api/session`. */
export const pins = z.array(pin).max(PINS_MAX);

export const pinEndpoints = {
  'PUT /api/profile/pins': {
    id: 'pinBuildings',
    access: 'user',
    edition: 'official',
    summary:
      'Say which buildings are pinned to home, all of them in their order; saying it again changes nothing.',
    status: 200,
    body: z.strictObject({
      buildingIds: z.array(z.string().regex(/^[A-Za-z0-9-]{1,60}$/)).max(PINS_MAX),
    }),
    output: z.strictObject({ pins }),
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
