import { expect, test } from 'vitest';
import { formatHours, isDay, parseFloor, parseHours } from './amenities.ts';

test('hours: parsed as ranges of days and times; an unnamed day is closed', () => {
  expect(parseHours('mon-fri 09:00-18:00; sat,sun 10:00-02:00')).toEqual([
    { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' },
    { days: [6, 7], from: '10:00', to: '02:00' },
  ]);
  expect(parseHours('daily 00:00-24:00')).toEqual([
    { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' },
  ]);
  expect(parseHours('closed')).toEqual([]);
  const wrong = [
    '',
    'mon',
    'mon 9:00-18:00',
    'mon 09:00-25:00',
    'mon 09:00-09:00',
    'fri-mon 09:00-18:00',
    'mon-tue-wed 09:00-18:00',
    'mon,mon 09:00-18:00',
    'mo 09:00-18:00',
    'mon 09:00-18:00;',
    'mon 09:00-18:00 sat 10:00-14:00',
  ];
  expect(wrong.filter((text) => parseHours(text) !== null)).toEqual([]);
});

test('floors: count from the ground in both directions; a day is a calendar date', () => {
  expect(['1', '12', 'B1', 'B2'].map(parseFloor)).toEqual([1, 12, -1, -2]);
  expect(['', '0', 'B0', '1F', '-1', '100', 'b1'].filter((text) => parseFloor(text) !== null)).toEqual([]);
  expect(isDay('2028-02-29')).toBe(true);
  expect(['2026-02-29', '2026-13-01', '26-01-01', '', '2026-01-01 '].filter(isDay)).toEqual([]);
});

test('hours: formatted as they are parsed, also for days with gaps', () => {
  for (const text of [
    'closed',
    'daily 00:00-24:00',
    'mon-fri 09:00-18:00; sat 10:00-14:00',
    'mon,wed,fri 18:00-02:00',
  ])
    expect(formatHours(parseHours(text) ?? [])).toBe(text);
  expect(formatHours([{ days: [6, 7], from: '10:00', to: '14:00' }])).toBe('sat-sun 10:00-14:00');
});
