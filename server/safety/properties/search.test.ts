import { searchWords, squashText } from '@madang/contract/search/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('[FS-02] normalizing twice: changes nothing, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const once = squashText(text);
      expect(squashText(once)).toBe(once);
      expect(once).not.toMatch(/[\t\n]/);
      expect(squashText(text.normalize('NFD'))).toBe(squashText(text.normalize('NFC')));
    }),
    { numRuns: 2_000 },
  );
});

test('[FS-01] squashed text: contains each word of the text', () => {
  const words = fc.array(fc.constantFrom('도서관', '열람실', 'wifi', '3층', '☕', 'ㅋㅋ', 'É'), {
    minLength: 1,
  });
  fc.assert(
    fc.property(words, fc.constantFrom(' ', '\n', '  \t'), (given, space) => {
      const squashed = squashText(given.join(space));
      for (const word of searchWords(given.join(' '))) expect(squashed).toContain(word);
    }),
  );
});
