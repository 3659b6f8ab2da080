import { expect, test } from 'vitest';
import {
  DEFAULT_PERIODS,
  isCourseList,
  parseCourses,
  parsePeriods,
  parseRoomAliases,
  type CampusPeriod,
  type RoomAlias,
} from './parse-courses.ts';
import { Mistakes } from './table.ts';

const rooms = [
  { id: 'eng301', building: 'engineering-hall', name: '301호' },
  { id: 'eng302', building: 'engineering-hall', name: '302호' },
  { id: 'west101', building: 'west-hall', name: '101호' },
  { id: 'west301', building: 'west-hall', name: '301호' },
  { id: 'hall', building: 'west-hall', name: '대강당' },
];
const buildings = [
  { id: 'engineering-hall', name: '공학관' },
  { id: 'west-hall', name: '서관' },
];
const aliases: RoomAlias[] = [
  { alias: '공', building: 'engineering-hall', room: '' },
  { alias: 'E', building: 'engineering-hall', room: '' },
  { alias: '우당홀', building: '', room: 'hall' },
];

/** Reads a list; the term is left out of the classes, and the file out of the messages. */
function read(text: string, periods: readonly CampusPeriod[] = DEFAULT_PERIODS, known = rooms) {
  const mistakes = new Mistakes();
  const campus = {
    first: '2026-09-01',
    last: '2026-12-21',
    periods,
    rooms: known,
    buildings,
    nicknames: { 문과대: ['west-hall'] },
    aliases,
  };
  const result = parseCourses(text, campus, { file: 'f', mistakes });
  const say = (all: Mistakes['found']) => all.map(({ message }) => message.replace(/^f /, ''));
  return {
    classes: result?.classes.map(({ room, weekday, from, to }) => `${room} ${weekday} ${from}-${to}`),
    warned: say(mistakes.warned),
    found: say(mistakes.found),
    preview: result?.preview,
  };
}
const readTime = (time: string) => {
  const { classes, found, warned } = read(`강의시간\t강의실\n"${time}"\t서관 101\n`);
  return [...(classes ?? []).map((one) => one.replace(/^west101 /, '')), ...found, ...warned];
};
const readRoom = (room: string) => {
  const { classes, found, warned } = read(`강의시간\t강의실\n월1\t서관 101\n월2\t${room}\n`);
  return [...(classes ?? []).slice(1).map((one) => one.split(' ')[0]), ...found, ...warned];
};

test.each<[string, string[]]>([
  ['월(2-3)', ['mon 10:00-11:50']],
  ['화3,4', ['tue 11:00-12:50']],
  ['화3,5', ['tue 11:00-11:50', 'tue 13:00-13:50']],
  ['월2-3 수4', ['mon 10:00-11:50', 'wed 12:00-12:50']],
  ['월(2-3)/수(4)', ['mon 10:00-11:50', 'wed 12:00-12:50']],
  ['월(2-3)\n수(4)', ['mon 10:00-11:50', 'wed 12:00-12:50']],
  ['월3,4,수5', ['mon 11:00-12:50', 'wed 13:00-13:50']],
  ['월2수2', ['mon 10:00-10:50', 'wed 10:00-10:50']],
  ['월수 2', ['mon,wed 10:00-10:50']],
  ['월, 수 2-3', ['mon,wed 10:00-11:50']],
  ['월~금 1', ['mon-fri 09:00-09:50']],
  ['월요일 2~3교시', ['mon 10:00-11:50']],
  ['월:02,03', ['mon 10:00-11:50']],
  ['월 09:00-10:15', ['mon 09:00-10:15']],
  ['월,수 9:00~10:15', ['mon,wed 09:00-10:15']],
  ['수（２－３）', ['wed 10:00-11:50']],
])('time %s: read with the periods of the campus', (time, expected) =>
  expect(readTime(time)).toEqual(expected),
);

test.each<[string, string]>([
  ['월(15)', 'line 2: period "15" is not in periods.tsv'],
  ['월(3-2)', 'line 2: periods "3-2" end before they begin'],
  ['월 10:15-09:00', 'line 2: "10:15-09:00" is no time such as 09:00-10:15'],
  ['월월 2', 'line 2: the days "월월" are not understood'],
  ['격주 토요일 오전', 'line 2: the time "격주 토요일 오전" is not understood'],
  ['월2 격주', 'line 2: "격주" next to the time is not understood'],
  ['월'.repeat(201), 'line 2: a time or room is longer than 200 letters'],
  ['월1 '.repeat(15), 'line 2: has more than 14 times'],
  // Many days without a time are refused at once.
  ['월 '.repeat(100), `line 2: the time "${'월 '.repeat(100).trim()}" is not understood`],
])('time %.20s: a mistake with its line', (time, mistake) => expect(readTime(time)).toEqual([mistake]));

