import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { CROWDS } from '../voices/rules.ts';
import { PLACES } from './rules.ts';

const count = z.int().min(1).optional();
const crowd = z.enum(CROWDS).optional();

/** At most two facts, or one with its amenities' kind. */
const reason = z.strictObject({
  /** The current meal: main dish, price in won, and end. */
  meal: z.strictObject({ dish: z.string(), price: z.int().optional(), until: z.string() }).optional(),
  /** Rooms without a class. */
  rooms: count,
  /** Available amenities for the keyword, and the most frequent kind. */
  amenities: count,
  kind: z.string().optional(),
  /** Posts of its board with the keyword, of the last sixty days. */
  posts: count,
  /** Crowd reports, from two on. */
  crowd,
  quiet: count,
  /** Usual crowd at this time. */
  usual: crowd,
  /** Closing time, such as `23:00`. */
  open: z.string().optional(),
});

/** Recommended places now, computed every five minutes; does not reveal any author. */
const placesNow = z
  .strictObject({
    /** Time of the result in minutes since 1970; null if none or old. */
    at: z.int().nullable(),
    /** Index in `keywords` of the keyword to show first. */
    lead: z.int().min(0).nullable(),
    /** Best places by keyword, best first; keywords in the campus's order. */
    keywords: z.array(z.array(z.strictObject({ id: z.string(), name: z.string(), reason })).max(PLACES)),
  })
  .meta({ id: 'PlacesNow' });
export type PlacesNow = z.output<typeof placesNow>;

export const placesNowEndpoints = {
  'GET /api/places/now': {
    id: 'readPlacesNow',
    access: 'user',
    edition: 'official',
    summary: 'The best places now for each place keyword, and why.',
    status: 200,
    output: placesNow,
    shared: true,
    problems: [],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
