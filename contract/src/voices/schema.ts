import { z } from 'zod';
import { buildingId } from '../campus/schema.ts';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { CROWDS } from './rules.ts';

const crowd = z.enum(CROWDS);

export const placeReports = z.strictObject({
  /** From two reports on; `split` if they contradict each other. */
  now: z.enum([...CROWDS, 'split']).optional(),
  /** Number of reports behind it. */
  n: z.int().optional(),
  /** Number of quiet reports, from two on. */
  quiet: z.int().optional(),
  /** Time of the newest of these, in minutes since 1970. */
  at: z.int().optional(),
  /** Usual level at this weekday and class period; absent if unknown. */
  usual: crowd.optional(),
});

/** Current crowd reports of all places, without authors; compact, as all open pages receive them. */
export const voices = z
  .strictObject({
    /** By building; those without data are absent. */
    places: z.record(z.string(), placeReports),
    /** Places with reports disabled, by the operator or a seat counter. */
    muted: z.array(z.string()),
  })
  .meta({ id: 'Voices' });
export type PlaceReports = z.output<typeof voices>;

const base = { access: 'user', edition: 'official' } as const;

export const crowdReportEndpoints = {
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
