import { isDay, parseDays, parseFloor, parseHours } from '@madang/contract/places/amenities';
import {
  CORNER_MAX,
  DISH_MAX,
  isMealDay,
  MEAL_ROWS_MAX,
  MEALS,
  PRICE_MAX,
} from '@madang/contract/places/meals';
import {
  daysBetween,
  doOverlap,
  ROOMS_MAX,
  TERM_DAYS_MAX,
  type TermClass,
  TIMETABLE_ROWS_MAX,
} from '@madang/contract/places/rooms';
import { isBlank, normalizeText } from '@madang/contract/text/rules';
import {
  type Mistakes,
  plainDay,
  plainDays,
  plainHours,
  plainNumber,
  plainTime,
  readRows,
  type ReportField,
  reportTwice,
} from './table.ts';

export const AMENITY_COLUMNS = [
  'id',
  'building',
  'kind',
  'floor',
  'spot',
  'hours',
  'stepFree',
  'source',
  'confirmed',
  'gone',
] as const;
export const HOURS_COLUMNS = ['building', 'from', 'to', 'hours', 'source'] as const;

/** A row of `amenities.tsv`; unknown values are empty. */
export type CampusAmenity = Record<(typeof AMENITY_COLUMNS)[number], string>;
/** A row of `hours.tsv`: usual hours, or hours for a date range. */
export type CampusHours = Record<(typeof HOURS_COLUMNS)[number], string>;

export interface AmenityContext {
  file: string;
  /** Ids of the buildings; null if unknown. */
  buildings: ReadonlySet<string> | null;
  mistakes: Mistakes;
}

const ID = /^[A-Za-z0-9-]{1,60}$/;
const LINE_MAX = 80;
/** Every client stores all of them. */
const ROWS_MAX = 1_000;

/** Parses amenities; includes rows with mistakes. Null if the columns differ. */
export function parseAmenities(
  text: string,
  kinds: readonly string[] | null,
  context: AmenityContext,
): CampusAmenity[] | null {
  const lineOfId = new Map<string, number>();
  const rows = readRows(text, AMENITY_COLUMNS, ROWS_MAX, context, {
    floor: plainNumber,
    hours: plainHours,
    confirmed: plainDay,
    gone: plainDay,
  });
  for (const { cells, line, report } of rows ?? []) {
    const { id, kind, floor, hours, stepFree, confirmed, gone } = cells;
    if (!ID.test(id)) report('id', `"${id}" is not 1 to 60 letters, digits or hyphens`);
    reportTwice('id', id, lineOfId, line, report);
    checkBuilding(cells.building, context, report);
    if (kinds && !kinds.includes(kind)) report('kind', `"${kind}" is none of ${kinds.join(', ')}`);
    if (parseFloor(floor) === null) report('floor', `"${floor}" is no floor such as 3 or B1`);
    checkLine('spot', cells.spot, report);
    checkLine('source', cells.source, report);
    if (hours !== '') checkHours(hours, report);
    if (!['yes', 'no', ''].includes(stepFree)) report('stepFree', `"${stepFree}" is none of yes, no`);
    for (const [field, day] of Object.entries({ confirmed, gone }))
      if (day !== '' && !isDay(day)) report(field, `"${day}" is no day such as 2026-03-02`);
  }
  return rows && rows.map(({ cells }) => cells);
}

/** Parses opening hours; includes rows with mistakes. Null if the columns differ. */
export function parseOpeningHours(text: string, context: AmenityContext): CampusHours[] | null {
  const rows = readRows(text, HOURS_COLUMNS, ROWS_MAX, context, {
    from: plainDay,
    to: plainDay,
    hours: plainHours,
  });
  rows?.forEach(({ cells, report }, index) => {
    const { building, from, to, hours } = cells;
    checkBuilding(building, context, report);
    checkLine('source', cells.source, report);
    checkHours(hours, report);
    for (const [field, day] of Object.entries({ from, to }))
      if (!isDay(day) && (day !== '' || from !== to)) report(field, `"${day}" is no day such as 2026-03-02`);
    if (to < from) report('to', `is before ${from}`);
    const other = rows
      .slice(0, index)
      .find(
        ({ cells: one }) =>
          one.building === building &&
          (from === '') === (one.from === '') &&
          one.from <= to &&
          from <= one.to,
      );
    if (other) report('from', `has days in common with line ${other.line}`);
  });
  return rows && rows.map(({ cells }) => cells);
}

function checkBuilding(id: string, { buildings }: AmenityContext, report: ReportField): void {
  if (buildings && !buildings.has(id)) report('building', `"${id}" is no building`);
}

function checkHours(hours: string, report: ReportField): void {
  if (parseHours(hours) === null)
    report('hours', `"${hours}" is not such as mon-fri 09:00-18:00; sat 10:00-14:00, or closed`);
}

