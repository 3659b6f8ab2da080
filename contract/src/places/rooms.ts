import type { Room, RoomsToday } from './schema.ts';
import { type BuildingHours, campusDay, hoursOfBuilding, minutesOf, openState } from './open-hours.ts';
import { parseDays } from './amenities.ts';

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

/** Number of reporting students that hides a locked room for the day. */
export const LOCKED_HIDES = 2;
/** Reports in {@link LOCKED_DAYS} days that add an audit entry: an operator must check. */
export const LOCKED_REPORTS = 5;
/** Days until a student's report of a locked door is deleted. */
export const LOCKED_DAYS = 7;
/** Maximum days of a term; longer means a wrong year. */
export const TERM_DAYS_MAX = 200;
/** Maximum rooms, as every client loads all of them. */
export const ROOMS_MAX = 1_000;
/** Maximum rows: thirty classes a week in 600 rooms. */
export const TIMETABLE_ROWS_MAX = 20_000;

const DAY = 86_400_000;

/** A weekly class, from the first to the last day. */
export interface TermClass {
  room: string;
  /** Examples: `mon,wed`, `mon-fri`. */
  weekday: string;
  /** Example: `09:00`. */
  from: string;
  to: string;
  /** Example: `2026-09-01`; both days are included. */
  first: string;
  last: string;
}

/** Days without classes, both included. */
interface Holiday {
  from: string;
  to: string;
}

/** Whether a timetable covers a day: between terms, classes are unknown. */
export function isInTerm(timetable: readonly Pick<TermClass, 'first' | 'last'>[], day: string): boolean {
  return timetable.some(({ first, last }) => first <= day && day <= last);
}

/** Returns the classes of a day, earliest first; empty on a holiday. */
export function classesOn<Class extends TermClass>(
  timetable: readonly Class[],
  holidays: readonly Holiday[],
  day: string,
): Class[] {
  if (holidays.some(({ from, to }) => from <= day && day <= to)) return [];
  // A calendar day, independent of the time zone.
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return timetable
    .filter(({ first, last }) => first <= day && day <= last)
    .filter((one) => parseDays(one.weekday)?.includes(weekday))
    .toSorted((one, other) => (one.from < other.from ? -1 : Number(one.from > other.from)));
}

/** Merges a room's overlapping classes, sorted by start, into periods. */
export function timesOf(classes: readonly Pick<TermClass, 'from' | 'to'>[]): { from: string; to: string }[] {
  const times: { from: string; to: string }[] = [];
  for (const { from, to } of classes) {
    const before = times.at(-1);
    if (!before || before.to <= from) times.push({ from, to });
    else if (before.to < to) before.to = to;
  }
  return times;
}

/** Whether two classes need one room at the same time on a common day. */
export function doOverlap(one: TermClass, other: TermClass): boolean {
  if (one.room !== other.room || one.to <= other.from || other.to <= one.from) return false;
  const first = one.first > other.first ? one.first : other.first;
  const last = one.last < other.last ? one.last : other.last;
  if (last < first) return false;
  const days = parseDays(one.weekday)?.filter((day) => parseDays(other.weekday)?.includes(day)) ?? [];
  const begins = new Date(first).getUTCDay() || 7;
  return days.some((day) => (day - begins + 7) % 7 <= daysBetween(first, last));
}

/** Returns the number of days from the first to the last day. */
export function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY;
}
