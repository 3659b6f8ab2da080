import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf, searchText } from '@madang/contract/search/rules';
import {
  ALERT_WORD_MAX,
  alertPiece,
  alertWordProblem,
  alertWords,
  bellText,
} from '@madang/contract/notifications/rules';

test('bell: shows nothing, a number, or more than 99', () => {
  expect([-1, 0, 1, 99, 100, 5_000].map(bellText)).toEqual(['', '', '1', '99', '99+', '99+']);
});

test('[NO-03] alert word: has at least two syllables', () => {
  for (const word of ['책', ' 책 ', 'a b', '!!', '%_', '👍'])
    expect([word, alertWordProblem(word)]).toEqual([word, 'alert.short']);
  for (const word of ['', ' ', '\u200b']) expect(alertWordProblem(word)).toBe('required');
  for (const word of ['책상', 'IT', '책 도서관', '가'.repeat(ALERT_WORD_MAX)])
    expect(alertWordProblem(word)).toBeNull();
  expect(alertWordProblem('가'.repeat(ALERT_WORD_MAX + 1))).toBe('tooLong');
});

test('[NO-03] a text that contains the words of an alert also contains its index piece', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      (word, around) => {
        fc.pre(alertWordProblem(word) === null);
        const text = searchText({ title: `${around} ${alertWords(word).join(' ')} ${around}`, body: around });
        fc.pre(alertWords(word).every((one) => text.includes(one)));
        const pieces = text.split(/\s+/).flatMap(piecesOf);
        expect(pieces).toContain(alertPiece(alertWords(word)));
      },
    ),
  );
});