/** Reports text that is not one line in its stored form. */
export function checkLine(field: string, text: string, report: ReportField): void {
  if (isBlank(text)) report(field, 'is empty');
  else if (text !== text.trim()) report(field, 'starts or ends with a space');
  else if (text !== normalizeText(text) || /\p{Cc}/u.test(text))
    report(field, 'has letters that are not stored as they are');
  else if (text.length > LINE_MAX) report(field, `is longer than ${LINE_MAX} letters`);
}

export const ROOM_COLUMNS = ['id', 'building', 'name', 'floor', 'seats', 'stepFree', 'source'] as const;
export const TIMETABLE_COLUMNS = ['room', 'building', 'weekday', 'from', 'to', 'first', 'last'] as const;
export const HOLIDAY_COLUMNS = ['from', 'to', 'name'] as const;

/** A row of `rooms.tsv`; unknown values are empty. */
export type CampusRoom = Record<(typeof ROOM_COLUMNS)[number], string>;
export type CampusClass = Record<(typeof TIMETABLE_COLUMNS)[number], string>;
export type CampusHoliday = Record<(typeof HOLIDAY_COLUMNS)[number], string>;

/** Building of each usable room; null if unknown. */
export type BuildingOfRoom = ReadonlyMap<string, string> | null;

const FROM = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const TO = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
const EXAMPLE_DAY = 'such as 2026-03-02';

/** Parses rooms; includes rows with mistakes. Null if the columns differ. */
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

/** Parses classes; includes rows with mistakes. Null if columns differ. Warns of overlaps: courses may share a room. */
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
  /** Possible overlaps, by room, month and weekday. */
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
  return classes && context.mistakes.found.length === 0 ? separateClasses(classes) : classes;
}

/** Returns the same times with unique room, weekday, start and first day, the table's key. */
export function separateClasses(classes: readonly CampusClass[]): CampusClass[] {
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

/** Parses holidays; includes rows with mistakes. Null if the columns differ. */
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

/** Returns the months from one day to another, such as `2026-09`. */
function monthsOf(first: string, last: string): string[] {
  const months: string[] = [];
  const month = new Date(`${first.slice(0, 7)}-01`);
  for (; month.toISOString() <= `${last}Z`; month.setUTCMonth(month.getUTCMonth() + 1))
    months.push(month.toISOString().slice(0, 7));
  return months;
}

/** Whether two days, both included, form a valid range; reports mistakes. */
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

export const MEAL_COLUMNS = [
  'cafeteria',
  'day',
  'meal',
  'corner',
  'dish',
  'price',
  'from',
  'to',
  'source',
] as const;

/** A row of a file of meals; unknown values are empty. */
export type CampusMeal = Record<(typeof MEAL_COLUMNS)[number], string>;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const SOURCE_MAX = 80;

/** Parses meals; includes rows with mistakes. Null if the columns differ. */
export function parseMealRows(
  text: string,
  cafeterias: ReadonlySet<string>,
  context: Pick<AmenityContext, 'file' | 'mistakes'>,
): CampusMeal[] | null {
  const rows = readRows(text, MEAL_COLUMNS, MEAL_ROWS_MAX, context, {
    day: plainDay,
    price: plainNumber,
    from: plainTime,
    to: plainTime,
  });
  const lineOf = new Map<string, number>();
  for (const { cells, line, report } of rows ?? []) {
    const { cafeteria, day, meal, corner, dish, price, from, to, source } = cells;
    if (!cafeterias.has(cafeteria)) report('cafeteria', `"${cafeteria}" is the id of no amenity`);
    if (!isMealDay(day)) report('day', `"${day}" is no day such as 2026-03-02`);
    if (!(MEALS as readonly string[]).includes(meal))
      report('meal', `"${meal}" is none of ${MEALS.join(', ')}`);
    if (corner.length > CORNER_MAX) report('corner', `is longer than ${CORNER_MAX} letters`);
    if (dish.trim() === '' || dish.length > DISH_MAX)
      report('dish', `is empty or longer than ${DISH_MAX} letters`);
    if (!/^\d{0,6}$/.test(price) || Number(price) > PRICE_MAX)
      report('price', `"${price}" is no number up to ${PRICE_MAX}`);
    if (!TIME.test(from)) report('from', `"${from}" is no time such as 11:30`);
    if (!TIME.test(to) || to <= from) report('to', `"${to}" is no time after ${from}`);
    if (source.length > SOURCE_MAX) report('source', `is longer than ${SOURCE_MAX} letters`);
    const key = [cafeteria, day, meal, corner, dish].join('\t');
    const earlier = lineOf.get(key);
    if (earlier !== undefined) report('dish', `already stands in line ${earlier}`);
    lineOf.set(key, earlier ?? line);
  }
  return rows && rows.map(({ cells }) => cells);
}
