import { expect, test } from 'vitest';
import { doubtedSince, judgeReports, nameChange, type Report } from './amenity-reports.ts';

const today = '2026-11-25';
const there = { confirmed: '2026-03-02', gone: '' };
const gone = { confirmed: '2026-03-02', gone: '2026-11-02' };

/** `+` says that it is there, `-` that it is not, `!` shows that; each a minute after the one before, by another student. */
const voices = (signs: string): Report[] =>
  [...signs].map((sign, place) => ({
    userId: `student ${place}`,
    there: sign === '+',
    at: new Date(2026, 10, 24, 9, place),
    picture: sign === '!' ? 'upload' : null,
  }));

/** What becomes of it by the last of these voices. */
const judge = (days: typeof there, signs: string) =>
  judgeReports(
    days,
    { before: voices(signs.slice(0, -1)), after: voices(signs) },
    signs.endsWith('+'),
    today,
  );

test.each([
  // Three who agree, and not two.
  [there, '-', there],
  [there, '--', there],
  [there, '---', { ...there, gone: today }],
  [there, '++---', { ...there, gone: today }],
  // A picture counts as one of them, and alone does not take it off the list.
  [there, '!', there],
  [there, '!--', { ...there, gone: today }],
  // One who finds it there says so with today's date, also where others without a picture do not find it.
  [there, '+', { ...there, confirmed: today }],
  [there, '--+', { ...there, confirmed: today }],
  // What a picture shows is answered first; the next one is a date.
  [there, '!+', there],
  [there, '!++', { ...there, confirmed: today }],
  // What is gone is back by three, and said once more that it is gone changes nothing.
  [gone, '+', gone],
  [gone, '++', gone],
  [gone, '+++', { confirmed: today, gone: '' }],
  [gone, '---', gone],
] as const)('[PL-09] from %o, after %s it is %o', (days, signs, expected) => {
  expect(judge(days, signs)).toEqual(expected);
});

test.each([
  ['-', null],
  ['!', 0],
  ['!-!', 0],
  ['!+', null],
  ['+!', 1],
  ['!+!', 2],
] as const)('[PL-09] after %s it is doubted since voice %s', (signs, since) => {
  expect(doubtedSince(voices(signs))).toEqual(since === null ? null : voices(signs)[since]?.at);
});

test('every change has its name in the audit log', () => {
  const same = { before: false, after: false };
  expect(nameChange({ before: there, after: there }, same)).toBeNull();
  expect(nameChange({ before: there, after: { ...there, gone: today } }, same)).toBe('gone');
  expect(nameChange({ before: gone, after: { confirmed: today, gone: '' } }, same)).toBe('back');
  expect(nameChange({ before: there, after: { ...there, confirmed: today } }, same)).toBe('confirmed');
  expect(nameChange({ before: there, after: there }, { before: false, after: true })).toBe('doubted');
  expect(nameChange({ before: there, after: there }, { before: true, after: false })).toBe('doubted no more');
});
