import { markWords } from '@madang/contract/search/marks';
import { squashText } from '@madang/contract/search/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('[FS-06] marks of searched words in any text', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'가나다 열람실\n\tab AＢ👍<&%ㄱㅏ\u200b'),
    maxLength: 40,
  });
  const word = fc.string({ unit: fc.constantFrom(...'가나다열람실ab1👍'), minLength: 1, maxLength: 3 });

  test('parts add up to the text, and marked ones are never adjacent', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), fc.array(word), (shown, words) => {
        const parts = markWords(shown, words);
        expect(parts.map((part) => part.text).join('')).toBe(shown);
        for (const [index, part] of parts.entries())
          expect([part.text !== '', part.marked && parts[index + 1]?.marked === true]).toEqual([true, false]);
      }),
    );
  });

  test('marks what search finds, and marked parts contain a word', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'가나다열람실  ab12'), maxLength: 30 });
    fc.assert(
      fc.property(plain, word, (shown, searched) => {
        const marked = markWords(shown, [searched]).filter((part) => part.marked);
        expect(marked.length > 0).toBe(squashText(shown).includes(searched));
        for (const part of marked) expect(squashText(part.text)).toContain(searched);
      }),
    );
  });
});
