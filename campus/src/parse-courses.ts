import { isDay, parseDays } from '@madang/contract/places/amenities';
import { daysBetween, ROOMS_MAX, TERM_DAYS_MAX, TIMETABLE_ROWS_MAX } from '@madang/contract/places/rooms';
import { dropEnd } from '@madang/contract/text/rules';
import {
  type AmenityContext,
  type CampusClass,
  type CampusRoom,
  checkLine,
  separateClasses,
} from './parse-places.ts';
import {
  Mistakes,
  plainDays,
  plainTime,
  readRows,
  reportTwice,
  splitTable,
  type TableLine,
} from './table.ts';

export const PERIOD_COLUMNS = ['period', 'from', 'to'] as const;
export const ROOM_ALIAS_COLUMNS = ['alias', 'building', 'room'] as const;

/** A row of `periods.tsv`: `3`, `12:00`, `12:50`. */
export type CampusPeriod = Record<(typeof PERIOD_COLUMNS)[number], string>;
/** A row of `room-aliases.tsv`: another name of a building, or of a room. */
export type RoomAlias = Record<(typeof ROOM_ALIAS_COLUMNS)[number], string>;

const PERIODS_MAX = 100;
const FROM = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const TO = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Periods of a campus without `periods.tsv`: period 0 is 08:00-08:50, period 1 is 09:00-09:50, up to 14. */
export const DEFAULT_PERIODS: readonly CampusPeriod[] = Array.from({ length: 15 }, (_, index) => {
  const hour = String(index + 8).padStart(2, '0');
  return { period: String(index), from: `${hour}:00`, to: `${hour}:50` };
});

/** Parses class periods; includes rows with mistakes. Null if the columns differ. */
export function parsePeriods(
  text: string,
  context: Pick<AmenityContext, 'file' | 'mistakes'>,
): CampusPeriod[] | null {
  const lineOfPeriod = new Map<string, number>();
  const rows = readRows(text, PERIOD_COLUMNS, PERIODS_MAX, context, { from: plainTime, to: plainTime });
  for (const { cells, line, report } of rows ?? []) {
    const { period, from, to } = cells;
    if (!/^야?\d{1,2}[A-Z]?$/.test(period)) report('period', `"${period}" is no period such as 3, 3A or 야1`);
    reportTwice('period', period, lineOfPeriod, line, report);
    if (!FROM.test(from)) report('from', `"${from}" is no time such as 09:00`);
    if (!TO.test(to) || to <= from) report('to', `"${to}" is no time after ${from}`);
  }
  return rows && rows.map(({ cells }) => cells);
}

/** Parses other names of buildings and rooms; includes rows with mistakes. Null if the columns differ. */
export function parseRoomAliases(text: string, context: AmenityContext): RoomAlias[] | null {
  const lineOfAlias = new Map<string, number>();
  const rows = readRows(text, ROOM_ALIAS_COLUMNS, ROOMS_MAX, context);
  for (const { cells, line, report } of rows ?? []) {
    const { alias, building, room } = cells;
    checkLine('alias', alias, report);
    reportTwice('alias', keyOf(alias), lineOfAlias, line, report);
    if ((building === '') === (room === '')) report('room', 'give either a building or a room');
    if (building !== '' && context.buildings && !context.buildings.has(building))
      report('building', `"${building}" is no building`);
  }
  return rows && rows.map(({ cells }) => cells);
}

/** Returns what is wrong with the days of a term; null if they are right. */
export function termProblem(first: string, last: string): string | null {
  for (const day of [first, last]) if (!isDay(day)) return `"${day}" is no day such as 2026-09-01`;
  if (last < first) return `${last} is before ${first}`;
  return daysBetween(first, last) < TERM_DAYS_MAX ? null : `the term is longer than ${TERM_DAYS_MAX} days`;
}

export interface CourseCampus {
  /** First and last day of the term. */
  first: string;
  last: string;
  periods: readonly CampusPeriod[];
  rooms: readonly Pick<CampusRoom, 'id' | 'building' | 'name'>[];
  buildings: readonly { id: string; name: string }[];
  nicknames: Readonly<Record<string, readonly string[]>>;
  aliases: readonly RoomAlias[];
}

type Column = 'time' | 'day' | 'period' | 'start' | 'end' | 'building' | 'room';

