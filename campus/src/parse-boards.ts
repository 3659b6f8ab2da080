import {
  SEARCH_ANSWERS,
  seatsProblem,
  SPECIAL_BOARD_IDS,
  type Synonyms,
} from '@madang/contract/campus/rules';
import type { CampusSettings } from '@madang/contract/campus/schema';
import type { BoardKind } from '@madang/contract/posts/rules';
import { searchWords, squashText } from '@madang/contract/search/rules';
import { isFiller } from '@madang/contract/search/synonyms';
import type { CampusBoard } from './campus.ts';
import { checkLine } from './parse-places.ts';
import { type Mistakes, readRows, type ReportField, reportTwice } from './table.ts';

const FILE = 'buildings.tsv';
export const BOARD_COLUMNS = ['id', 'name', 'category', 'info', 'kind', 'seats'] as const;
/** Number of required columns; the address of free seats is optional. */
const REQUIRED = 5;
/** More than any campus has. */
const ROWS_MAX = 1_000;
const ID = /^[A-Za-z0-9-]{1,60}$/;

/** Required kind of each special board; other code relies on it. */
const SPECIAL_KINDS: Record<(typeof SPECIAL_BOARD_IDS)[number], BoardKind> = {
  freedom: 'hidden',
  feedback: 'hidden',
  buildingNotice: 'notice',
  question: 'question',
  festival: 'festival',
};
const KINDS: readonly string[] = ['building', ...new Set(Object.values(SPECIAL_KINDS))];

/** Parses `buildings.tsv`; includes rows with mistakes. Null if columns differ. Checks categories only with settings. */
export function parseBoards(
  text: string,
  settings: Pick<CampusSettings, 'categories'> | null,
  mistakes: Mistakes,
): CampusBoard[] | null {
  const rows = readRows(text, BOARD_COLUMNS, ROWS_MAX, { file: FILE, mistakes }, {}, REQUIRED);
  const lineOfId = new Map<string, number>();
  const boards = rows?.map(({ cells, line, report }) => {
    reportTwice('id', cells.id, lineOfId, line, report);
    return parseBoardRow(cells, settings, report);
  });
  if (!boards) return null;
  for (const id of SPECIAL_BOARD_IDS)
    if (!lineOfId.has(id)) mistakes.add(FILE, `the special board "${id}" is missing`, { field: 'id' });
  return boards;
}

/** Checks a row and returns its board. */
export function parseBoardRow(
  { id, name, category, info, kind, seats }: Record<(typeof BOARD_COLUMNS)[number], string>,
  settings: Pick<CampusSettings, 'categories'> | null,
  report: ReportField,
): CampusBoard {
  if (!ID.test(id)) report('id', `"${id}" is not 1 to 60 letters, digits or hyphens`);
  for (const [field, value] of Object.entries({ name, category, info })) {
    if (value.trim() === '') report(field, 'is empty');
    else if (value !== value.trim()) report(field, 'starts or ends with a space');
  }
  const wanted = kindOf(id);
  if (!KINDS.includes(kind)) report('kind', `"${kind}" is none of ${KINDS.join(', ')}`);
  else if (kind !== wanted) report('kind', `"${kind}" must be "${wanted}" for "${id}"`);
  const categories = settings?.categories.map((entry) => entry.name);
  if (wanted === 'building' && category.trim() !== '' && categories && !categories.includes(category))
    report('category', `"${category}" is none of ${categories.join(', ')}`);
  if (seats !== '' && wanted !== 'building') report('seats', 'only a building has one');
  else if (seatsProblem(seats))
    report('seats', `"${seats}" is no address such as https://library.example.ac.kr/seats`);
  return { id, name, category, info, kind: wanted, seats };
}

function kindOf(id: string): BoardKind {
  return Object.hasOwn(SPECIAL_KINDS, id) ? SPECIAL_KINDS[id as keyof typeof SPECIAL_KINDS] : 'building';
}

const SYNONYM_COLUMNS = ['words', 'opens'] as const;
/** Every client stores all of them. */
const SYNONYM_ROWS_MAX = 200;
const WORD_MAX = 20;
const WORDS_MAX = 20;

/** Parses `synonyms.tsv`; includes rows with mistakes. Null if the columns differ. */
export function parseSynonyms(
  text: string,
  context: { file: string; mistakes: Mistakes },
): Synonyms[] | null {
  const lineOfWord = new Map<string, number>();
  const rows = readRows(text, SYNONYM_COLUMNS, SYNONYM_ROWS_MAX, context);
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

/** Reports a word that search cannot contain, or that consists of filler words. */
function checkWord(word: string, report: ReportField): void {
  checkLine('words', word, report);
  if (word === '') return;
  const searched = searchWords(word);
  if (word.length > WORD_MAX) report('words', `"${word}" is longer than ${WORD_MAX} letters`);
  if (searched.length === 0) report('words', `"${word}" has neither a letter nor a digit`);
  else if (searched.every(isFiller)) report('words', `"${word}" says only how something is asked`);
}
