import { expect, test } from 'vitest';
import { findUtcOffset, formatDateTime, formatHumanTime, formatRelativeTime, setUtcOffset } from './rules.ts';

const minutesAgo = (minutes: number) => `${minutes}분 전`;
const written = new Date('2026-03-01T15:30:00Z'); // 00:30 on 2 March in Seoul
const after = (milliseconds: number, zone = 'Asia/Seoul') =>
  formatRelativeTime(written, new Date(written.getTime() + milliseconds), zone, minutesAgo);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test('[SC-16] time: minutes ago, HH:mm from 60 minutes, MM/DD from 24 hours, in campus time', () => {
  expect(after(0)).toBe('0분 전');
  expect(after(minute - 1)).toBe('0분 전');
  expect(after(minute)).toBe('1분 전');
  expect(after(hour - 1)).toBe('59분 전');
  expect(after(hour)).toBe('00:30');
  expect(after(day - 1)).toBe('00:30');
  expect(after(day)).toBe('03/02');
  expect(after(400 * day)).toBe('03/02');
  expect(after(hour, 'America/New_York')).toBe('10:30');
  expect(after(day, 'America/New_York')).toBe('03/01');
});

test('[SC-16] phone with a slow clock: still shows 0분 전', () => {
  expect(after(-5 * minute)).toBe('0분 전');
});

test('full date: zero-padded, in campus time', () => {
  expect(formatDateTime(written, 'Asia/Seoul')).toBe('2026/03/02 00:30');
  expect(formatDateTime(new Date('2026-12-31T14:05:00Z'), 'Asia/Seoul')).toBe('2026/12/31 23:05');
});

test.each([
  ['2026-11-25T10:00:00Z', '방금'],
  ['2026-11-25T09:59:59Z', '방금'],
  ['2026-11-25T10:05:00Z', '방금'],
  ['2026-11-25T09:52:00Z', '8분 전'],
  ['2026-11-25T09:00:01Z', '59분 전'],
  ['2026-11-25T09:00:00Z', '18:00'],
  ['2026-11-24T15:00:00Z', '00:00'],
  ['2026-11-24T14:59:59Z', '어제 23:59'],
  ['2026-11-23T15:00:00Z', '어제 00:00'],
  ['2026-11-23T14:59:59Z', '11/23'],
  ['2025-12-31T15:00:00Z', '01/01'],
  ['2025-12-31T14:59:59Z', '2025/12/31'],
])('[EV-04] at 19:00 of a day in November, %s is %s', (instant, text) => {
  const now = new Date('2026-11-25T10:00:00Z');
  expect(formatHumanTime(new Date(instant), now, 'Asia/Seoul', words)).toBe(text);
});

test.each([
  // The 25th has 25 hours, the 29th of March 23.
  ['2026-10-25T23:30:00Z', '2026-10-24T12:00:00Z', '어제 13:00'],
  ['2026-10-26T23:30:00Z', '2026-10-25T00:10:00Z', '어제 01:10'],
  ['2026-03-29T23:30:00Z', '2026-03-29T00:30:00Z', '어제 00:30'],
  ['2026-03-29T23:30:00Z', '2026-03-28T23:30:00Z', '03/28'],
])('[EV-04] in Lisbon at %s, where the clock changed, %s is %s', (now, instant, text) => {
  expect(formatHumanTime(new Date(instant), new Date(now), 'Europe/Lisbon', words)).toBe(text);
});

const words = {
  minutesAgo: (minutes: number) => (minutes === 0 ? '방금' : `${minutes}분 전`),
  yesterday: (clock: string) => `어제 ${clock}`,
};

test.each([
  ['Asia/Seoul', 540],
  ['Europe/Lisbon', 0],
  ['America/St_Johns', -210],
])('a set offset of %s gives the same clock as the time zone, also beside its changes', (zone, minutes) => {
  const now = Date.parse('2026-11-25T10:00:00Z');
  const offset = findUtcOffset(zone, now);
  expect(offset.minutes).toBe(minutes);
  const instants = [offset.from, offset.until, now].flatMap((at) => [at - minute, at - 1, at, at + minute]);
  const read = () => instants.map((at) => formatDateTime(new Date(at), zone));
  const before = read();
  setUtcOffset(zone, offset);
  expect(read()).toEqual(before);
});

test('the offset of Lisbon ends when the clock changes', () => {
  const { from, until } = findUtcOffset('Europe/Lisbon', Date.parse('2026-11-25T10:00:00Z'));
  expect([from, until].map((at) => new Date(at).toISOString())).toEqual([
    '2026-10-25T01:00:00.000Z',
    '2027-03-28T01:00:00.000Z',
  ]);
});

test('a clock is read from a set offset, without a formatter', () => {
  setUtcOffset('Not/AZone', { minutes: 90, from: 0, until: day });
  expect(formatDateTime(new Date(hour), 'Not/AZone')).toBe('1970/01/01 02:30');
  expect(() => formatDateTime(new Date(day), 'Not/AZone')).toThrow(RangeError);
});