/** Headings of Korean course lists, without spaces and signs. `학점(시간)` is a number of hours. */
const HEADINGS: readonly (readonly [Column, RegExp])[] = [
  ['time', /^(?:강의|수업)(?:시간표?|일시)|^시간표|^시간(?:및)?강의실|^요일(?:및)?(?:교시|시간)/],
  ['day', /^(?:강의|수업)?요일$/],
  ['period', /^(?:강의|수업)?교시$/],
  ['start', /^시작(?:시간|시각|교시)$/],
  ['end', /^(?:종료|끝)(?:시간|시각|교시)$/],
  ['room', /^(?:강의실|호실|장소|강의장소)/],
  ['building', /^(?:강의)?건물명?$/],
];
/** Lines that may precede the headings. */
const HEAD_LINES = 10;
/** Maximum letters of a time or room cell. */
const CELL_MAX = 200;
/** Maximum times of a row: two for each day of a week. */
const TIMES_MAX = 14;

type Head = ReadonlyMap<Column, number>;

function readHead(cells: readonly string[]): Head | null {
  const head = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const name = cell.normalize('NFKC').replaceAll(/[^가-힣]/g, '');
    const column = HEADINGS.find(([, pattern]) => pattern.test(name))?.[0];
    if (column && !head.has(column)) head.set(column, index);
  }
  const isTimed = () => head.has('time') || (head.has('day') && (head.has('period') || head.has('start')));
  // Beside other columns of time, 시간 is a number of hours.
  const plain = cells.findIndex((cell) => cell.normalize('NFKC').trim() === '시간');
  if (!isTimed() && plain >= 0 && head.has('room')) head.set('time', plain);
  return isTimed() ? head : null;
}

/** Whether a text is a course list as a university publishes it, not a table of {@link CampusClass}. */
export function isCourseList(text: string): boolean {
  const lines = splitTable(text, HEAD_LINES, '', new Mistakes(), { headLines: HEAD_LINES });
  return lines?.some(({ cells }) => readHead(cells) !== null) ?? false;
}

/**
 * Parses a course list with times such as `월(2-3)/수(4)` and rooms as the university writes them. Returns the classes in
 * known rooms, and a preview with one line for each of them. Times that are not understood and ambiguous rooms are mistakes;
 * rows without time or known room are warnings.
 */
export function parseCourses(
  text: string,
  campus: CourseCampus,
  { file, mistakes }: Pick<AmenityContext, 'file' | 'mistakes'>,
): { classes: CampusClass[]; preview: string[] } | null {
  const most = TIMETABLE_ROWS_MAX + HEAD_LINES;
  const table = splitTable(text, most + 1, file, mistakes, { headLines: HEAD_LINES, lineEnd: ' / ' });
  if (!table) return null;
  const headAt = table.findIndex(({ cells }, index) => index < HEAD_LINES && readHead(cells) !== null);
  const head = readHead(table[headAt]?.cells ?? []);
  if (!head) {
    mistakes.add(file, 'has no row of headings with 강의시간, or 요일 and 교시');
    return null;
  }
  const rows = table.slice(headAt + 1);
  if (rows.length > TIMETABLE_ROWS_MAX) {
    mistakes.add(file, `has more than ${TIMETABLE_ROWS_MAX} rows, which is the most that fit`);
    return null;
  }
  if (campus.rooms.length === 0) {
    mistakes.add(file, 'names rooms, but there are none yet: import them first with `operator rooms import`');
    return null;
  }
  const findRoom = makeRoomFinder(campus);
  const read: CampusClass[] = [];
  const preview: string[] = [];
  for (const row of rows) {
    const found = readRow(row, head, campus, findRoom);
    for (const { problem, isWarning } of found.problems)
      if (isWarning) mistakes.warn(file, `${problem}; the row is skipped`, { line: row.line });
      else mistakes.add(file, problem, { line: row.line });
    for (const one of found.classes) {
      read.push(one);
      preview.push(
        `${file} line ${row.line}: ${found.shown} is ${one.room}, ${one.weekday} ${one.from}-${one.to}`,
      );
    }
  }
  if (read.length === 0 && mistakes.found.length === 0)
    mistakes.add(
      file,
      'has no class in a room that may be used: compare its rooms with `operator rooms export`',
    );
  return { classes: mistakes.found.length === 0 ? separateClasses(read) : read, preview };
}

interface ReadRow {
  classes: CampusClass[];
  /** Time and room as the list writes them. */
  shown: string;
  problems: Problem[];
}

interface Problem {
  problem: string;
  isWarning: boolean;
}

const NO_TIME = /^[-–.\s]*$|미정|온라인|사이버|러닝|원격|비대면|동영상|추후|별도|현장 ?실습/;
const NO_ROOM = /^[-–.\s]*$|미정|온라인|사이버|러닝|원격|비대면|동영상|추후|별도|실시간|화상/;

