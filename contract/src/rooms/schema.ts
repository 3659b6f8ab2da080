import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';

const time = z.string().regex(/^\d\d:\d\d$/);

/** A room that students may use while it has no class. */
const room = z
  .strictObject({
    id: z.string(),
    buildingId: z.string(),
    name: z.string(),
    /** `3`, or `B1` for a basement. */
    floor: z.string(),
    /** Null if unknown. */
    seats: z.int().nullable(),
    /** Whether it is reachable without steps; null if unknown. */
    stepFree: z.boolean().nullable(),
    source: z.string(),
    /** Classes of the day, earliest first. */
    classes: z.array(z.strictObject({ from: time, to: time })),
  })
  .meta({ id: 'Room' });
export type Room = z.output<typeof room>;

const roomsToday = z.strictObject({
  /** Campus day of all the data. */
  day: z.iso.date(),
  /** By building and id. Empty outside a term; without locked rooms. */
  rooms: z.array(room),
});
export type RoomsToday = z.output<typeof roomsToday>;

export const roomEndpoints = {
  'GET /api/rooms': {
    id: 'listRooms',
    access: 'user',
    edition: 'official',
    summary: 'The rooms that may be used and their classes of today. Nothing of any student.',
    status: 200,
    output: roomsToday,
    shared: true,
    problems: [],
  },
  'PUT /api/rooms/{roomId}/locked': {
    id: 'sayRoomLocked',
    access: 'user',
    edition: 'official',
    summary:
      'Say that a room is locked today. Two students hide it for the day; saying it again changes nothing.',
    status: 200,
    path: z.strictObject({ roomId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) }),
    output: z.strictObject({
      /** Whether it is hidden for the rest of the day. */
      hidden: z.boolean(),
    }),
    problems: ['resource.missing', 'right.required', 'writing.suspended', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
