import { formatDateTime } from '../time/rules.ts';
import { formatHours, type OpenRange } from './rules.ts';
import type { Amenity, BuildingHours } from './schema.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The ranges of a day such as `2026-03-02`: none where it is closed, null where nobody knows. */
export type HoursOf = (day: string) => OpenRange[] | null;

/**
 * Whether something is open: `always` where it does not close within a day, `until` a time, `opens` at one later today,
 * `closed` where it was open today, or on `closedDay`; these say when it opens next.
 */
export type OpenState =
  | { is: 'always' }
  | { is: 'closed' | 'closedDay'; next?: Opening }
  | { is: 'until' | 'opens'; /** As `23:00`; midnight is `24:00`. */ at: string };

/** When something opens on another day: so many days later, as `2026-03-02` and `08:00`. */
export interface Opening {
  later: number;
  day: string;
  at: string;
}

/** How many days ahead an opening is looked for. */
const AHEAD = 14;

/** What the clocks of a campus say, to the minute, in milliseconds as if they said it in UTC: its days have 24 hours. */
export function campusClock(instant: number, timeZone: string): number {
  const [day = '', time = ''] = formatDateTime(new Date(instant), timeZone).split(' ');
  return Date.parse(`${day.replaceAll('/', '-')}T${time}Z`);
}

/** The day of a {@link campusClock}, some days later. */
export function campusDay(clock: number, later = 0): string {
  return new Date(clock + later * DAY).toISOString().slice(0, 10);
}

/** What holds for a building on a day: days that are named win over always. Null where nobody knows. */
export function hoursOn(
  hours: readonly BuildingHours[],
  buildingId: string,
  day: string,
): BuildingHours | null {
  const own = hours.filter((one) => one.buildingId === buildingId);
  const named = own.find(({ from, to }) => from !== null && to !== null && from <= day && day <= to);
  return named ?? own.find(({ from }) => from === null) ?? null;
}

/** The named days of a building that begin next, within so many days after this one. */
export function comingHours(
  hours: readonly BuildingHours[],
  buildingId: string,
  clock: number,
  within: number,
): BuildingHours | null {
  const first = (one: BuildingHours) => one.from ?? '';
  const [next] = hours
    .filter((one) => one.buildingId === buildingId)
    .filter((one) => first(one) > campusDay(clock) && first(one) <= campusDay(clock, within))
    .toSorted((one, other) => (first(one) < first(other) ? -1 : 1));
  return next ?? null;
}

/** When a building is open. */
export function hoursOfBuilding(hours: readonly BuildingHours[], buildingId: string): HoursOf {
  return (day) => hoursOn(hours, buildingId, day)?.hours ?? null;
}

/**
 * When an amenity is to be had: as it says itself, or as its building is open. One that only repeats the usual hours of its building
 * follows it on named days. On days that the building is closed by name, nothing of it is to be had.
 */
export function hoursOfAmenity(
  { buildingId, hours: own }: Pick<Amenity, 'buildingId' | 'hours'>,
  hours: readonly BuildingHours[],
): HoursOf {
  const usual = hours.find((one) => one.buildingId === buildingId && one.from === null);
  const follows = !own || (usual !== undefined && formatHours(own) === formatHours(usual.hours));
  return (day) => {
    const building = hoursOn(hours, buildingId, day);
    const isClosed = building !== null && building.from !== null && building.hours.length === 0;
    if (isClosed) return [];
    return follows ? (building?.hours ?? own) : own;
  };
}

/** What is said of something at a {@link campusClock}; null where nobody knows. */
export function openState(hoursOf: HoursOf, clock: number): OpenState | null {
  const midnight = Math.floor(clock / DAY) * DAY;
  const today = hoursOf(campusDay(clock));
  if (!today) return null;
  // What began yesterday may last until today, and what begins tomorrow may go on from it.
  const periods = [-DAY, 0, DAY]
    .flatMap((later) => periodsOf(hoursOf, midnight + later))
    .toSorted((one, other) => one.from - other.from);
  let end = clock;
  for (const { from, to } of periods) if (from <= end) end = Math.max(end, to);
  if (end >= clock + DAY) return { is: 'always' };
  if (end > clock) return { is: 'until', at: end % DAY === 0 ? '24:00' : timeOf(end) };
  const next = periods.find(({ from }) => from > clock && from < midnight + DAY);
  if (next) return { is: 'opens', at: timeOf(next.from) };
  const opening = nextOpening(hoursOf, midnight);
  return { is: today.some(holdsOn(midnight)) ? 'closed' : 'closedDay', ...(opening && { next: opening }) };
}

/** The first opening on a later day; null where none is known. */
function nextOpening(hoursOf: HoursOf, midnight: number): Opening | null {
  for (let later = 1; later <= AHEAD; later += 1) {
    const begins = periodsOf(hoursOf, midnight + later * DAY).map(({ from }) => from);
    if (begins.length > 0) return { later, day: campusDay(midnight, later), at: timeOf(Math.min(...begins)) };
  }
  return null;
}

/** Whether it is open; not where nobody knows. */
export function isOpen(state: OpenState | null): boolean {
  return state?.is === 'always' || state?.is === 'until';
}

/** The ranges that hold on the day of a {@link campusClock}, as they are said; null where nobody knows. */
export function rangesOn(hoursOf: HoursOf, clock: number): Pick<OpenRange, 'from' | 'to'>[] | null {
  return hoursOf(campusDay(clock))?.filter(holdsOn(clock)) ?? null;
}

/** Whether a range holds on the weekday of a clock: a day of 24 hours, so UTC knows it. */
function holdsOn(clock: number): (range: OpenRange) => boolean {
  const weekday = new Date(clock).getUTCDay() || 7;
  return ({ days }) => days.includes(weekday);
}

/** When it is open from what begins on one day: a range that ends no later than it begins ends on the next. */
function periodsOf(hoursOf: HoursOf, midnight: number): { from: number; to: number }[] {
  const ranges = hoursOf(campusDay(midnight))?.filter(holdsOn(midnight)) ?? [];
  return ranges.map(({ from, to }) => ({
    from: midnight + minutesOf(from) * MINUTE,
    to: midnight + minutesOf(to) * MINUTE + (to <= from ? DAY : 0),
  }));
}

/** The minutes since midnight of `09:30`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The time of a {@link campusClock}, as `09:30`. */
export function timeOf(clock: number): string {
  return new Date(clock).toISOString().slice(11, 16);
}
