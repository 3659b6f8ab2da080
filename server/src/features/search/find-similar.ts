import type { SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import {
  cutParticles,
  piecesOf,
  searchWords,
  SIMILAR_MAX,
  splitScripts,
} from '@madang/contract/search/rules';
import { isFiller } from '@madang/contract/search/synonyms';
import { patternOf, type FindDependencies } from './find-posts.ts';
import { BEGINNING } from './search-cursor.ts';
import { findByWalk, findSimilar } from './search.queries.ts';

const BOARD = 'question' satisfies (typeof SPECIAL_BOARD_IDS)[number];
/** More words than that make a title no clearer. */
const WORDS_MAX = 8;
/** Candidates are found by so many words, the rarest. */
const RARE_MAX = 4;

/** Ids of questions that share words with the title, the most alike first. */
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
  // Words that a large part of all posts has: the newest questions with all of them.
  const rows = await findByWalk(
    database,
    { pieces: [], patterns, joined: [], board: BOARD },
    BEGINNING,
    SIMILAR_MAX,
  );
  return rows.filter(({ title: found }) => found !== null).map(({ id }) => id);
}