function readRow({ cells }: TableLine, head: Head, campus: CourseCampus, findRoom: RoomFinder): ReadRow {
  const cellOf = (column: Column) => (cells[head.get(column) ?? -1] ?? '').normalize('NFKC').trim();
  const [start, end] = [plainTime(cellOf('start')), plainTime(cellOf('end'))];
  const range = end === '' ? start : `${start}-${end}`;
  const time = [cellOf('time'), cellOf('day'), cellOf('period'), range].filter(Boolean).join(' ');
  const room = [cellOf('building'), cellOf('room')].filter(Boolean).join(' ');
  const refuse = (problem: string, isWarning = false): ReadRow => ({
    classes: [],
    shown: '',
    problems: [{ problem, isWarning }],
  });
  if (time.length > CELL_MAX || room.length > CELL_MAX)
    return refuse(`a time or room is longer than ${CELL_MAX} letters`);
  const meetings = readMeetings(time, campus.periods);
  if (meetings.length === 0)
    return NO_TIME.test(time) ? refuse('has no time', true) : refuse(`the time "${time}" is not understood`);
  if (meetings.length > TIMES_MAX) return refuse(`has more than ${TIMES_MAX} times`);
  const problems: Problem[] = meetings.flatMap(({ problem }) =>
    problem === null ? [] : [{ problem, isWarning: false }],
  );
  const rooms = assignRooms(meetings, room);
  if (typeof rooms === 'string') problems.push({ problem: rooms, isWarning: false });
  if (typeof rooms === 'string' || problems.length > 0) return { classes: [], shown: '', problems };
  const classes: CampusClass[] = [];
  for (const [index, { weekday, times }] of meetings.entries()) {
    const found = findRoom(rooms[index] ?? '');
    if ('problem' in found) problems.push(found);
    else
      for (const { from, to } of times)
        classes.push({ ...found, weekday, from, to, first: campus.first, last: campus.last });
  }
  const unique = new Map(problems.map((one) => [one.problem, one]));
  return { classes, shown: [time, room].filter(Boolean).join(' '), problems: [...unique.values()] };
}

interface Meeting {
  /** Example: `mon,wed`. */
  weekday: string;
  times: { from: string; to: string }[];
  /** Text around the time, where lists without a column of rooms have the room. */
  before: string;
  after: string;
  problem: string | null;
}

const DAY = '[월화수목금토일](?:요일)?';
/** 야 marks a period of evening classes. */
const PERIOD = String.raw`(?:야간?\s?)?\d{1,2}(?:[A-Za-z](?![A-Za-z\d]))?(?![\d:호층])(?:\s?교시)?`;
const CLOCK = String.raw`\d{1,2}:\d\d`;
const MEETING = new RegExp(
  String.raw`(?<![가-힣])(${DAY}(?:(?: ?[,·/~-] ?| )?${DAY}){0,6}) ?[(:]? ?(?:(${CLOCK} ?[-~–] ?${CLOCK})|(${PERIOD}(?: ?[-~–,] ?${PERIOD}){0,19})) ?\)?`,
  'g',
);
const SIGNS = ' ,/;·:|()[]';
const bare = (text: string): string =>
  dropEnd(text.replace(/^[ ,/;·:|()[\]]+/, ''), (sign) => SIGNS.includes(sign));

function readMeetings(text: string, periods: readonly CampusPeriod[]): Meeting[] {
  const plain = text.replaceAll(/\s+/g, ' ');
  const found = [...plain.matchAll(MEETING)];
  return found.map((match, index) => {
    const [all, days = '', clock, list = ''] = match;
    const end = match.index + all.length;
    const after = bare(plain.slice(end, found[index + 1]?.index));
    const before = index === 0 ? bare(plain.slice(0, match.index)) : '';
    const words = days.replaceAll(/요일| /g, '').replaceAll(/([가-힣])(?=[가-힣])/g, '$1,');
    const weekday = plainDays(words);
    const times = clock === undefined ? readPeriods(list, periods) : readClock(clock);
    const problem =
      parseDays(weekday) === null
        ? `the days "${days}" are not understood`
        : typeof times === 'string'
          ? times
          : null;
    return { weekday, times: typeof times === 'string' ? [] : times, before, after, problem };
  });
}

function readClock(text: string): Meeting['times'] | string {
  const [from = '', to = ''] = text.split(/ ?[-~–] ?/).map(plainTime);
  return FROM.test(from) && TO.test(to) && from < to
    ? [{ from, to }]
    : `"${text}" is no time such as 09:00-10:15`;
}

