import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { instant, uuid } from '../schema.ts';

const clock = z.string().regex(/^\d\d:\d\d$/);
const day = z.iso.date();

/** Opening hours on weekdays (1 is Monday). An earlier or equal end is the next day. */
const openRange = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1),
  from: clock,
  to: clock,
});

/** A facility in a building, such as a printer. */
export const amenity = z
  .strictObject({
    id: z.string(),
    buildingId: z.string(),
    /** One of the popular search terms of the campus. */
    kind: z.string(),
    /** `3`, or `B1` for a basement. */
    floor: z.string(),
    spot: z.string(),
    /** Null: follows its building, if its hours are known. Empty: closed. */
    hours: z.array(openRange).nullable(),
    /** Whether it is reachable without steps; null if unknown. */
    stepFree: z.boolean().nullable(),
    source: z.string(),
    /** Day on which a student last confirmed it. */
    confirmedOn: day.nullable(),
    /** Day since which it no longer exists. */
    goneOn: day.nullable(),
    /** Day since a picture shows it missing, unconfirmed by others. */
    doubtedOn: day.nullable(),
  })
  .meta({ id: 'Amenity' });
export type Amenity = z.output<typeof amenity>;

/** A building's opening hours: usual, or for dates, which override them. */
export const buildingHours = z
  .strictObject({
    buildingId: z.string(),
    from: day.nullable(),
    to: day.nullable(),
    hours: z.array(openRange),
    source: z.string(),
  })
  .meta({ id: 'BuildingHours' });
export type BuildingHours = z.output<typeof buildingHours>;

/** A student's vote on an amenity. */
const amenityReport = z
  .strictObject({
    amenityId: z.string(),
    there: z.boolean(),
    at: instant,
    /** False if the list changed since: the vote no longer counts. */
    counts: z.boolean(),
  })
  .meta({ id: 'AmenityVoice' });

const amenityPath = z.strictObject({ amenityId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) });

export const amenityEndpoints = {
  'GET /api/amenities/voices': {
    id: 'listAmenityVoices',
    access: 'user',
    edition: 'official',
    summary: 'What the user said of amenities in the last month, the newest first.',
    status: 200,
    output: z.strictObject({ voices: z.array(amenityReport) }),
    problems: [],
  },
  'PUT /api/amenities/{amenityId}/voice': {
    id: 'sayAmenityVoice',
    access: 'user',
    edition: 'official',
    summary:
      'Say whether an amenity is there. Three students who agree change the list; a picture that it is gone says so at once.',
    status: 200,
    path: amenityPath,
    body: z.strictObject({
      there: z.boolean(),
      /** The user's own upload that shows it missing; for operators only. */
      uploadId: uuid.nullable().optional(),
    }),
    output: z.strictObject({
      voice: amenityReport,
      amenity,
      /** Whether the vote counted; not if repeated on one day. */
      counted: z.boolean(),
    }),
    problems: ['resource.missing', 'right.required', 'writing.suspended', 'upload.used', 'limit.reached'],
  },
  'DELETE /api/amenities/{amenityId}/voice': {
    id: 'takeBackAmenityVoice',
    access: 'user',
    edition: 'official',
    summary: 'Take back what the user said of an amenity, and its picture; what the list became by it stays.',
    status: 200,
    path: amenityPath,
    output: z.strictObject({ amenity }),
    problems: ['resource.missing', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
