import { formatDateTime } from '../time/rules.ts';
import { formatHours, type OpenRange } from './amenities.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** A building's opening hours: usual, or for dates, which override them. */
export interface BuildingHours {
  buildingId: string;
  from: string | null;
  to: string | null;
  hours: OpenRange[];
  source: string;
}

/** Returns a day's ranges: empty if closed, null if unknown. */
export type HoursOf = (day: string) => OpenRange[] | null;

/** State of an opening. `always`: not within a day. `opens`: later today. `closed`: was open today. `closedDay`: was not. */
export type OpenState =
  | { is: 'always' }
  | { is: 'closed' | 'closedDay'; next?: Opening }
  | { is: 'until' | 'opens'; /** Example: `23:00`; midnight is `24:00`. */ at: string };

/** Opening on another day: days from now, date, and local time. */
export interface Opening {
  later: number;
  day: string;
  at: string;
}

const AHEAD = 14;

/** Returns local campus time to the minute, as milliseconds of a 24-hour UTC day. */
export function campusClock(instant: number, timeZone: string): number {
  const [day = '', time = ''] = formatDateTime(new Date(instant), timeZone).split(' ');
  return Date.parse(`${day.replaceAll('/', '-')}T${time}Z`);
}

/** Returns the day of a {@link campusClock}, `later` days ahead. */
export function campusDay(clock: number, later = 0): string {
  return new Date(clock + later * DAY).toISOString().slice(0, 10);
}

/** Returns a building's hours on a day, or null. Dated hours override usual ones. */
export function hoursOn(
  hours: readonly BuildingHours[],
  buildingId: string,
  day: string,
): BuildingHours | null {
  const own = hours.filter((one) => one.buildingId === buildingId);
  const named = own.find(({ from, to }) => from !== null && to !== null && from <= day && day <= to);
  return named ?? own.find(({ from }) => from === null) ?? null;
}

/** Returns a building's next dated hours that start within `within` days after today. */
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

/** Returns the opening hours of a building by day. */
export function hoursOfBuilding(hours: readonly BuildingHours[], buildingId: string): HoursOf {
  return (day) => hoursOn(hours, buildingId, day)?.hours ?? null;
}

/**
 * Returns an amenity's hours by day. Dated building hours apply unless its own differ from the usual; closures always
 * apply.
 */
export function hoursOfAmenity(
  { buildingId, hours: own }: { buildingId: string; hours: OpenRange[] | null },
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

/** Returns the state at a {@link campusClock}; null if the hours are unknown. */
export function openState(hoursOf: HoursOf, clock: number): OpenState | null {
  const midnight = Math.floor(clock / DAY) * DAY;
  const today = hoursOf(campusDay(clock));
  if (!today) return null;
  // Yesterday's range may last until today, and tomorrow's may continue today's.
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

/** Returns the first opening on a later day; null if none is known. */
function nextOpening(hoursOf: HoursOf, midnight: number): Opening | null {
  for (let later = 1; later <= AHEAD; later += 1) {
    const begins = periodsOf(hoursOf, midnight + later * DAY).map(({ from }) => from);
    if (begins.length > 0) return { later, day: campusDay(midnight, later), at: timeOf(Math.min(...begins)) };
  }
  return null;
}

/** Whether the state is open; false if unknown. */
export function isOpen(state: OpenState | null): boolean {
  return state?.is === 'always' || state?.is === 'until';
}

/** Returns the ranges of the day of a {@link campusClock}; null if unknown. */
export function rangesOn(hoursOf: HoursOf, clock: number): Pick<OpenRange, 'from' | 'to'>[] | null {
  return hoursOf(campusDay(clock))?.filter(holdsOn(clock)) ?? null;
}

/** Whether a range applies on the weekday of a clock, read as UTC. */
function holdsOn(clock: number): (range: OpenRange) => boolean {
  const weekday = new Date(clock).getUTCDay() || 7;
  return ({ days }) => days.includes(weekday);
}

/** Returns the periods that begin on a day; an earlier end is the next day. */
function periodsOf(hoursOf: HoursOf, midnight: number): { from: number; to: number }[] {
  const ranges = hoursOf(campusDay(midnight))?.filter(holdsOn(midnight)) ?? [];
  return ranges.map(({ from, to }) => ({
    from: midnight + minutesOf(from) * MINUTE,
    to: midnight + minutesOf(to) * MINUTE + (to <= from ? DAY : 0),
  }));
}

/** Returns the minutes since midnight of a time such as `09:30`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns the time of a {@link campusClock}, such as `09:30`. */
export function timeOf(clock: number): string {
  return new Date(clock).toISOString().slice(11, 16);
}
