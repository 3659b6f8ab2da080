import type { Campus } from '@madang/campus/campus';
import { placeKeyword } from '@madang/contract/campus/rules';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { EncodedAnswer, type Router } from '../../platform/http/router.ts';
import { findHot, listByAuthor, listByKeyword, listHots, listBookmarked } from './browse.queries.ts';
import { decodeCursor, type PageEnd } from './cursor.ts';
import { ANY_KEYWORD, FESTIVAL_SCOPE } from './keyword-scope.ts';
import { HOTS_TAG, KEYWORDS_TAG, tagsOfHots, tagsOfPage } from './cache-tags.ts';
import { presentPage, presentBookmarks } from './posts.present.ts';
import { listBookmarks } from './bookmarks.queries.ts';
import { listReplied } from './replied.queries.ts';

/** Mounts the lists that go across boards: own posts, those replied to, scraps, festival filters, keywords, popular posts. */
export function registerBrowsing(
  router: Router,
  dependencies: { database: Database; campus: Campus; official: boolean },
): void {
  const { database, official } = dependencies;
  const { settings } = dependencies.campus;
  const { operatorLabel: label } = settings;

  router.handle('GET /api/profile/posts', async ({ session: { userId }, query }) => {
    const page = await listByAuthor(database, label, userId, readEnd(query), official);
    return new EncodedAnswer(presentPage(page));
  });

  router.handle('GET /api/profile/replied', async ({ session: { userId }, query }) => {
    const page = await listReplied(database, label, userId, readEnd(query));
    return new EncodedAnswer(presentPage(page));
  });

  router.handle('GET /api/profile/scraps', async ({ session: { userId }, query }) => {
    const after = readEnd(query);
    if (official)
      return new EncodedAnswer(presentBookmarks(await listBookmarks(database, label, userId, after)));
    return new EncodedAnswer(presentPage(await listBookmarked(database, label, userId, after)));
  });

  const browse = async (mark: { scopes: readonly string[]; keyword: string }, query: PageQuery) => {
    const after = readEnd(query);
    const page = await listByKeyword(database, label, mark, after);
    return { json: presentPage(page), tags: after ? null : () => [KEYWORDS_TAG, ...tagsOfPage(page)] };
  };

  router.share('GET /api/festival/posts', ({ query }) => {
    const keyword = [ANY_KEYWORD, ...settings.festivalKeywords][Number(query.filter)] ?? ANY_KEYWORD;
    return browse({ scopes: [FESTIVAL_SCOPE], keyword }, query);
  });

  router.share('GET /api/keywords/{keywordId}/{categoryId}/posts', async ({ path, query }) => {
    const keyword = settings.keywords[path.keywordId - 1];
    const categories = settings.keywordCategories.filter(
      ({ id }) => (official && path.categoryId === 0) || id === path.categoryId,
    );
    if (!keyword || categories.length === 0) throw new ProblemError('resource.missing');
    const scopes = categories.map(({ category }) => category);
    return browse({ scopes, keyword: placeKeyword(keyword, settings.placeWord) }, query);
  });

  router.share('GET /api/hots', async ({ query }) => {
    const after = readEnd(query);
    const page = await listHots(database, after);
    return { json: presentPage(page, 'hots'), tags: after ? null : () => [HOTS_TAG, ...tagsOfHots(page)] };
  });

  router.share('GET /api/hots/{id}', async ({ path }) => {
    const json = await findHot(database, path.id);
    if (!json) throw new ProblemError('resource.missing');
    return { json, tags: () => tagsOfHots({ items: json }) };
  });
}

type PageQuery = { cursor?: string | undefined };

function readEnd({ cursor }: PageQuery): PageEnd | null {
  return cursor === undefined ? null : decodeCursor(cursor, false);
}
