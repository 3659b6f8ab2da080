import { expect, test } from 'vitest';
import {
  decodeText,
  Mistakes,
  plainDay,
  plainDays,
  plainHours,
  plainNumber,
  plainTime,
  writeTable,
} from './table.ts';
import {
  AMENITY_COLUMNS,
  parseAmenities,
  parseHolidays,
  parseOpeningHours,
  parseTimetable,
} from './parse-places.ts';

/** Encodes the text below as Windows does: 추석 똠방 펲, of which 똠 and 펲 are not in EUC-KR. */
const CP949 = { 추: [0xc3, 0xdf], 석: [0xbc, 0xae], 똠: [0x8c, 0x63], 방: [0xb9, 0xe6], 펲: [0xbc, 0x84] };
const encodeCp949 = (text: string) =>
  Buffer.from([...text].flatMap((letter) => CP949[letter as keyof typeof CP949] ?? [letter.charCodeAt(0)]));

const context = (mistakes: Mistakes) => ({ file: 'a.csv', buildings: null, mistakes });

test('[PL-10] a file is read in every encoding that a spreadsheet saves', () => {
  const text = 'from\tto\tname\n2026-09-24\t2026-09-26\t추석 똠방 펲\n';
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    little,
    Buffer.from(little).swap16(),
    encodeCp949(text),
  ])
    expect(decodeText(bytes)).toBe(text);
  const damaged = Buffer.concat([Buffer.from(text), Buffer.from([0xc7, 0xd0])]);
  expect(decodeText(damaged)).toBeNull();
});

test('[PL-10] written table: read back unchanged, quotes included', () => {
  const row = Object.fromEntries(AMENITY_COLUMNS.map((name) => [name, ''])) as Record<
    (typeof AMENITY_COLUMNS)[number],
    string
  >;
  const rows = ['"중앙" 계단 옆', '"', '계단 "옆"'].map((spot, n) => ({
    ...row,
    id: `a${n}`,
    floor: '1',
    source: '답사',
    spot,
  }));
  const mistakes = new Mistakes();
  expect(parseAmenities(writeTable(AMENITY_COLUMNS, rows), null, context(mistakes))).toEqual(rows);
  expect(mistakes.found).toEqual([]);
});

test('[RM-01] days, times, weekdays and numbers are read as a Korean spreadsheet writes them', () => {
  const mistakes = new Mistakes();
  const timetable =
    'room,building,weekday,from,to,first,last,,\r\nr1,b,"월, 수",9:00,오후 1:30:00,2026. 9. 1,2026년 12월 18일,,\r\nr1,b,토,９：００,10:15,2026/9/1,2026-12-18,,\r\n';
  const term = { room: 'r1', building: 'b', first: '2026-09-01', last: '2026-12-18' };
  expect(parseTimetable(timetable, null, context(mistakes))).toEqual([
    { ...term, weekday: 'mon,wed', from: '09:00', to: '13:30' },
    { ...term, weekday: 'sat', from: '09:00', to: '10:15' },
  ]);
  const hours =
    'building,from,to,hours,source\nb,2026. 9. 1.,2026. 9. 3.,평일 9:00~18:00;토 10:00-14:00,답사\n';
  expect(parseOpeningHours(hours, context(mistakes))).toMatchObject([
    { from: '2026-09-01', to: '2026-09-03', hours: 'mon-fri 09:00-18:00; sat 10:00-14:00' },
  ]);
  expect(mistakes.found).toEqual([]);
});

test('other values: stay unchanged; the mistake names the column and the accepted form', () => {
  for (const text of ['', '2026', '9. 1', '2026. 13', '어제']) expect(plainDay(text)).toBe(text);
  for (const text of ['', '9', '아홉 시', '오후 13:00']) expect(plainTime(text)).toBe(text);
  for (const text of ['', '월화', '공휴일', 'moon']) expect(plainDays(text)).toBe(text);
  for (const text of ['', 'closed', '9:00-18:00', 'mon-fri']) expect(plainHours(text)).toBe(text);
  for (const text of ['', '3층', '1,2']) expect(plainNumber(text)).toBe(text);
  expect([plainNumber('１，２００'), plainNumber('ｂ１'), plainNumber('Ｂ1')]).toEqual(['1200', 'B1', 'B1']);
  expect([plainTime('오전 12:05'), plainTime('24:00')]).toEqual(['00:05', '24:00']);
  const mistakes = new Mistakes();
  parseHolidays('from,to,name\n"2026. 9",2026. 9. 3,"개천절"\n', context(mistakes));
  expect(mistakes.found.map(({ message }) => message)).toEqual([
    'a.csv line 2, field "from": "2026. 9" is no day such as 2026-03-02',
  ]);
});