test.each<[string, string[]]>([
  ['공학관 301', ['eng301']],
  ['공학관301호', ['eng301']],
  ['공301', ['eng301']],
  ['E301', ['eng301']],
  ['e-302', ['eng302']],
  ['문과대 101호', ['west101']],
  ['302호', ['eng302']],
  ['우당홀', ['hall']],
  ['서관 대강당', ['hall']],
  ['eng302', ['eng302']],
  ['301호', ['line 3: "301호" may be eng301 or west301: name one in room-aliases.tsv']],
  [
    '공학관 999',
    [
      'line 3: "공학관 999" is no room that may be used; if it is one, name it in room-aliases.tsv; the row is skipped',
    ],
  ],
  ['실시간 화상', ['line 3: has no room; the row is skipped']],
])('room %s: found or named', (room, expected) => expect(readRoom(room)).toEqual(expected));

test('periods of the campus: replace the default', () => {
  const context = { file: 'p', buildings: null, mistakes: new Mistakes() };
  const periods = parsePeriods(
    'period\tfrom\tto\n1\t9:00\t10:15\n2A\t10:30\t11:00\n2B\t11:00\t11:45\n',
    context,
  );
  expect(read('강의시간\t강의실\n화(1-2a) 수(2B)\t공301\n', periods ?? []).classes).toEqual([
    'eng301 tue 09:00-11:00',
    'eng301 wed 11:00-11:45',
  ]);
  parsePeriods('period\tfrom\tto\n1\t9\t08:00\n1\t09:00\t08:50\nx\t09:00\t09:50\n', context);
  expect(context.mistakes.found.map(({ message }) => message)).toEqual([
    'p line 2, field "from": "9" is no time such as 09:00',
    'p line 2, field "to": "08:00" is no time after 9',
    'p line 3, field "period": "1" already stands in line 2',
    'p line 3, field "to": "08:50" is no time after 09:00',
    'p line 4, field "period": "x" is no period such as 3, 3A or 야1',
  ]);
});

test('evening periods: read with their rows in periods.tsv; named without them', () => {
  const context = { file: 'p', buildings: null, mistakes: new Mistakes() };
  const periods = parsePeriods(
    'period\tfrom\tto\n9\t17:00\t17:50\n야1\t18:00\t18:45\n야2\t18:50\t19:35\n야3\t19:40\t20:25\n',
    context,
  );
  expect(context.mistakes.found).toEqual([]);
  const list =
    '강의시간\t강의실\n목(야1-2)\t공301\n월9,야1,2\t공301\n화(야간1~야간3교시)\t공301\n목 야01\t공302\n';
  expect(read(list, periods ?? []).classes).toEqual([
    'eng301 thu 18:00-19:35',
    'eng301 mon 17:00-17:50',
    'eng301 mon 18:00-19:35',
    'eng301 tue 18:00-20:25',
    'eng302 thu 18:00-18:45',
  ]);
  // The other rows are still listed.
  expect(read('강의시간\t강의실\n월1\t공301\n목(야1-2)\t공301\n')).toMatchObject({
    found: ['line 3: period "야1" is not in periods.tsv'],
    preview: ['f line 2: 월1 공301 is eng301, mon 09:00-09:50'],
  });
});

test('room aliases: every mistake is named with its line', () => {
  const mistakes = new Mistakes();
  const text = 'alias\tbuilding\troom\n공\tengineering-hall\t\n공 \twest-hall\tx\n\tnowhere\t\n';
  parseRoomAliases(text, { file: 'a', buildings: new Set(['engineering-hall', 'west-hall']), mistakes });
  expect(mistakes.found.map(({ message }) => message)).toEqual([
    'a line 3, field "alias": starts or ends with a space',
    'a line 3, field "alias": "공" already stands in line 2',
    'a line 3, field "room": give either a building or a room',
    'a line 4, field "alias": is empty',
    'a line 4, field "building": "nowhere" is no building',
  ]);
});

test('course list 1: title above the headings, cells with line ends, an online course', () => {
  const list = `\uFEFF2026학년도 2학기 개설강좌,,,,,
,,,,,
학수번호,분반,교과목명,학점(시간),강의시간,강의실
COSE101,01,컴퓨터프로그래밍,3(3),"월(2)
수(2)","공학관 301호
공학관 302호"
COSE102,02,이산수학,3(3),화(3-4),"공301"
GELA001,00,사이버 윤리,1(1),,온라인
COSE103,01,자료구조,3(3),금(1),신공학관 B101호
`;
  expect(read(list)).toEqual({
    classes: ['eng301 mon 10:00-10:50', 'eng302 wed 10:00-10:50', 'eng301 tue 11:00-12:50'],
    warned: [
      'line 8: has no time; the row is skipped',
      'line 9: "신공학관 B101호" is no room that may be used; if it is one, name it in room-aliases.tsv; the row is skipped',
    ],
    found: [],
    preview: [
      'f line 4: 월(2) / 수(2) 공학관 301호 / 공학관 302호 is eng301, mon 10:00-10:50',
      'f line 4: 월(2) / 수(2) 공학관 301호 / 공학관 302호 is eng302, wed 10:00-10:50',
      'f line 7: 화(3-4) 공301 is eng301, tue 11:00-12:50',
    ],
  });
});

