import { describe, expect, test } from 'vitest';
import {
  CLASS_PERIODS,
  hear,
  periodAt,
  periodsWithin,
  usualOf,
  type Crowd,
  type CrowdReports,
} from './crowd.ts';

const NOW = 1_000_000;
const say = (crowd: Crowd | null, ago = 0, more: Partial<CrowdReports> = {}): CrowdReports => ({
  crowd,
  quiet: false,
  byCode: false,
  minute: NOW - ago,
  count: 1,
  ...more,
});
const code = { byCode: true };
const now = (voices: CrowdReports[], usual: Crowd | null = null) => hear(voices, NOW, usual).now;

describe('[PL-04] crowd reports of a place', () => {
  test.each<[string, Crowd | 'split' | undefined, CrowdReports[]]>([
    ['nobody says anything', undefined, []],
    ['one voice is not shown', undefined, [say('free')]],
    ['nor is one by a code, which is one student', undefined, [say('free', 0, code)]],
    ['two agree', 'crowded', [say('crowded'), say('crowded', 10)]],
    ['of two in the middle the one with fewer people', 'free', [say('free'), say('normal')]],
    ['three', 'normal', [say('free'), say('normal'), say('crowded', 40)]],
    ['a newer one weighs more: 1 against 2 × 0.35', 'free', [say('free'), say('normal', 30, { count: 2 })]],
    ['two of 20 minutes are as many as one now', 'free', [say('free'), say('normal', 20, { count: 2 })]],
    ['three of 20 minutes are more', 'normal', [say('free'), say('normal', 20, { count: 3 })]],
    [
      'one by a code is as much as two others',
      'free',
      [say('free', 0, code), say('normal', 0, { count: 2 })],
    ],
    ['and not as much as three', 'normal', [say('free', 0, code), say('normal', 0, { count: 3 })]],
    ['the oldest that counts', 'free', [say('free', 44), say('free', 44)]],
    ['and one that is over', undefined, [say('free', 45), say('free', 44)]],
  ])('%s', (_, expected, voices) => expect(now(voices)).toBe(expected));

  test.each<[string, Crowd | 'split', CrowdReports[]]>([
    ['one against one', 'split', [say('free'), say('crowded')]],
    ['a third each', 'split', [say('free'), say('normal'), say('crowded')]],
    ['less than a third of one', 'normal', [say('free'), say('normal', 0, { count: 2 }), say('crowded')]],
    ['a code makes it a third', 'split', [say('free', 0, code), say('crowded', 0, { count: 4 })]],
    ['an old one is less than a third: 0.5 of 1.5', 'split', [say('free'), say('crowded', 20)]],
    ['and 0.25 of 1.25', 'free', [say('free'), say('crowded', 40)]],
  ])('[PL-06] contradicting reports: %s', (_, expected, voices) => expect(now(voices)).toBe(expected));

  test('the opposite of the usual needs four reports', () => {
    const three = [say('free', 0, { count: 3 })];
    expect(hear(three, NOW, 'crowded')).toEqual({});
    expect(now(three, 'normal')).toBe('free');
    expect(now([...three, say('free')], 'crowded')).toBe('free');
    // Codes weigh more, but count no more students.
    expect(now([say('crowded', 0, { ...code, count: 3 })], 'free')).toBeUndefined();
    expect(now([say('free'), say('crowded')], 'crowded')).toBe('split');
  });

  test('number and age: those of the reports used', () => {
    const quiet = { quiet: true };
    const voices = [say('free', 9), say('normal', 4), say(null, 1, { ...quiet, count: 2 })];
    expect(hear(voices, NOW, null)).toEqual({ now: 'normal', n: 2, quiet: 2, at: NOW - 4 });
    expect(hear([say(null, 1, quiet), say('free', 8, quiet)], NOW, null)).toEqual({
      quiet: 2,
      at: NOW - 1,
    });
    expect(hear([say(null, 1, quiet)], NOW, null)).toEqual({});
  });
});

describe('[PL-06] usual crowd', () => {
  test('from ten reports: their median; otherwise the planted value; otherwise unknown', () => {
    expect(usualOf({ free: 4, normal: 5, crowded: 0 }, null)).toBeNull();
    expect(usualOf({ free: 4, normal: 5, crowded: 0 }, 'crowded')).toBe('crowded');
    expect(usualOf({ free: 4, normal: 6, crowded: 0 }, 'crowded')).toBe('normal');
    expect(usualOf({ free: 0, normal: 4, crowded: 6 }, null)).toBe('crowded');
  });

  test('a class period lasts until the next one begins, on the weekday of the campus', () => {
    const at = (time: string) => periodAt(Date.parse(`2026-03-01T${time}Z`), CLASS_PERIODS);
    expect(at('08:59')).toEqual({ weekday: 7, period: 0 });
    expect(at('09:00').period).toBe(1);
    expect(at('10:29').period).toBe(1);
    expect(at('23:59').period).toBe(9);
  });

  test('hours name the class periods that begin in them, each within one day', () => {
    expect(periodsWithin('tue,thu 10:00-12:00', CLASS_PERIODS)).toEqual([
      { weekday: 2, period: 2 },
      { weekday: 4, period: 2 },
    ]);
    expect(periodsWithin('sun 00:00-24:00', CLASS_PERIODS)).toHaveLength(10);
    expect(periodsWithin('sun 22:00-23:00', CLASS_PERIODS)).toEqual([]);
    for (const wrong of ['sun 18:00-02:00', 'someday 09:00-10:00', ''])
      expect(periodsWithin(wrong, CLASS_PERIODS)).toBeNull();
  });
});
