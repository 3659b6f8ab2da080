import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markWords } from './marks.ts';
import { searchWords, squashText } from './rules.ts';

/** The text with what is marked in brackets. */
const mark = (text: string, query: string) =>
  markWords(text, searchWords(query))
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('[FS-06] the words of a search in a text', () => {
  test.each([
    ['도서관에서 만나요', '도서관', '[도서관]에서 만나요'],
    ['열람 실 자리', '열람실', '[열람 실] 자리'],
    ['열람실 자리', '열람 자리', '[열람]실 [자리]'],
    ['ＷＩＦＩ 되나요', 'wifi', '[ＷＩＦＩ] 되나요'],
    ['도서관'.normalize('NFD'), '서관', `도[서관]`.normalize('NFD')],
    ['<b>도서관</b>', '도서관', '<b>[도서관]</b>'],
    ['<script>', 'script', '<[script]>'],
    ['도서관 도서관', '도서관', '[도서관] [도서관]'],
    ['👍굿 자리', '👍굿', '[👍굿] 자리'],
    ['도서관 서관', '도서관 서관', '[도서관] [서관]'],
    ['LG  포스코관', 'lg 포스코', '[LG]  [포스코]관'],
    ['아무것도 없음', '도서관', '아무것도 없음'],
    ['', '도서관', ''],
  ])('%j for %j', (text, query, marked) => expect(mark(text, query)).toBe(marked));

  const text = fc.string({
    unit: fc.constantFrom(...'가나다 열람실\n\tab AＢ👍<&%ㄱㅏ\u200b'),
    maxLength: 40,
  });
  const word = fc.string({ unit: fc.constantFrom(...'가나다열람실ab👍'), minLength: 1, maxLength: 3 });

  test('the parts are the text, and no two marked ones stand side by side', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), fc.array(word), (shown, words) => {
        const parts = markWords(shown, words);
        expect(parts.map((part) => part.text).join('')).toBe(shown);
        for (const [index, part] of parts.entries())
          expect([part.text !== '', part.marked && parts[index + 1]?.marked === true]).toEqual([true, false]);
      }),
    );
  });

  test('what search finds in a text is marked in it, and what is marked holds a word', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'가나다열람실  ab'), maxLength: 30 });
    fc.assert(
      fc.property(plain, word, (shown, searched) => {
        const marked = markWords(shown, [searched]).filter((part) => part.marked);
        expect(marked.length > 0).toBe(squashText(shown).includes(searched));
        for (const part of marked) expect(squashText(part.text)).toContain(searched);
      }),
    );
  });
});
