import { z } from 'zod';

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
