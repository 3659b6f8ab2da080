import { expect, test } from 'vitest';
import { doubtedSince, judgeReports, nameChange, type Report } from './amenity-reports.ts';

const today = '2026-11-25';
const there = { confirmed: '2026-03-02', gone: '' };
const gone = { confirmed: '2026-03-02', gone: '2026-11-02' };

/** `+` reports that it is there, `-` that it is gone, `!` adds a picture; each a minute later, by another student. */
const voices = (signs: string): Report[] =>
  [...signs].map((sign, place) => ({
    userId: `student ${place}`,
    there: sign === '+',
    at: new Date(2026, 10, 24, 9, place),
    picture: sign === '!' ? 'upload' : null,
  }));

/** Returns the days after the last of these reports. */
const judge = (days: typeof there, signs: string) =>
  judgeReports(
    days,
    { before: voices(signs.slice(0, -1)), after: voices(signs) },
    signs.endsWith('+'),
    today,
  );

test.each([
  // Three agreeing reports are needed, two are not enough.
  [there, '-', there],
  [there, '--', there],
  [there, '---', { ...there, gone: today }],
  [there, '++---', { ...there, gone: today }],
  // A picture counts as one report, and alone does not remove it.
  [there, '!', there],
  [there, '!--', { ...there, gone: today }],
  // A report that it is there sets today's date, even if others without a picture report it gone.
  [there, '+', { ...there, confirmed: today }],
  [there, '--+', { ...there, confirmed: today }],
  // A picture needs an answer first; the next report sets a date.
  [there, '!+', there],
  [there, '!++', { ...there, confirmed: today }],
  // Three reports bring it back; another report that it is gone changes nothing.
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
] as const)('[PL-09] after %s: doubted since report %s', (signs, since) => {
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
