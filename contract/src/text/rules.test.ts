import { expect, test } from 'vitest';
import { squashText } from '../search/rules.ts';
import { countCodePoints, dropEnd, firstParagraph, formatCount, isBlank, normalizeText } from './rules.ts';

test('length: code points after NFC, as the student sees them', () => {
  expect(countCodePoints('한글'.normalize('NFD'))).toBe(2);
  expect(countCodePoints('👍👍')).toBe(2);
});

test('stored text: has one kind of line end, no NUL and no lone surrogate', () => {
  expect(normalizeText('a\r\nb\rc\0\ud800')).toBe('a\nb\nc\ufffd');
  expect(normalizeText('e\0\u0301')).toBe('\u00e9');
});

/** Marks that normalization sorts or search omits, and marks only by their compatibility form. */
const hostile = ['\u0301'.repeat(20_000) + '\u0316'.repeat(20_000), '\uff9e\u0316'.repeat(20_000)].concat(
  `${'\u0301\u0316'.repeat(15)}\u200b`.repeat(1_300),
);

test('normalizing twice: changes nothing, however many marks the text has', () => {
  for (const marks of hostile)
    for (const form of [normalizeText, squashText]) {
      const once = form(`a${marks}`);
      expect(form(once) === once).toBe(true);
    }
});

test('end of a text: removed one character at a time', () => {
  expect(dropEnd('가나...', (sign) => sign === '.')).toBe('가나');
  expect(dropEnd('...', (sign) => sign === '.')).toBe('');
});

test('invisible text: counts as blank', () => {
  for (const text of [
    '',
    ' \n\t',
    '\u200b\u2060',
    '\u3164',
    '\u00ad',
    '\u2800',
    '\ufe0f',
    '\u034f ',
    '\u115f\u1160',
    '\u{e0020}',
  ])
    expect(isBlank(text)).toBe(true);
  for (const text of ['.', '가', '👍']) expect(isBlank(text)).toBe(false);
});

test('a preview is the first paragraph on one line', () => {
  expect(firstParagraph('\n\n첫 줄\n둘째 줄\n\n다음 문단')).toBe('첫 줄 둘째 줄');
  expect([...firstParagraph('👍'.repeat(200))]).toHaveLength(160);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_234_567, '1,234,567'],
])('a count of %s is written %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});
