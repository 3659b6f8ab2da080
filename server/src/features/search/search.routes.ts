import type { Campus } from '@madang/campus/campus';
import { placeKeyword } from '@madang/contract/campus/rules';
import { isOneLetter, queryProblem, searchWords } from '@madang/contract/search/rules';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import { EncodedAnswer, type Router } from '../../platform/http/router.ts';
import { findPosts, firstEnd } from './find-posts.ts';
import { findSimilarQuestions } from './find-similar.ts';
import { PieceStatistics } from './piece-statistics.ts';
import { decodeSearchCursor } from './search-cursor.ts';
import { listBoardNames, readCards } from './search.queries.ts';
import { findPlaces, presentSearch } from './search.present.ts';

/** Mounts search. */
export function registerSearch(router: Router, dependencies: { database: Database; campus: Campus }): void {
  const { database } = dependencies;
  const { operatorLabel, keywords: settings, placeWord } = dependencies.campus.settings;
  const statistics = new PieceStatistics(database);
  const keywords = settings.map((keyword, index) => ({
    id: String(index + 1),
    name: placeKeyword(keyword, placeWord),
  }));

  router.handle('GET /api/search', async ({ query: { query, order, board = null, cursor } }) => {
    refuseFields({ query: queryProblem(query) });
    const end = cursor === undefined ? firstEnd(order) : decodeSearchCursor(cursor, order);
    const asked = searchWords(query);
    const boards = await listBoardNames(database);
    if (board !== null && !boards.some(({ id }) => id === board)) throw new ProblemError('resource.missing');
    const page =
      asked.length === 0
        ? { words: [], ids: [], next: null }
        : await findPosts({ database, statistics }, { words: asked, board, end });
    const head = {
      words: page.words,
      shortened: page.words.join(' ') !== asked.join(' '),
      scope: isOneLetter(asked) ? ('beginnings' as const) : ('texts' as const),
      places: cursor === undefined ? findPlaces(page.words, { boards, keywords }) : [],
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
