import { expect, test } from 'vitest';
import { ROOMS_MAX } from '@madang/contract/places/rooms';
import { Mistakes } from './table.ts';
import {
  type AmenityContext,
  HOLIDAY_COLUMNS,
  parseHolidays,
  parseRooms,
  parseTimetable,
  ROOM_COLUMNS,
  TIMETABLE_COLUMNS,
} from './parse-places.ts';

const buildings = new Set(['main-hall', 'west-hall']);
const rooms = new Map([
  ['m101', 'main-hall'],
  ['w201', 'west-hall'],
]);

function say(
  parse: (text: string, context: AmenityContext) => unknown,
  columns: readonly string[],
  rows: readonly string[],
): string[] {
  const mistakes = new Mistakes();
  parse([columns.join('\t'), ...rows, ''].join('\n'), { file: 'a.tsv', buildings, mistakes });
  return mistakes.found.map(({ message }) => message);
}
const sayTimetable = (...rows: string[]) =>
  say((text, context) => parseTimetable(text, rooms, context), TIMETABLE_COLUMNS, rows);

function readTimetable(...rows: string[]) {
  const mistakes = new Mistakes();
  const context = { file: 'a.tsv', buildings, mistakes };
  const read = parseTimetable([TIMETABLE_COLUMNS.join('\t'), ...rows, ''].join('\n'), null, context);
  expect(mistakes.found).toEqual([]);
  return {
    warned: mistakes.warned.map(({ message }) => message),
    rows: read?.map(({ weekday, from, to, first, last }) => [weekday, from, to, first, last].join(' ')) ?? [],
  };
}

test('every mistake of a list of rooms is named with its line', () => {
  const said = say(parseRooms, ROOM_COLUMNS, [
    'm101\tmain-hall\t101호\t1\t40\tyes\t학사팀',
    'm102\tmain-hall\t102호\tB1\t\t\t학사팀',
    'm101\tmain-hall\t103호\t1\t40\tno\t학사팀',
    'm 4\tnowhere\t\t0\t-3\tmaybe\t 학사팀',
    'm105\tmain-hall\t105호\t1\t12345\t\t학사팀',
    'm106\tmain-hall',
  ]);
  expect(said).toEqual([
    'a.tsv line 7: has 2 columns instead of 7',
    'a.tsv line 4, field "id": "m101" already stands in line 2',
    'a.tsv line 5, field "id": "m 4" is not 1 to 60 letters, digits or hyphens',
    'a.tsv line 5, field "building": "nowhere" is no building',
    'a.tsv line 5, field "name": is empty',
    'a.tsv line 5, field "source": starts or ends with a space',
    'a.tsv line 5, field "floor": "0" is no floor such as 3 or B1',
    'a.tsv line 5, field "seats": "-3" is no number from 1 to 9999',
    'a.tsv line 5, field "stepFree": "maybe" is none of yes, no',
    'a.tsv line 6, field "seats": "12345" is no number from 1 to 9999',
  ]);
});

test('timetable: rejects a class ending before its start, a term without end, an unknown room', () => {
  const term = '2026-09-01\t2026-12-21';
  const said = sayTimetable(
    `m101\tmain-hall\tmon,wed\t09:00\t10:15\t${term}`,
    `m101\tmain-hall\tmon,wed\t10:15\t11:45\t${term}`,
    `w201\twest-hall\tmon-fri\t09:00\t24:00\t${term}`,
    `m101\tmain-hall\twed\t10:00\t10:30\t${term}`,
    `x999\tmain-hall\tmon\t09:00\t10:15\t${term}`,
    `m101\twest-hall\ttue\t09:00\t10:15\t${term}`,
    `m101\tnowhere\tthu\t09:00\t10:15\t${term}`,
    `m101\tmain-hall\tfri\t10:15\t09:00\t${term}`,
    `m101\tmain-hall\tfri\t12:00\t12:00\t${term}`,
    `m101\tmain-hall\tsometimes\t9:0\t25:00\t${term}`,
    'm101\tmain-hall\tsat\t09:00\t10:15\t2026-09-01\t2062-12-21',
    'm101\tmain-hall\tsun\t09:00\t10:15\t2026-12-21\t2026-09-01',
    'm101\tmain-hall\tsun\t09:00\t10:15\t2026-02-30\t',
  );
  expect(said).toEqual([
    'a.tsv line 6, field "room": "x999" is no room that may be used',
    'a.tsv line 7, field "building": "west-hall" is not the building of "m101"',
    'a.tsv line 8, field "building": "nowhere" is not the building of "m101"',
    'a.tsv line 9, field "to": "09:00" is not after 10:15',
    'a.tsv line 10, field "to": "12:00" is not after 12:00',
    'a.tsv line 11, field "weekday": "sometimes" is not such as mon, mon,wed or mon-fri',
    'a.tsv line 11, field "from": "9:0" is no time such as 09:00',
    'a.tsv line 11, field "to": "25:00" is no time such as 10:15',
    'a.tsv line 12, field "last": is more than 200 days from 2026-09-01 on',
    'a.tsv line 13, field "last": is before 2026-12-21',
    'a.tsv line 14, field "first": "2026-02-30" is no day such as 2026-03-02',
    'a.tsv line 14, field "last": "" is no day such as 2026-03-02',
  ]);
  // A term of 200 days is one term.
  expect(sayTimetable('m101\tmain-hall\tmon\t09:00\t10:15\t2026-01-01\t2026-07-19')).toEqual([]);
  expect(sayTimetable('m101\tmain-hall\tmon\t09:00\t10:15\t2026-01-01\t2026-07-20')).toHaveLength(1);
  // Without this, the warnings of an incomplete list of rooms would mislead.
  const mistakes = new Mistakes();
  const text = `${TIMETABLE_COLUMNS.join('\t')}\nx999\tnowhere\tmon\t09:00\t10:15\t${term}\n`;
  expect(parseTimetable(text, null, { file: 'a.tsv', buildings, mistakes })).toHaveLength(1);
  expect(mistakes.found).toEqual([]);
});

