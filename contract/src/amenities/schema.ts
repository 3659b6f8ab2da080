import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { instant, uuid } from '../schema.ts';

const clock = z.string().regex(/^\d\d:\d\d$/);
const day = z.iso.date();

/** From when to when on some days (1 is Monday); one that ends no later than it begins ends on the next day. */
const openRange = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1),
  from: clock,
  to: clock,
});

/** Something that students look for in a building. */
export const amenity = z
  .strictObject({
    id: z.string(),
    buildingId: z.string(),
    /** One of the campus's popular search terms. */
    kind: z.string(),
    /** `3`, or `B1` below ground. */
    floor: z.string(),
    spot: z.string(),
    /** Null as far as it is known: as its building is. Without a range it is closed. */
    hours: z.array(openRange).nullable(),
    /** Whether one gets there without a step; null where nobody knows. */
    stepFree: z.boolean().nullable(),
    source: z.string(),
    /** When somebody last found it there. */
    confirmedOn: day.nullable(),
    /** Since when it is not there any more. */
    goneOn: day.nullable(),
    /** Since when a picture says that it is gone, and nobody else that it is there. */
    doubtedOn: day.nullable(),
  })
  .meta({ id: 'Amenity' });
export type Amenity = z.output<typeof amenity>;

/** When a building is open: always (no days), or from one day to another, which wins. */
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

/** What a student says of an amenity. */
const amenityVoice = z
  .strictObject({
    amenityId: z.string(),
    there: z.boolean(),
    at: instant,
    /** False when the list changed since: it does not count for the next change. */
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
    output: z.strictObject({ voices: z.array(amenityVoice) }),
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
      /** An own upload that shows that it is gone; operators alone see it. */
      uploadId: uuid.nullable().optional(),
    }),
    output: z.strictObject({
      voice: amenityVoice,
      /** As it is now. */
      amenity,
      /** Whether it is one of the day: the same again is none. */
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
