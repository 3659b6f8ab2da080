import { ProblemError } from '../../platform/http/problem.ts';
import { EncodedAnswer, type Router } from '../../platform/http/router.ts';
import type { Counter } from '../analytics/index.ts';
import { decodeCursor } from './cursor.ts';
import { registerBrowsing } from './browse.routes.ts';
import { setLike } from './likes.ts';
import { findMarks } from './marks.ts';
import type { EditsDependencies } from './edits.actions.ts';
import { registerOwnPosts } from './own-content.routes.ts';
import { setBookmark, writePost, type PostsDependencies } from './posts.actions.ts';
import { boardTag, LATEST_TAG, popularTag, postTag, tagsOfPage } from './cache-tags.ts';
import { presentList, presentPage, presentWritten } from './posts.present.ts';
import { findPostJson, listLatest, listPopular, listRecent } from './posts.queries.ts';
import { registerUploads, type UploadRouteDependencies } from './uploads.routes.ts';

/** Mounts boards' lists, posts and likes, and with them the lists across boards and the pictures of posts. */
export function registerPosts(
  router: Router,
  dependencies: PostsDependencies &
    EditsDependencies &
    UploadRouteDependencies & { counter: Counter; official: boolean },
): void {
  const { database, campus } = dependencies;
  const { operatorLabel } = campus.settings;
  registerBrowsing(router, dependencies);
  registerUploads(router, dependencies);
  registerOwnPosts(router, dependencies);

  router.share('GET /api/buildings/{buildingId}/posts', async ({ path, query }) => {
    const popular = query.order === 'popular';
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, popular);
    const list = popular ? listPopular : listRecent;
    const page = await list(database, operatorLabel, path.buildingId, after);
    if (!page) throw new ProblemError('resource.missing');
    const order = (popular ? popularTag : boardTag)(path.buildingId);
    return { json: presentPage(page), tags: after ? null : () => [order, ...tagsOfPage(page)] };
  });

  router.handle(
    'POST /api/buildings/{buildingId}/posts',
    async ({ session, path, body }) =>
      new EncodedAnswer(presentWritten(await writePost(dependencies, session, path.buildingId, body))),
  );

  router.share('GET /api/posts/latest', async () => {
    const page = await listLatest(database, operatorLabel);
    return { json: presentList(page), tags: () => [LATEST_TAG, ...tagsOfPage(page)] };
  });

  router.handle('GET /api/posts/marks', ({ session, query }) =>
    findMarks(database, session.userId, query.ids, dependencies.official),
  );

  router.share('GET /api/posts/{id}', async ({ path }) => {
    const json = await findPostJson(database, operatorLabel, path.id);
    if (!json) throw new ProblemError('resource.missing');
    return { json, tags: () => [postTag(path.id)] };
  });

  router.handle('PUT /api/posts/{id}/like', ({ session, path }) =>
    setLike(dependencies, session, path.id, true),
  );

  router.handle('DELETE /api/posts/{id}/like', ({ session, path }) =>
    setLike(dependencies, session, path.id, false),
  );

  router.handle('PUT /api/posts/{id}/scrap', ({ session, path }) =>
    setBookmark(dependencies, session, path.id, true),
  );

  router.handle('DELETE /api/posts/{id}/scrap', ({ session, path }) =>
    setBookmark(dependencies, session, path.id, false),
  );
}