test('[RM-01] timetable: warns of overlapping classes in a room, and merges rows for the table', () => {
  const room = (weekday: string, from: string, to: string, first: string, last: string) =>
    ['m101', 'main-hall', weekday, from, to, first, last].join('\t');
  const warning = (line: number, earlier: number) =>
    `a.tsv line ${line}, field "from": is at the same time as line ${earlier}; the room is taken for both`;
  const [begin, middle, end] = ['2026-09-01', '2026-10-31', '2026-12-21'];
  // Cross-listed courses, and alternating weeks.
  expect(
    readTimetable(
      room('mon', '09:00', '10:15', begin, end),
      room('mon', '09:00', '10:15', begin, end),
      room('mon', '09:00', '12:00', begin, middle),
      room('mon', '10:00', '11:00', begin, end),
      room('tue', '09:00', '10:15', begin, end),
    ),
  ).toEqual({
    warned: [warning(3, 2), warning(4, 2), warning(5, 2)],
    rows: [
      `mon 09:00 12:00 ${begin} ${middle}`,
      `mon 10:00 11:00 ${begin} ${end}`,
      `tue 09:00 10:15 ${begin} ${end}`,
      `mon 09:00 10:15 2026-11-01 ${end}`,
    ],
  });
});

test('timetable: compares classes only within a month and weekday, and none of too many rows', () => {
  const hours = Array.from({ length: 14 }, (_, n) =>
    [n + 9, n + 10].map((hour) => `${hour}:00`.padStart(5, '0')),
  );
  // Every hour of 140 weekends, each for a day: 8 million pairs of classes in one room.
  const classes = Array.from({ length: 280 }, (_, n) => {
    const day = new Date(Date.UTC(2026, 0, 3 + 7 * (n >> 1) + (n & 1))).toISOString().slice(0, 10);
    return hours.map(([from, to]) =>
      ['m101', 'main-hall', ['sat', 'sun'][n & 1], from, to, day, day].join('\t'),
    );
  }).flat();
  expect(sayTimetable(...classes)).toEqual([]);
  expect(readTimetable(...classes, classes[7] ?? '')).toMatchObject({
    warned: [
      `a.tsv line ${classes.length + 2}, field "from": is at the same time as line 9; the room is taken for both`,
    ],
    rows: { length: classes.length },
  });
  const many = Array.from({ length: ROOMS_MAX + 1 }, (_, n) => `soon\tsoon\t${n}`);
  const said = say(parseHolidays, HOLIDAY_COLUMNS, many);
  expect(said).toContain(`a.tsv has more than ${ROOMS_MAX} rows, which is the most that fit`);
  expect(said.filter((text) => text.includes(`line ${ROOMS_MAX + 2},`))).toEqual([]);
});

test('every mistake of the holidays is named with its line', () => {
  const said = say(parseHolidays, HOLIDAY_COLUMNS, [
    '2026-09-24\t2026-09-26\t추석 연휴',
    '2026-09-24\t2026-09-24\t추석',
    '2026-10-09\t2026-10-08\t한글날',
    '2026-01-01\t2062-01-01\t방학',
    'soon\t2026-01-01\t ',
  ]);
  expect(said).toEqual([
    'a.tsv line 3, field "from": "2026-09-24" already stands in line 2',
    'a.tsv line 4, field "to": is before 2026-10-09',
    'a.tsv line 5, field "to": is more than 200 days from 2026-01-01 on',
    'a.tsv line 6, field "from": "soon" is no day such as 2026-03-02',
    'a.tsv line 6, field "name": is empty',
  ]);
});