test('course list 2: time and room in one column', () => {
  const list = [
    '순번\t과목명\t교수\t강의시간(강의실)',
    '1\t국어학개론\t김OO\t월(2-3) 서관 101',
    '2\t현대시론\t이OO\t화2 서관101, 목2 서관301',
    '3\t고전읽기\t박OO\t월3 수3(공301)',
    '4\t문예창작\t최OO\t금3,4',
    '5\t졸업논문\t최OO\t미정',
    '6\t한문\t정OO\t금 저녁 서관 101',
  ].join('\n');
  expect(read(list)).toMatchObject({
    classes: [
      'west101 mon 10:00-11:50',
      'west101 tue 10:00-10:50',
      'west301 thu 10:00-10:50',
      'eng301 mon 11:00-11:50',
      'eng301 wed 11:00-11:50',
    ],
    warned: ['line 5: has no room; the row is skipped', 'line 6: has no time; the row is skipped'],
    found: ['line 7: the time "금 저녁 서관 101" is not understood'],
  });
});

test('course list 3: days, periods, building and room in columns of their own', () => {
  const list = [
    '과목코드;과목명;이수구분;요일;교시;건물명;호실',
    'A1;수학1;교필;월수;2-3;공학관;301',
    'A2;수학2;교필;화;1;서관;101호',
    'A3;물리실험;교필;;;;',
    'A4;체육;교선;금;5,6;체육관;',
    'A5;화학;교필;목;9-10;공학관;301/302',
  ].join('\n');
  expect(read(list)).toMatchObject({
    classes: ['eng301 mon,wed 10:00-11:50', 'west101 tue 09:00-09:50'],
    warned: [
      'line 4: has no time; the row is skipped',
      'line 5: "체육관" is no room that may be used; if it is one, name it in room-aliases.tsv; the row is skipped',
    ],
    found: ['line 6: has 1 times and 2 rooms'],
  });
});

test('course list 4: start and end in columns, with the same course under two numbers', () => {
  const list = [
    '학년도,학기,교과목명,요일,시작시간,종료시간,강의실',
    '2026,2,경제원론,월,09:00,10:15,문과대 101',
    '2026,2,경제원론(영강),월,09:00,10:15,문과대 101',
    '2026,2,통계학,"월,수",오후 1:30,14:45,문과대 301',
    '2026,2,회계,화,10:15,09:00,문과대 301',
    ',,,,,,',
  ].join('\r\n');
  const { classes, found } = read(list);
  expect(classes).toEqual([
    'west101 mon 09:00-10:15',
    'west101 mon 09:00-10:15',
    'west301 mon,wed 13:30-14:45',
  ]);
  expect(found).toEqual(['line 5: "10:15-09:00" is no time such as 09:00-10:15']);
  expect(read(list.replace('10:15,09:00', '10:15,11:30')).classes).toEqual([
    'west101 mon 09:00-10:15',
    'west301 mon,wed 13:30-14:45',
    'west301 tue 10:15-11:30',
  ]);
});

test('course list 5: merged cells, notes below, several times and one room', () => {
  const list = [
    '개설학과\t과목명\t요일/교시\t강의실\t비고',
    '기계공학과\t열역학\t월2,3 / 수2\tE301\t',
    '\t유체역학\t화 1-2교시\tE302\t영어강의',
    '\t캡스톤디자인\t목(7-10)\t추후 공지\t',
    '※ 강의실은 변경될 수 있음\t\t\t\t',
  ].join('\n');
  expect(read(list)).toMatchObject({
    classes: ['eng301 mon 10:00-11:50', 'eng301 wed 10:00-10:50', 'eng302 tue 09:00-10:50'],
    warned: ['line 4: has no room; the row is skipped', 'line 5: has no time; the row is skipped'],
    found: [],
  });
});

test('course list: recognized by its headings; an empty one and too many rows are refused', () => {
  expect(isCourseList('과목\t강의시간\n')).toBe(true);
  expect(isCourseList('room\tbuilding\tweekday\tfrom\tto\tfirst\tlast\n')).toBe(false);
  expect(isCourseList('과목\t학점(시간)\n')).toBe(false);
  expect(read('과목\t학점\n').found).toEqual(['has no row of headings with 강의시간, or 요일 and 교시']);
  expect(isCourseList('과목\t시간\t장소\n')).toBe(true);
  expect(read('과목\t시간\t강의시간\t장소\n국어\t3\t월1\t공301\n').classes).toEqual([
    'eng301 mon 09:00-09:50',
  ]);
  expect(read('시간\t장소\n월1\t공301\n').classes).toEqual(['eng301 mon 09:00-09:50']);
  expect(read('강의시간\t강의실\n월1\t체육관\n').found).toEqual([
    'has no class in a room that may be used: compare its rooms with `operator rooms export`',
  ]);
  expect(read('강의시간\t강의실\n월1\t공301\n', DEFAULT_PERIODS, []).found).toEqual([
    'names rooms, but there are none yet: import them first with `operator rooms import`',
  ]);
  expect(read(`강의시간\t강의실\n${'월1\t공301\n'.repeat(20_001)}`).found).toEqual([
    'has more than 20000 rows, which is the most that fit',
  ]);
});
