import { SEARCH_ANSWERS, type Synonyms } from '@madang/contract/campus/rules';
import { searchWords, squashText } from '@madang/contract/search/rules';
import { isFiller } from '@madang/contract/search/synonyms';
import type { Mistakes } from './campus-error.ts';
import { checkLine } from './parse-amenities.ts';
import { readRows, reportTwice, type ReportField } from './read-table.ts';

const COLUMNS = ['words', 'opens'] as const;
/** Every phone keeps all of them. */
const ROWS_MAX = 200;
const WORD_MAX = 20;
const WORDS_MAX = 20;

/** Returns the rows of `synonyms.tsv`, those with a mistake included: each is reported. Null for a file with other columns. */
export function parseSynonyms(
  text: string,
  context: { file: string; mistakes: Mistakes },
): Synonyms[] | null {
  const lineOfWord = new Map<string, number>();
  const rows = readRows(text, COLUMNS, ROWS_MAX, context);
  return (
    rows?.map(({ cells, line, report }) => {
      const words = cells.words.split(',').map((word) => word.trim());
      const opens = SEARCH_ANSWERS.find((answer) => answer === cells.opens);
      for (const word of words) {
        checkWord(word, report);
        if (word !== '') reportTwice('words', squashText(word), lineOfWord, line, report);
      }
      if (words.length > WORDS_MAX) report('words', `has ${words.length} words; ${WORDS_MAX} fit`);
      if (cells.opens !== '' && !opens)
        report('opens', `"${cells.opens}" is none of ${SEARCH_ANSWERS.join(', ')}`);
      if (words.length < 2 && !opens) report('words', 'has one word, which means the same as no other');
      return { words, ...(opens && { opens }) };
    }) ?? null
  );
}

/** Reports a word that no search can hold, or that says nothing of what is searched. */
function checkWord(word: string, report: ReportField): void {
  checkLine('words', word, report);
  if (word === '') return;
  const searched = searchWords(word);
  if (word.length > WORD_MAX) report('words', `"${word}" is longer than ${WORD_MAX} letters`);
  if (searched.length === 0) report('words', `"${word}" has neither a letter nor a digit`);
  else if (searched.every(isFiller)) report('words', `"${word}" says only how something is asked`);
}
