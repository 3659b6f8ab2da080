import type { Campus } from '@madang/campus/campus';
import { placeKeyword } from '@madang/contract/campus/rules';
import {
  cutParticles,
  isOneLetter,
  queryProblem,
  searchWords,
  squashText,
} from '@madang/contract/search/rules';
import type { Database } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import { EncodedAnswer, type Router } from '../../http/router.ts';
import type { Logger } from '../../log/log.ts';
import type { Counter } from '../analytics/index.ts';
import { findPosts, findSimilarQuestions, firstEnd, type FoundPage } from './find-posts.ts';
import { PieceStatistics } from './ranking.ts';
import { decodeSearchCursor, encodeSearchCursor } from './search-cursor.ts';
import { type Board, cutSurely, formsOf, type NamedBoards, type QueryForm } from './query.ts';
import { listBoardNames, readCards } from './statements.ts';
import { noteUnfound } from './unfound.ts';

interface SearchDependencies {
  database: Database;
  campus: Campus;
  counter: Counter;
  log: Logger;
}

/** Registers the routes of search. */
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

/** Result of a query without letters or digits. */
const NOTHING: FoundPage = {
  form: { how: 'typed', number: 0, words: [], named: [] },
  ids: [],
  total: { count: 0, more: false },
  next: null,
};

/** Normalizes a search without results: particles are removed before counting. */
const termOf = (words: readonly string[]): string => words.map(cutSurely).join(' ');

/** Counts a search without results; failures are only logged. */
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

interface Place {
  kind: 'building' | 'keyword';
  id: string;
  name: string;
}

/** Returns buildings and keywords matching every word, then named buildings. */
function findPlaces(
  words: readonly string[],
  named: readonly NamedBoards[],
  names: { boards: readonly Board[]; keywords: readonly { id: string; name: string }[] },
): Place[] {
  const buildings = names.boards.filter(({ building }) => building);
  const all: Place[] = [
    ...buildings.map(({ id, name }) => ({ kind: 'building' as const, id, name })),
    ...names.keywords.map((keyword) => ({ kind: 'keyword' as const, ...keyword })),
  ];
  const holding = all.filter(({ name }) => {
    const squashed = squashText(name);
    return [words, cutParticles(words)].some(
      (all) => all.length > 0 && all.every((word) => squashed.includes(word)),
    );
  });
  const meant = all.filter(
    ({ kind, id }) =>
      kind === 'building' && named.some(({ boards }) => boards.some((board) => board.id === id)),
  );
  return [...new Set([...holding, ...meant])];
}

/** Fields of a search answer apart from its posts. */
interface SearchHead {
  form: QueryForm;
  scope: 'texts' | 'beginnings';
  places: readonly Place[];
}

/** Returns the JSON of a search answer; `cards` are joined by commas. */
function presentSearch(
  { form: { how, words, named }, scope, places }: SearchHead,
  cards: string,
  { total, next }: Pick<FoundPage, 'total' | 'next'>,
): string {
  const boards = named.map((one) => ({
    words: one.words.join(' '),
    names: one.boards.map(({ name }) => name),
  }));
  const head = JSON.stringify({
    searched: words.join(' '),
    shortened: how === 'shortened',
    ...(how === 'corrected' || how === 'reduced' ? { [how]: true } : {}),
    scope,
    places,
    ...(boards.length > 0 ? { boards } : {}),
    ...(total ? { total } : {}),
  });
  const nextCursor = next && encodeSearchCursor(next);
  return `${head.slice(0, -1)},"posts":[${cards}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}
