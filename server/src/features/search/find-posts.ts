import { PAGE_SIZE } from '@madang/contract/posts/rules';
import { cutParticles, isOneLetter, piecesOf, RANKED_MAX } from '@madang/contract/search/rules';
import { NIL } from 'uuid';
import type { Database } from '../../platform/database/database.ts';
import type { PieceStatistics } from './piece-statistics.ts';
import { rank, type Match } from './ranking.ts';
import { BEGINNING, tailOf, type SearchEnd } from './search-cursor.ts';
import { findByIndex, findByWalk, type FoundRow, type Position, type Wanted } from './search.queries.ts';

export interface FindDependencies {
  database: Database;
  statistics: PieceStatistics;
}

/** One page of matches, the ids in the order in which they are shown. */
export interface FoundPage {
  /** The words that were searched. */
  words: string[];
  ids: string[];
  /** Null when there is no more. */
  next: SearchEnd | null;
}

/** What is asked: the words of the query, where, and behind what. */
export interface Asked {
  words: string[];
  board: string | null;
  end: SearchEnd;
}

/**
 * The page of posts behind an end. Where nothing at all holds the words, it looks once more without the particles behind
 * them [FS-03]; `next.shortened`, or `words`, says so.
 */
export async function findPosts(dependencies: FindDependencies, asked: Asked): Promise<FoundPage> {
  const { words, end } = asked;
  const cut = isOneLetter(words) ? words : cutParticles(words);
  const page = await findPage(dependencies, end.shortened ? { ...asked, words: cut } : asked);
  const nothing = page.ids.length === 0 && page.next === null && !end.found && !end.shortened;
  if (!nothing || cut.join(' ') === words.join(' ')) return page;
  const again = { ...end, shortened: true, position: BEGINNING, part: null };
  return findPage(dependencies, { ...asked, words: cut, end: again });
}

/** The end before the first page. */
export const firstEnd = (order: SearchEnd['order']): SearchEnd => ({
  order,
  shortened: false,
  found: false,
  position: BEGINNING,
  part: null,
});

async function findPage(dependencies: FindDependencies, { words, board, end }: Asked): Promise<FoundPage> {
  const limit = end.order === 'recent' ? PAGE_SIZE + 1 : RANKED_MAX;
  const rows = await read(dependencies, wantedOf(words, board), end.position, limit);
  const { ids, next } = end.order === 'recent' ? cutRecent(rows) : cutRelevant(rows, words, end);
  const found = end.found || ids.length > 0;
  return { words, ids, next: next && { ...end, part: null, ...next, found } };
}

/** For LIKE: a text with the word in it. */
export const patternOf = (word: string): string => `%${escapeLike(word)}%`;

const escapeLike = (word: string): string => word.replaceAll(/[\\%_]/g, '\\$&');

/** What a text must hold. Of a query of one letter it is the title that must begin with it [FS-13]. */
function wantedOf(words: readonly string[], board: string | null): Wanted {
  if (isOneLetter(words))
    return { pieces: [`\n${words.join('')}`], patterns: [`\n${escapeLike(words.join(''))}%`], board };
  return {
    pieces: [...new Set(words.flatMap(piecesOf))],
    patterns: words.map(patternOf),
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

/** The newest posts that hold all of the words, in no order but time; so many at most, and so far back as one call reads. */
export async function findNewest(
  dependencies: FindDependencies,
  { words, board }: Pick<Asked, 'words' | 'board'>,
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

/** The newest matches are put in order together; when all of them were shown, it goes on with the next newest. */
function cutRelevant(
  rows: readonly FoundRow[],
  words: readonly string[],
  { position, part }: SearchEnd,
): Cut {
  const lastRow = rows.at(-1);
  const isCut = lastRow !== undefined && (lastRow.last || rows.length === RANKED_MAX);
  const floor = part ? part.floor : isCut ? positionOf(lastRow) : null;
  const matches = rows.flatMap((row) => matchOf(row) ?? []).filter((match) => isAbove(match, floor));
  const shown = part?.shown ?? [];
  const left = rank(
    matches.filter(({ id }) => !shown.includes(tailOf(id))),
    words,
  );
  const ids = left.slice(0, PAGE_SIZE).map(({ id }) => id);
  if (left.length <= PAGE_SIZE) return { ids, next: floor && { position: floor } };
  // What is written from now on stays outside.
  const newest = matches[0] && position === BEGINNING ? { micros: matches[0].micros + 1, id: NIL } : position;
  return { ids, next: { position: newest, part: { floor, shown: [...shown, ...ids.map(tailOf)] } } };
}

const positionOf = ({ micros, id }: Position): Position => ({ micros, id });

/** Whether a post is no older than the floor. */
function isAbove({ micros, id }: Position, floor: Position | null): boolean {
  return floor === null || micros > floor.micros || (micros === floor.micros && id >= floor.id);
}

function matchOf({ id, micros, title, keywords, like_count, board_name }: FoundRow): Match | null {
  if (title === null) return null;
  return { id, micros, title, keywords: keywords ?? [], boardName: board_name ?? '', likes: like_count ?? 0 };
}
