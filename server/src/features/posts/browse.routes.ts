import type { Campus } from '@madang/campus/campus';
import { placeKeyword } from '@madang/contract/campus/rules';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import { findHot, listByAuthor, listByKeyword, listHots, listScrapped } from './browse.queries.ts';
import { decodeCursor, type PageEnd } from './cursor.ts';
import { ANY_KEYWORD, FESTIVAL_SCOPE } from './keyword-scope.ts';
import { presentHot, presentHotPage, presentPage } from './posts.present.ts';

/** Mounts the lists that go across boards: own posts, scraps, festival filters, keywords, popular posts. */
export function registerBrowsing(router: Router, parts: { database: Database; campus: Campus }): void {
  const { database } = parts;
  const { settings } = parts.campus;
  const { operatorLabel } = settings;

  router.handle('GET /api/profile/posts', async ({ session, query }) =>
    presentPage(await listByAuthor(database, session.userId, readEnd(query)), 'recent', operatorLabel),
  );

  router.handle('GET /api/profile/scraps', async ({ session, query }) =>
    presentPage(await listScrapped(database, session.userId, readEnd(query)), 'recent', operatorLabel),
  );

  router.handle('GET /api/festival/posts', async ({ query }) => {
    const keyword = [ANY_KEYWORD, ...settings.festivalKeywords][Number(query.filter)] ?? ANY_KEYWORD;
    return presentPage(
      await listByKeyword(database, FESTIVAL_SCOPE, keyword, readEnd(query)),
      'recent',
      operatorLabel,
    );
  });

  router.handle('GET /api/keywords/{keywordId}/{categoryId}/posts', async ({ path, query }) => {
    const keyword = settings.keywords[path.keywordId - 1];
    const category = settings.keywordCategories.find(({ id }) => id === path.categoryId);
    if (!keyword || !category) throw new ProblemError('resource.missing');
    const stored = placeKeyword(keyword, settings.placeWord);
    return presentPage(
      await listByKeyword(database, category.category, stored, readEnd(query)),
      'recent',
      operatorLabel,
    );
  });

  router.handle('GET /api/hots', async ({ query }) =>
    presentHotPage(await listHots(database, readEnd(query))),
  );

  router.handle('GET /api/hots/{id}', async ({ path }) => {
    const row = await findHot(database, path.id);
    if (!row) throw new ProblemError('resource.missing');
    return presentHot(row);
  });
}

function readEnd({ cursor }: { cursor?: string | undefined }): PageEnd | null {
  return cursor === undefined ? null : decodeCursor(cursor, false);
}
