import type { Campus } from '@madang/campus/campus';
import { placeKeyword } from '@madang/contract/campus/rules';
import { isOneLetter, queryProblem, searchWords } from '@madang/contract/search/rules';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Counter } from '../analytics/index.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import { EncodedAnswer, type Router } from '../../platform/http/router.ts';
import { findPosts, firstEnd, type FoundPage } from './find-posts.ts';
import { findSimilarQuestions } from './find-similar.ts';
import { PieceStatistics } from './piece-statistics.ts';
import { formsOf } from './query-forms.ts';
import { cutSurely } from './reduce-query.ts';
import { decodeSearchCursor } from './search-cursor.ts';
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
    searchTerms,
    buildingNicknames: nicknames = {},
  } = dependencies.campus.settings;
  const { synonyms } = dependencies.campus;
  const statistics = new PieceStatistics(database);
  const keywords = settings.map((keyword, index) => ({
    id: String(index + 1),
    name: placeKeyword(keyword, placeWord),
  }));

  const others = [...keywords, ...searchTerms.map((name) => ({ name }))];

  router.handle('GET /api/search', async ({ session, query: asked }) => {
    const { query, order, board = null, plain = '', cursor } = asked;
    refuseFields({ query: queryProblem(query) });
    const end = cursor === undefined ? firstEnd(order) : decodeSearchCursor(cursor, order);
    const boards = await listBoardNames(database);
    if (board !== null && !boards.some(({ id }) => id === board)) throw new ProblemError('resource.missing');
    const words = searchWords(query);
    const forms =
      words.length === 0 ? [] : formsOf(query, searchWords(plain), { boards, nicknames, others, synonyms });
    const page = (await findPosts({ database, statistics }, { forms, board, end })) ?? NOTHING;
    if (cursor === undefined) counter.add('search');
    const places = findPlaces(page.form.words, page.form.named, { boards, keywords });
    const isReduced = page.form.how === 'reduced';
    const unfound = isReduced
      ? cursor === undefined
      : page.ids.length === 0 && page.next === null && !end.found;
    if (unfound && places.length === 0 && words.length > 0 && !isOneLetter(words))
      await noteMiss(dependencies, session.userId, words);
    const head = {
      form: page.form,
      scope: isOneLetter(words) ? ('beginnings' as const) : ('texts' as const),
      places: cursor === undefined ? places : [],
    };
    return new EncodedAnswer(presentSearch(head, await readCards(database, operatorLabel, page.ids), page));
  });

  router.handle('GET /api/search/similar', async ({ query: { title } }) => {
    const ids = await findSimilarQuestions({ database, statistics }, title);
    return new EncodedAnswer(`{"posts":[${await readCards(database, operatorLabel, ids)}]}`);
  });
}

/** Of a query of signs alone. */
const NOTHING: FoundPage = {
  form: { how: 'typed', number: 0, words: [], named: [] },
  ids: [],
  total: { count: 0, more: false },
  next: null,
};

/** Searches without a result are counted without their particles. */
const termOf = (words: readonly string[]): string => words.map(cutSurely).join(' ');

/** Counts what was not found; what cannot be counted is answered all the same. */
async function noteMiss(
  { database, campus, counter, log }: SearchDependencies,
  userId: string,
  words: readonly string[],
): Promise<void> {
  counter.add('unfound');
  await noteUnfound(database, campus.settings.timeZone, userId, termOf(words)).catch((error: Error) =>
    log.warn({ error: error.message }, 'a search without result was not counted'),
  );
}
