import type { Campus } from '@madang/campus/campus';
import { placeKeyword } from '@madang/contract/campus/rules';
import { isOneLetter, queryProblem, searchWords, squashText } from '@madang/contract/search/rules';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Counter } from '../analytics/index.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import { EncodedAnswer, type Router } from '../../platform/http/router.ts';
import { findPosts, firstEnd, type FoundPage } from './find-posts.ts';
import { findSimilarQuestions } from './find-similar.ts';
import { PieceStatistics } from './piece-statistics.ts';
import { decodeSearchCursor, type SearchEnd } from './search-cursor.ts';
import { listBoardNames, readCards } from './search.queries.ts';
import { findPlaces, presentSearch } from './search.present.ts';
import { noteUnfound } from './unfound.queries.ts';

interface SearchDependencies {
  database: Database;
  campus: Campus;
  counter: Counter;
  log: Logger;
}

/** Mounts search. */
export function registerSearch(router: Router, dependencies: SearchDependencies): void {
  const { database, counter } = dependencies;
  const {
    operatorLabel,
    keywords: settings,
    placeWord,
    buildingNicknames = {},
  } = dependencies.campus.settings;
  const statistics = new PieceStatistics(database);
  const keywords = settings.map((keyword, index) => ({
    id: String(index + 1),
    name: placeKeyword(keyword, placeWord),
  }));

  const nicknames = new Map(Object.entries(buildingNicknames).map(([name, ids]) => [squashText(name), ids]));

  router.handle('GET /api/search', async ({ session, query: { query, order, board = null, cursor } }) => {
    refuseFields({ query: queryProblem(query) });
    const end = cursor === undefined ? firstEnd(order) : decodeSearchCursor(cursor, order);
    const asked = searchWords(query);
    const boards = await listBoardNames(database);
    if (board !== null && !boards.some(({ id }) => id === board)) throw new ProblemError('resource.missing');
    const page =
      asked.length === 0
        ? { words: [], ids: [], next: null }
        : await findPosts({ database, statistics }, { words: asked, board, end });
    if (cursor === undefined) counter.add('search');
    const places = findPlaces(page.words, { boards, keywords, nicknames });
    if (places.length === 0 && isUnfound(asked, end, page))
      await noteMiss(dependencies, session.userId, page.words);
    const head = {
      words: page.words,
      shortened: page.words.join(' ') !== asked.join(' '),
      scope: isOneLetter(asked) ? ('beginnings' as const) : ('texts' as const),
      places: cursor === undefined ? places : [],
    };
    return new EncodedAnswer(
      presentSearch(head, await readCards(database, operatorLabel, page.ids), page.next),
    );
  });

  router.handle('GET /api/search/similar', async ({ query: { title } }) => {
    const ids = await findSimilarQuestions({ database, statistics }, title);
    return new EncodedAnswer(`{"posts":[${await readCards(database, operatorLabel, ids)}]}`);
  });
}

/** Whether nothing at all was found, at the end of all calls of a search. One letter asks for no text. */
function isUnfound(asked: readonly string[], end: SearchEnd, page: FoundPage): boolean {
  return asked.length > 0 && !isOneLetter(asked) && page.ids.length === 0 && page.next === null && !end.found;
}

/** Counts what was not found; what cannot be counted is answered all the same. */
async function noteMiss(
  { database, campus, counter, log }: SearchDependencies,
  userId: string,
  words: readonly string[],
): Promise<void> {
  counter.add('unfound');
  await noteUnfound(database, campus.settings.timeZone, userId, words.join(' ')).catch((error: Error) =>
    log.warn({ error: error.message }, 'a search without result was not counted'),
  );
}
