import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { CROWDS } from '../voices/rules.ts';
import { PLACES } from './rules.ts';

const count = z.int().min(1).optional();
const crowd = z.enum(CROWDS).optional();

/** Facts, not sentences: at most two of them, or one with the kind of its amenities. */
const reason = z.strictObject({
  /** The meal that is served there now: main dish, price in won if known, and its end. */
  meal: z.strictObject({ dish: z.string(), price: z.int().optional(), until: z.string() }).optional(),
  /** Rooms without a class. */
  rooms: count,
  /** Amenities that answer the keyword and are to be had, and the kind of most of them. */
  amenities: count,
  kind: z.string().optional(),
  /** Posts of its board with the keyword, of the last sixty days. */
  posts: count,
  /** What voices say, from two on. */
  crowd,
  quiet: count,
  /** What it is usually like at this time. */
  usual: crowd,
  /** When it closes, as `23:00`. */
  open: z.string().optional(),
});

/** Where to go now, found every five minutes. Nothing of it tells who said or wrote something. */
const placesNow = z
  .strictObject({
    /** When this was found, in minutes since 1970; null where nothing was, or too long ago. */
    at: z.int().nullable(),
    /** The keyword to show first, as its place in `keywords`. */
    lead: z.int().min(0).nullable(),
    /** By keyword, in the campus's order: its best places, the best one first. */
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
