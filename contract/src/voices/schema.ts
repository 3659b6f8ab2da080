import { z } from 'zod';
import { buildingId } from '../campus/schema.ts';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { CROWDS } from './rules.ts';

const crowd = z.enum(CROWDS);

/** What students say of a place now. */
export const placeVoices = z.strictObject({
  /** From two voices on; `split` where they contradict each other. */
  now: z.enum([...CROWDS, 'split']).optional(),
  /** How many say it. */
  n: z.int().optional(),
  /** How many say that it is quiet, from two on. */
  quiet: z.int().optional(),
  /** When the newest of these was given, in minutes since 1970. */
  at: z.int().optional(),
  /** What it is like at this weekday and class period, where somebody knows. */
  usual: crowd.optional(),
});

/** What students say of all places now, in few letters: all open pages are told. Nothing of it tells who said it. */
export const voices = z
  .strictObject({
    /** By building; those of which nothing is known are left out. */
    places: z.record(z.string(), placeVoices),
    /** Places that no voices are taken of now, by order of the operator or since a system counts their seats. */
    muted: z.array(z.string()),
  })
  .meta({ id: 'Voices' });
export type PlaceVoices = z.output<typeof voices>;

const base = { access: 'user', edition: 'official' } as const;

export const voiceEndpoints = {
  'GET /api/voices': {
    ...base,
    id: 'readVoices',
    summary: 'How crowded and how quiet places are now, and usually at this time.',
    status: 200,
    output: voices,
    shared: true,
    problems: [],
  },
  'GET /api/voices/live': {
    ...base,
    id: 'followVoices',
    summary:
      'Server-sent events: `voices` with what `GET /api/voices` answers, at first and when it changed, three seconds apart at least.',
    status: 200,
    stream: 'events',
    problems: [],
  },
  'PUT /api/voices': {
    ...base,
    id: 'sayVoice',
    summary:
      'Say how a place is now. Within ten minutes it replaces what the student said of it; nothing said takes that back. It is stored without the student.',
    status: 204,
    body: z.strictObject({
      buildingId,
      crowd: crowd.nullable(),
      quiet: z.boolean().optional(),
    }),
    problems: ['right.required', 'writing.suspended', 'place.muted', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
