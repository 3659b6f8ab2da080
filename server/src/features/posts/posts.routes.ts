import { IMAGE_BYTES_MAX } from '@madang/contract/uploads/rules';
import { isCurrent } from '../../platform/http/entity-tag.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { readBody } from '../../platform/http/body.ts';
import { EncodedAnswer, type Router } from '../../platform/http/router.ts';
import type { Counter } from '../analytics/index.ts';
import { decodeCursor } from './cursor.ts';
import { registerBrowsing } from './browse.routes.ts';
import { findMarks } from './likes.queries.ts';
import { setLike, setScrap, writePost, type PostsDependencies } from './posts.actions.ts';
import { boardTag, LATEST_TAG, popularTag, postTag, tagsOfPage } from './cache-tags.ts';
import { presentList, presentPage, presentWritten } from './posts.present.ts';
import { findPostJson, listLatest, listPopular, listRecent } from './posts.queries.ts';
import { storeUpload } from './uploads.actions.ts';
import { canSeeUpload } from './uploads.queries.ts';

/** Mounts boards' lists, posts, likes, uploads and the pictures of posts. */
export function registerPosts(router: Router, dependencies: PostsDependencies & { counter: Counter }): void {
  const { database, images, campus } = dependencies;
  const { operatorLabel } = campus.settings;
  registerBrowsing(router, dependencies);

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
    findMarks(database, session.userId, query.ids),
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
    setScrap(dependencies, session, path.id, true),
  );

  router.handle('DELETE /api/posts/{id}/scrap', ({ session, path }) =>
    setScrap(dependencies, session, path.id, false),
  );

  router.handle('PUT /api/uploads/{id}', async ({ session, path, exchange }) => {
    const bytes = await readBody(exchange, IMAGE_BYTES_MAX);
    const stored = await storeUpload(dependencies, { id: path.id, ownerId: session.userId, bytes });
    return {
      id: path.id,
      image: `/images/${stored.path}/large.webp`,
      width: stored.width,
      height: stored.height,
    };
  });

  router.get('/images/posts/{owner}/{upload}/{file}', {
    session: true,
    async answer(exchange, { owner = '', upload = '', file = '' }) {
      const { session } = exchange;
      if (!session) throw new ProblemError('session.required');
      const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
      const known = isId.test(owner) && isId.test(upload) && /^(?:small|large)\.webp$/.test(file);
      const visible = known && (await canSeeUpload(database, upload, session.userId));
      if (!visible) throw new ProblemError('resource.missing');
      // A picture never changes under its address, which is its tag; a phone keeps it, a proxy must not: it needs a
      // session.
      const headers = { 'Cache-Control': 'private, max-age=86400', ETag: `"${upload}-${file}"` };
      if (isCurrent(exchange.header('if-none-match'), headers.ETag)) return exchange.send(304, headers);
      const bytes = await images.get(`posts/${owner}/${upload}/${file}`);
      if (!bytes) throw new ProblemError('resource.missing');
      exchange.send(200, { ...headers, 'Content-Type': 'image/webp' }, bytes);
    },
  });
}
