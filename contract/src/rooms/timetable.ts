import { parseDays } from '../amenities/rules.ts';

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
export interface Holiday {
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
