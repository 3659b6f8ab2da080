import { describe, expect, it } from 'vitest';
import { betaTexts, fillCopy } from './copy.ko.ts';
import deck from './copy.ko.tsv?raw';

/** Texts of one campus: its settings provide them, not the app. */
const campusKeys =
  /^(?:product|university|writer\.operator|keyword\.(?:\d+|place)|category\.(?!all)\w+|festival\.(?:review|photo)|search\.term\.\d+)$/;
const texts: Record<string, string> = betaTexts;
const rows = deck
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

describe('copy deck', () => {
  it('reads the whole deck', () => {
    expect(rows.length).toBeGreaterThanOrEqual(140);
  });

  it.each(rows)('%s reads %s', (key = '', korean = '') => {
    if (campusKeys.test(key)) {
      expect(texts[key]).toBeUndefined();
      return;
    }
    const shown = fillCopy(texts[key] ?? '', { university: '고려대학교', domain: 'korea.ac.kr' });
    expect(shown).toBe(korean);
  });
});
