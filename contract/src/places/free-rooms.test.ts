import { expect, test } from 'vitest';
import { type BuildingHours, campusClock } from './open-hours.ts';
import { parseHours } from './amenities.ts';
import type { Room } from './schema.ts';
import { freeRooms } from './rooms.ts';

const DAY = '2026-11-25';
const makeRoom = (id: string, ...classes: string[]): Room => ({
  id,
  buildingId: 'hall',
  name: `${id}호`,
  floor: '1',
  seats: null,
  stepFree: null,
  source: '학사팀',
  classes: classes.map((times) => {
    const [from = '', to = ''] = times.split('-');
    return { from, to };
  }),
});
const open = (hours: string, from: string | null = null): BuildingHours => ({
  buildingId: 'hall',
  from,
  to: from,
  hours: parseHours(hours) ?? [],
  source: '',
});
const clockOf = (local: string) => Date.parse(`${local.includes('T') ? local : `${DAY}T${local}`}Z`);
const say = (local: string, rooms: Room[], hours: BuildingHours[] = [], day = DAY) =>
  freeRooms({ day, rooms }, hours, clockOf(local)).map(
    ({ room, until, ends }) => `${room.id} ${until} ${ends}`,
  );

test('free rooms: until the next class, the building’s closing or all day; longest first', () => {
  const rooms = [
    makeRoom('101', '09:00-10:15', '14:00-15:15'),
    makeRoom('102', '10:30-11:45'),
    makeRoom('103', '16:30-17:45'),
    makeRoom('104'),
  ];
  const hall = [open('mon-fri 08:00-20:00')];
  expect(say('10:30', rooms, hall)).toEqual(['104 20:00 closing', '103 16:30 class', '101 14:00 class']);
  expect(say('10:30', rooms)).toEqual(['104 24:00 day', '103 16:30 class', '101 14:00 class']);
  // A class includes its first minute and excludes its end.
  expect(say('08:59', rooms.slice(0, 1), hall)).toEqual(['101 09:00 class']);
  expect(say('09:00', rooms.slice(0, 1), hall)).toEqual([]);
  expect(say('10:14', rooms.slice(0, 1), hall)).toEqual([]);
  expect(say('10:15', rooms.slice(0, 1), hall)).toEqual(['101 14:00 class']);
  expect(say('15:15', rooms.slice(0, 1), hall)).toEqual(['101 20:00 closing']);
  // The building closes before the class, or at the same minute.
  expect(say('10:30', [makeRoom('101', '20:00-21:00')], hall)).toEqual(['101 20:00 class']);
  expect(say('10:30', [makeRoom('101', '21:00-22:00')], hall)).toEqual(['101 20:00 closing']);
});

test('free rooms: none in a closed building, on a day of unknown classes, without timetable', () => {
  const rooms = [makeRoom('101')];
  expect(say('20:00', rooms, [open('mon-fri 08:00-20:00')])).toEqual([]);
  expect(say('07:59', rooms, [open('mon-fri 08:00-20:00')])).toEqual([]);
  expect(say('12:00', rooms, [open('daily 08:00-20:00'), open('closed', DAY)])).toEqual([]);
  expect(say('2026-11-26T00:00', rooms)).toEqual([]);
  expect(say('2026-11-24T23:59', rooms)).toEqual([]);
  expect(say('12:00', [])).toEqual([]);
});

test('free rooms: free until the day ends, then until a closing time after midnight', () => {
  const hours = [open('daily 06:00-02:00')];
  expect(say('23:00', [makeRoom('101')], hours)).toEqual(['101 24:00 day']);
  expect(say('01:00', [makeRoom('101')], hours)).toEqual(['101 02:00 closing']);
  expect(say('23:00', [makeRoom('101')], [open('daily 06:00-24:00')])).toEqual(['101 24:00 closing']);
  expect(say('23:00', [makeRoom('101')], [open('daily 00:00-24:00')])).toEqual(['101 24:00 day']);
});

test('free rooms: follow the clock of the campus, also at a change of time', () => {
  const rooms = [makeRoom('101', '01:30-02:30', '09:00-10:15')];
  const at = (instant: string, day: string, timeZone: string) =>
    freeRooms({ day, rooms }, [], campusClock(Date.parse(instant), timeZone)).map(({ until }) => until);
  expect(at('2026-11-24T23:59Z', '2026-11-25', 'Asia/Seoul')).toEqual(['09:00']);
  expect(at('2026-11-25T00:00Z', '2026-11-25', 'Asia/Seoul')).toEqual([]);
  // Midnight of the campus differs from UTC's.
  expect(at('2026-11-24T15:00Z', '2026-11-25', 'Asia/Seoul')).toEqual(['01:30']);
  expect(at('2026-11-24T14:59Z', '2026-11-25', 'Asia/Seoul')).toEqual([]);
  // New York: 02:00 becomes 03:00 on 8 March, and 02:00 becomes 01:00 on 1 November.
  const zone = 'America/New_York';
  expect(at('2026-03-08T06:59Z', '2026-03-08', zone)).toEqual([]);
  expect(at('2026-03-08T07:00Z', '2026-03-08', zone)).toEqual(['09:00']);
  expect(at('2026-11-01T05:45Z', '2026-11-01', zone)).toEqual([]);
  expect(at('2026-11-01T06:15Z', '2026-11-01', zone)).toEqual(['01:30']);
  expect(at('2026-11-01T13:59Z', '2026-11-01', zone)).toEqual(['09:00']);
  expect(at('2026-11-01T14:00Z', '2026-11-01', zone)).toEqual([]);
});
