import { isDay, parseDays, parseFloor } from '@madang/contract/amenities/rules';
import { ROOMS_MAX, TERM_DAYS_MAX, TIMETABLE_ROWS_MAX } from '@madang/contract/rooms/rules';
import { daysBetween, doOverlap, type TermClass } from '@madang/contract/rooms/timetable';
import { checkLine, type AmenityContext } from './parse-amenities.ts';
import { readRows, type ReportField, reportTwice } from './read-table.ts';
import { plainDay, plainDays, plainNumber, plainTime } from './spreadsheet.ts';

export const ROOM_COLUMNS = ['id', 'building', 'name', 'floor', 'seats', 'stepFree', 'source'] as const;
export const TIMETABLE_COLUMNS = ['room', 'building', 'weekday', 'from', 'to', 'first', 'last'] as const;
export const HOLIDAY_COLUMNS = ['from', 'to', 'name'] as const;

/** A row of `rooms.tsv`; what is not known is empty. */
export type CampusRoom = Record<(typeof ROOM_COLUMNS)[number], string>;
/** A row of `timetable.tsv`. */
export type CampusClass = Record<(typeof TIMETABLE_COLUMNS)[number], string>;
/** A row of `holidays.tsv`. */
export type CampusHoliday = Record<(typeof HOLIDAY_COLUMNS)[number], string>;

/** The building of each room that may be used; null where nobody can say. */
export type BuildingOfRoom = ReadonlyMap<string, string> | null;

const ID = /^[A-Za-z0-9-]{1,60}$/;
const FROM = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const TO = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
const EXAMPLE_DAY = 'such as 2026-03-02';

/** The rooms of a file, those with a mistake included: each is reported. Null for a file with other columns. */
export function parseRooms(text: string, context: AmenityContext): CampusRoom[] | null {
  const lineOfId = new Map<string, number>();
  const rows = readRows(text, ROOM_COLUMNS, ROOMS_MAX, context, {
    floor: plainNumber,
    seats: plainNumber,
  });
  for (const { cells, line, report } of rows ?? []) {
    const { id, building, name, floor, seats, stepFree, source } = cells;
    if (!ID.test(id)) report('id', `"${id}" is not 1 to 60 letters, digits or hyphens`);
    reportTwice('id', id, lineOfId, line, report);
    if (context.buildings && !context.buildings.has(building))
      report('building', `"${building}" is no building`);
    checkLine('name', name, report);
    checkLine('source', source, report);
    if (parseFloor(floor) === null) report('floor', `"${floor}" is no floor such as 3 or B1`);
    if (!/^(?:[1-9]\d{0,3})?$/.test(seats)) report('seats', `"${seats}" is no number from 1 to 9999`);
    if (!['yes', 'no', ''].includes(stepFree)) report('stepFree', `"${stepFree}" is none of yes, no`);
  }
  return rows && rows.map(({ cells }) => cells);
}

/**
 * The classes of a file, those with a mistake included: each is reported. Null for a file with other columns. Courses may share a
 * room, and weeks take turns in it, so classes at one time are warned of.
 */
export function parseTimetable(
  text: string,
  rooms: BuildingOfRoom,
  context: AmenityContext,
): CampusClass[] | null {
  const rows = readRows(text, TIMETABLE_COLUMNS, TIMETABLE_ROWS_MAX, context, {
    weekday: plainDays,
    from: plainTime,
    to: plainTime,
    first: plainDay,
    last: plainDay,
  });
  /** By room, month and weekday: what could be at the same time. */
  const earlier = new Map<string, { cells: TermClass; line: number }[]>();
  for (const { cells, line, report } of rows ?? []) {
    const { room, building, weekday, from, to, first, last } = cells;
    const own = rooms?.get(room);
    if (rooms && own === undefined) report('room', `"${room}" is no room that may be used`);
    else if (rooms && own !== building) report('building', `"${building}" is not the building of "${room}"`);
    const days = parseDays(weekday);
    if (days === null) report('weekday', `"${weekday}" is not such as mon, mon,wed or mon-fri`);
    if (!FROM.test(from)) report('from', `"${from}" is no time such as 09:00`);
    if (!TO.test(to)) report('to', `"${to}" is no time such as 10:15`);
    else if (to <= from) report('to', `"${to}" is not after ${from}`);
    if (!checkDays({ first, last }, report) || days === null) continue;
    const met: number[] = [];
    for (const key of monthsOf(first, last).flatMap((month) =>
      days.map((day) => `${room} ${month} ${day}`),
    )) {
      const others = earlier.get(key) ?? [];
      earlier.set(key, others);
      const other = others.find((one) => doOverlap(one.cells, cells));
      if (other) met.push(other.line);
      others.push({ cells, line });
    }
    if (met.length > 0) {
      const problem = `is at the same time as line ${Math.min(...met)}; the room is taken for both`;
      context.mistakes.warn(context.file, problem, { line, field: 'from' });
    }
  }
  const classes = rows && rows.map(({ cells }) => cells);
  return classes && context.mistakes.found.length === 0 ? separate(classes) : classes;
}

/**
 * Returns the same times as classes of which no two of a room have weekday, beginning and first day in common: the table has one row
 * for these. Of two such classes one ends with the term of the shorter one, and the rest of the longer one is a row of its own.
 */
function separate(classes: readonly CampusClass[]): CampusClass[] {
  const separated = new Map<string, CampusClass>();
  const queue = [...classes];
  for (const one of queue) {
    const key = [one.room, one.weekday, one.from, one.first].join(' ');
    const other = separated.get(key) ?? one;
    const [short, long] = other.last <= one.last ? [other, one] : [one, other];
    separated.set(key, short.to > long.to ? short : long);
    if (short.to > long.to && short.last < long.last) queue.push({ ...long, first: dayAfter(short.last) });
  }
  return [...separated.values()];
}

function dayAfter(day: string): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** The holidays of a file, those with a mistake included: each is reported. Null for a file with other columns. */
export function parseHolidays(text: string, context: AmenityContext): CampusHoliday[] | null {
  const lineOfDay = new Map<string, number>();
  const rows = readRows(text, HOLIDAY_COLUMNS, ROOMS_MAX, context, { from: plainDay, to: plainDay });
  for (const { cells, line, report } of rows ?? []) {
    const { from, to, name } = cells;
    checkDays({ from, to }, report);
    reportTwice('from', from, lineOfDay, line, report);
    checkLine('name', name, report);
  }
  return rows && rows.map(({ cells }) => cells);
}

/** The months from one day to another, as `2026-09`. */
function monthsOf(first: string, last: string): string[] {
  const months: string[] = [];
  const month = new Date(`${first.slice(0, 7)}-01`);
  for (; month.toISOString() <= `${last}Z`; month.setUTCMonth(month.getUTCMonth() + 1))
    months.push(month.toISOString().slice(0, 7));
  return months;
}

/** Two days by the names of their fields, both included: whether there is an end, near enough to be one. */
function checkDays(days: Readonly<Record<string, string>>, report: ReportField): boolean {
  const [[, begin], [field, end]] = Object.entries(days) as [[string, string], [string, string]];
  const wrong = Object.entries(days).filter(([, day]) => !isDay(day));
  for (const [name, day] of wrong) report(name, `"${day}" is no day ${EXAMPLE_DAY}`);
  if (wrong.length > 0) return false;
  if (end < begin) report(field, `is before ${begin}`);
  else if (daysBetween(begin, end) >= TERM_DAYS_MAX)
    report(field, `is more than ${TERM_DAYS_MAX} days from ${begin} on`);
  else return true;
  return false;
}
