import { expect, test } from 'vitest';
import { formatDateTime, formatRelativeTime } from './rules.ts';

const minutesAgo = (minutes: number) => `${minutes}분 전`;
const written = new Date('2026-03-01T15:30:00Z'); // 00:30 on 2 March in Seoul
const after = (milliseconds: number, zone = 'Asia/Seoul') =>
  formatRelativeTime(written, new Date(written.getTime() + milliseconds), zone, minutesAgo);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test('[SC-16] under an hour minutes ago, from exactly 60 minutes HH:mm, from exactly 24 hours MM/DD, campus time', () => {
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

test('[SC-16] a phone whose clock is behind still reads 0분 전', () => {
  expect(after(-5 * minute)).toBe('0분 전');
});

test('the full date is zero-padded and the campus’s', () => {
  expect(formatDateTime(written, 'Asia/Seoul')).toBe('2026/03/02 00:30');
  expect(formatDateTime(new Date('2026-12-31T14:05:00Z'), 'Asia/Seoul')).toBe('2026/12/31 23:05');
});
