import type { SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import { PAGE_SIZE } from '@madang/contract/posts/rules';
import {
  cutParticles,
  isOneLetter,
  piecesOf,
  RANKED_MAX,
  searchWords,
  SEPARATORS,
  SIMILAR_MAX,
  splitScripts,
} from '@madang/contract/search/rules';
import { isFiller } from '@madang/contract/search/synonyms';
import { NIL } from 'uuid';
import type { Database } from '../../database/database.ts';
import { type Match, type PieceStatistics, rank } from './ranking.ts';
import type { QueryForm } from './query.ts';
import { BEGINNING, type SearchEnd, tailOf } from './search-cursor.ts';
import {
  findByIndex,
  findByWalk,
  findSimilar,
  type FoundRow,
  type Position,
  type Wanted,
} from './statements.ts';

export interface FindDependencies {
  database: Database;
  statistics: PieceStatistics;
}

/** A page of matches, with ids in display order. */
export interface FoundPage {
  /** The form searched; if nothing was found, the typed one. */
  form: QueryForm;
  ids: string[];
  /** Number of matches, up to the limit; null on further pages. */
  total: { count: number; more: boolean } | null;
  /** Null if there are no further pages. */
  next: SearchEnd | null;
}

/** A search: query forms, board and start position. */
interface Asked {
  forms: Iterable<QueryForm>;
  board: string | null;
  end: SearchEnd;
}

/** Milliseconds within which further forms may start. */
const REDUCED_WITHIN = 300;

/** Returns a page after a position. Only a first page tries reduced forms: cursors can be forged and have a higher limit. */
export async function findPosts(
  dependencies: FindDependencies,
  { forms, board, end }: Asked,
): Promise<FoundPage | null> {
  let nothing: FoundPage | null = null;
  const began = performance.now();
  for (const form of forms) {
    if (nothing === null && form.number !== end.form) continue;
    const isLate = end.position !== BEGINNING || performance.now() - began > REDUCED_WITHIN;
    if (nothing && form.how === 'reduced' && isLate) break;
    const from = nothing === null ? end : { ...firstEnd(end.order), form: form.number };
    const page = await findPage(dependencies, form, board, from);
    if (page.ids.length > 0 || page.next !== null || from.found) return page;
    nothing ??= page;
  }
  return nothing;
}

/** Returns the position before the first page. */
export const firstEnd = (order: SearchEnd['order']): SearchEnd => ({
  order,
  form: 0,
  found: false,
  position: BEGINNING,
  part: null,
});

async function findPage(
  dependencies: FindDependencies,
  form: QueryForm,
  board: string | null,
  end: SearchEnd,
): Promise<FoundPage> {
  const isFirst = end.position === BEGINNING;
  const limit = end.order === 'recent' && !isFirst ? PAGE_SIZE + 1 : RANKED_MAX;
  const rows = await readForm(dependencies, form, { board, position: end.position, limit });
  const { ids, next } = end.order === 'recent' ? cutRecent(rows) : cutRelevant(rows, form, end);
  const found = end.found || ids.length > 0;
  const count = rows.filter(({ title }) => title !== null).length;
  const more = rows.length === limit || rows.some(({ last }) => last);
  return {
    form,
    ids,
    total: isFirst ? { count, more } : null,
    next: next && { ...end, part: null, ...next, found },
  };
}

/** Returns matches after a position; a named building's posts match without its name [FS-16]. */
async function readForm(
  dependencies: FindDependencies,
  form: QueryForm,
  { board, position, limit }: { board: string | null; position: Position; limit: number },
): Promise<FoundRow[]> {
  const { words, named } = form;
  const parts = [await read(dependencies, wantedOf(writtenOf(form), board), position, limit)];
  for (const id of new Set(named.flatMap(({ boards }) => boards.map((one) => one.id)))) {
    if (board !== null && board !== id) continue;
    const own = named.filter(({ boards }) => boards.some((one) => one.id === id)).flatMap((one) => one.words);
    const others = words.filter((word) => !own.includes(word));
    parts.push(await read(dependencies, textWith(others, id), position, limit));
  }
  return parts.length === 1 ? (parts[0] ?? []) : mergeRows(parts, limit);
}

/** Returns the words that a text contains, with building names as written. */
function writtenOf({ words, named }: QueryForm): string[] {
  const others = words.filter((word) => !named.some((one) => one.words.includes(word)));
  return [...others, ...named.flatMap((one) => one.written)];
}

/** Merges the parts without duplicates, back to where all parts were read. */
function mergeRows(parts: readonly FoundRow[][], limit: number): FoundRow[] {
  const rows = new Map<string, FoundRow>();
  for (const row of parts.flat()) {
    const known = rows.get(row.id);
    rows.set(row.id, { ...(known?.title ? known : row), last: row.last || known?.last === true });
  }
  const ordered = [...rows.values()].sort(
    (one, other) => other.micros - one.micros || (one.id < other.id ? 1 : -1),
  );
  const floor = ordered.findIndex(({ last }) => last);
  return ordered.slice(0, Math.min(limit, floor < 0 ? limit : floor + 1));
}

/** Returns a LIKE pattern for texts that contain the word. */
export const patternOf = (word: string): string => `%${escapeLike(word)}%`;

/** Reverses {@link patternOf}. */
export const wordOf = (pattern: string): string => pattern.slice(1, -1).replaceAll(/\\(.)/gs, '$1');

const escapeLike = (word: string): string => word.replaceAll(/[\\%_]/g, '\\$&');

/** Returns the search condition; one letter matches title beginnings [FS-13]. */
function wantedOf(words: readonly string[], board: string | null): Wanted {
  if (isOneLetter(words))
    return {
      pieces: [`\n${words.join('')}`],
      patterns: [`\n${escapeLike(words.join(''))}%`],
      joined: [],
      board,
    };
  return textWith(words, board);
}

/** Returns pieces and patterns of words. Parts of mixed words (SK미래관) and numbers must be adjacent without separators. */
function textWith(words: readonly string[], board: string | null): Wanted {
  const isFound = words.flatMap(splitScripts).some((part) => piecesOf(part).length > 0);
  const wanted = words.map((word) => {
    const parts = splitScripts(word);
    return isFound && parts.length > 1
      ? {
          pieces: parts.flatMap(piecesOf),
          pattern: `%${parts.map(escapeLike).join('%')}%`,
          joined: patternOf([...parts.join('')].filter((sign) => !SEPARATORS.includes(sign)).join('')),
        }
      : { pieces: piecesOf(word), pattern: patternOf(word) };
  });
  return {
    pieces: [...new Set(wanted.flatMap(({ pieces }) => pieces))],
    patterns: wanted.map(({ pattern }) => pattern),
    joined: wanted.flatMap(({ joined }) => joined ?? []),
    board,
  };
}

async function read(
  { database, statistics }: FindDependencies,
  wanted: Wanted,
  position: Position,
  limit: number,
): Promise<FoundRow[]> {
  return (await statistics.expectsMany(wanted.pieces))
    ? findByWalk(database, wanted, position, limit)
    : findByIndex(database, wanted, position, limit);
}

/** Returns the newest posts with all words within one read. */
export async function findNewest(
  dependencies: FindDependencies,
  { words, board }: { words: readonly string[]; board: string | null },
  limit: number,
): Promise<Position[]> {
  const rows = await read(dependencies, wantedOf(words, board), BEGINNING, limit);
  return rows.filter(({ title }) => title !== null).map(positionOf);
}

type Cut = Pick<FoundPage, 'ids'> & { next: Partial<SearchEnd> | null };

function cutRecent(rows: readonly FoundRow[]): Cut {
  const matches = rows.filter(({ title }) => title !== null);
  const shown = matches.slice(0, PAGE_SIZE);
  const end = matches.length > PAGE_SIZE ? shown.at(-1) : rows.find(({ last }) => last);
  return { ids: shown.map(({ id }) => id), next: end ? { position: positionOf(end) } : null };
}

/** Ranks the newest matches together, then continues with the next. */
function cutRelevant(rows: readonly FoundRow[], form: QueryForm, { position, part }: SearchEnd): Cut {
  const lastRow = rows.at(-1);
  const isCut = lastRow !== undefined && (lastRow.last || rows.length === RANKED_MAX);
  const floor = part ? part.floor : isCut ? positionOf(lastRow) : null;
  const matches = rows
    .flatMap((row) => matchOf(row, form.named) ?? [])
    .filter((match) => isAbove(match, floor));
  const shown = part?.shown ?? [];
  const left = rank(
    matches.filter(({ id }) => !shown.includes(tailOf(id))),
    writtenOf(form),
  );
  const ids = left.slice(0, PAGE_SIZE).map(({ id }) => id);
  if (left.length <= PAGE_SIZE) return { ids, next: floor && { position: floor } };
  // Excludes posts written after this page.
  const newest = matches[0] && position === BEGINNING ? { micros: matches[0].micros + 1, id: NIL } : position;
  return { ids, next: { position: newest, part: { floor, shown: [...shown, ...ids.map(tailOf)] } } };
}

const positionOf = ({ micros, id }: Position): Position => ({ micros, id });

/** Whether a post is at least as new as the floor. */
function isAbove({ micros, id }: Position, floor: Position | null): boolean {
  return floor === null || micros > floor.micros || (micros === floor.micros && id >= floor.id);
}

function matchOf(row: FoundRow, named: QueryForm['named']): Match | null {
  const { id, micros, title, keywords, like_count, board_name } = row;
  if (title === null) return null;
  const called = named.filter(({ boards }) => boards.some(({ name }) => name === board_name));
  const places = [board_name ?? '', ...called.flatMap(({ words }) => words), ...(keywords ?? [])];
  return { id, micros, title, places, likes: like_count ?? 0 };
}

const BOARD = 'question' satisfies (typeof SPECIAL_BOARD_IDS)[number];
/** Maximum words of a title; more do not clarify it. */
const WORDS_MAX = 8;
/** Candidates are found by this many of the rarest words. */
const RARE_MAX = 4;

/** Returns ids of questions similar to a title, best first. */
export async function findSimilarQuestions(
  { database, statistics }: FindDependencies,
  title: string,
): Promise<string[]> {
  const words = cutParticles(searchWords(title).filter((word) => !isFiller(word)))
    .flatMap(splitScripts)
    .filter((word) => piecesOf(word).length > 0)
    .slice(0, WORDS_MAX);
  if (words.length === 0) return [];
  const rare: string[] = [];
  for (const word of words) if (!(await statistics.expectsMany(piecesOf(word)))) rare.push(word);
  const expected = (word: string) => statistics.expectedRows(piecesOf(word));
  const rarest = rare.sort((one, other) => expected(one) - expected(other)).slice(0, RARE_MAX);
  const patterns = words.map(patternOf);
  if (rarest.length > 0) return findSimilar(database, BOARD, rarest, patterns);
  // All words are frequent: the newest questions that contain all of them.
  const rows = await findByWalk(
    database,
    { pieces: [], patterns, joined: [], board: BOARD },
    BEGINNING,
    SIMILAR_MAX,
  );
  return rows.filter(({ title: found }) => found !== null).map(({ id }) => id);
}