/** Returns the times of `2-3`, `3,4,6` or `야1-2`; consecutive periods of a list are one time. */
function readPeriods(text: string, periods: readonly CampusPeriod[]): Meeting['times'] | string {
  const times: Meeting['times'] = [];
  let [next, evening] = ['', ''];
  for (const part of text
    .replaceAll(/교시|간| /g, '')
    .toUpperCase()
    .split(',')) {
    const [first = '', last = first] = part.split(/[-~–]/).map((name) => {
      evening = name.startsWith('야') ? '야' : evening;
      return evening + name.replace(/^야?0?(?=\d)/, '');
    });
    const [from, to] = [first, last].map((name) => periods.find(({ period }) => period === name));
    if (!from || !to) return `period "${from ? last : first}" is not in periods.tsv`;
    if (to.to <= from.from) return `periods "${part}" end before they begin`;
    const before = times.at(-1);
    if (before && first === next) before.to = to.to;
    else times.push({ from: from.from, to: to.to });
    const number = /^야?(\d+)$/.exec(last)?.[1];
    next = number === undefined ? '' : `${evening}${Number(number) + 1}`;
  }
  return times;
}

/** Returns the room of each meeting as written, or the problem. */
function assignRooms(meetings: readonly Meeting[], room: string): string[] | string {
  if (room !== '') {
    const other = meetings.flatMap(({ before, after }) => [before, after]).find((text) => text !== '');
    if (other !== undefined) return `"${other}" next to the time is not understood`;
    const rooms = room
      .split(/[,/;]/)
      .map((one) => one.trim())
      .filter(Boolean);
    if (rooms.length === meetings.length) return rooms;
    if (new Set(rooms).size > 1) return `has ${meetings.length} times and ${rooms.length} rooms`;
    return meetings.map(() => rooms[0] ?? '');
  }
  const before = meetings[0]?.before ?? '';
  // A room after several times is the room of all of them.
  return meetings.map((_, index) => meetings.slice(index).find(({ after }) => after !== '')?.after ?? before);
}

type RoomFinder = (written: string) => { room: string; building: string } | Problem;

/** Returns a room's name without differences of spelling. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s()[\]_·.-]/g, '')
    .replace(/(?:호실?|강의실)$/, '');

/** Returns a search for rooms by alias, by building and name, by id, or by a name that only one room has. */
function makeRoomFinder({ rooms, buildings, nicknames, aliases }: CourseCampus): RoomFinder {
  const buildingOf = new Map(rooms.map(({ id, building }) => [id, building]));
  const byKey = new Map<string, Set<string>>();
  const add = (key: string, id: string) => byKey.set(key, (byKey.get(key) ?? new Set()).add(id));
  for (const { id, building, name } of rooms) {
    add(`${building}\t${keyOf(name)}`, id);
    add(keyOf(name), id);
    add(keyOf(id), id);
  }
  const prefixes = new Map<string, Set<string>>();
  const addPrefix = (name: string, id: string) =>
    prefixes.set(keyOf(name), (prefixes.get(keyOf(name)) ?? new Set()).add(id));
  for (const { id, name } of buildings) addPrefix(name, id);
  for (const [name, ids] of Object.entries(nicknames)) for (const id of ids) addPrefix(name, id);
  for (const { alias, building } of aliases) if (building !== '') addPrefix(alias, building);
  const meant = new Map(
    aliases.filter(({ room }) => room !== '').map(({ alias, room }) => [keyOf(alias), room]),
  );
  return (written) => {
    if (NO_ROOM.test(written)) return { problem: 'has no room', isWarning: true };
    const key = keyOf(written);
    const alias = meant.get(key);
    const ids = new Set(alias === undefined ? byKey.get(key) : [alias]);
    for (let end = 1; end < key.length && alias === undefined; end += 1)
      for (const building of prefixes.get(key.slice(0, end)) ?? [])
        for (const id of byKey.get(`${building}\t${key.slice(end)}`) ?? []) ids.add(id);
    const [room = '', ...others] = ids;
    const building = buildingOf.get(room);
    if (others.length > 0) {
      const more =
        others.length > 2 ? ` or ${others.length - 1} others` : others.length === 2 ? ` or ${others[1]}` : '';
      const problem = `"${written}" may be ${room} or ${others[0]}${more}: name one in room-aliases.tsv`;
      return { problem, isWarning: false };
    }
    if (building === undefined)
      return {
        problem: `"${written}" is no room that may be used; if it is one, name it in room-aliases.tsv`,
        isWarning: true,
      };
    return { room, building };
  };
}
