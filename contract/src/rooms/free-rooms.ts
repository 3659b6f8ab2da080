import { campusDay, hoursOfBuilding, minutesOf, openState } from '../amenities/open-hours.ts';
import type { BuildingHours } from '../amenities/schema.ts';
import type { Room, RoomsToday } from './schema.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 1_440;

/** A room without a class, and why that ends. */
export interface FreeRoom {
  room: Room;
  /** Example: `14:00`; the end of the day is `24:00`. */
  until: string;
  ends: 'class' | 'closing' | 'day';
}

/** Returns free rooms in open buildings at a `campusClock`, longest first; empty if unknown. */
export function freeRooms(
  { day, rooms }: RoomsToday,
  hours: readonly BuildingHours[],
  clock: number,
): FreeRoom[] {
  if (day !== campusDay(clock)) return [];
  const now = Math.floor(clock / MINUTE) % DAY_MINUTES;
  const closing = new Map<string, number | null>();
  const closesAt = (id: string) => {
    const known = closing.get(id);
    if (known !== undefined) return known;
    const found = findClosing(hours, id, clock, now);
    closing.set(id, found);
    return found;
  };
  return rooms
    .flatMap((room) => freeUntil(room, closesAt(room.buildingId), now) ?? [])
    .toSorted((one, other) => (one.until > other.until ? -1 : Number(one.until < other.until)));
}

/** Returns the closing minute; Infinity if later than today or unknown; null if closed. */
function findClosing(
  hours: readonly BuildingHours[],
  buildingId: string,
  clock: number,
  now: number,
): number | null {
  const state = openState(hoursOfBuilding(hours, buildingId), clock);
  if (!state || state.is === 'always') return Infinity;
  if (state.is !== 'until') return null;
  const at = minutesOf(state.at);
  return at > now ? at : Infinity;
}

function freeUntil(room: Room, closing: number | null, now: number): FreeRoom | null {
  if (closing === null) return null;
  const times = room.classes.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }));
  if (times.some(({ from, to }) => from <= now && now < to)) return null;
  const next = Math.min(...times.filter(({ from }) => from > now).map(({ from }) => from));
  const end = Math.min(next, closing);
  if (end === Infinity) return { room, until: '24:00', ends: 'day' };
  return { room, until: timeOf(end), ends: next <= closing ? 'class' : 'closing' };
}

function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
