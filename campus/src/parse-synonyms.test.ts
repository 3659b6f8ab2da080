import { expect, test } from 'vitest';
import { Mistakes } from './table.ts';
import { parseSynonyms } from './parse-boards.ts';

function say(...rows: string[]): string[] {
  const mistakes = new Mistakes();
  parseSynonyms(['words\topens', ...rows, ''].join('\n'), { file: 'synonyms.tsv', mistakes });
  return mistakes.found.map(({ message }) => message);
}
const many = (count: number) => Array.from({ length: count }, (_, index) => `낱말${index}`).join(', ');

test.each([
  ['우산, ·\t', '"·" has neither a letter nor a digit'],
  ['우산, , 양산\t', 'is empty'],
  ['빈 강의실, 지금\trooms', '"지금" says only how something is asked'],
  ['우산, 지금 어디\t', '"지금 어디" says only how something is asked'],
  [`${many(21)}\t`, 'has 21 words; 20 fit'],
  ['우산, 우산\t', '"우산" already stands in line 2'],
  ['우산, 양산\troom', '"room" is none of rooms, meals, emergency'],
])('[FS-17] words %j: the mistake is that one %s', (row, expected) => {
  expect(say(row)).toEqual([expect.stringContaining(expected)]);
});

test('[FS-17] synonyms: accepts twenty words, signs inside words, and words next to question words', () => {
  expect(say(`${many(20)}\t`, '3·1운동, 삼일절\t', '학식, 오늘 학식\tmeals', 'c++, 🎉\t')).toEqual([]);
});
