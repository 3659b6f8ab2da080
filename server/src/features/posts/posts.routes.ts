import { IMAGE_BYTES_MAX } from '@madang/contract/uploads/rules';
import { ProblemError } from '../../platform/http/problem.ts';
import { readBody } from '../../platform/http/body.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Counter } from '../analytics/index.ts';
import { findBoard } from '../campus/index.ts';
import { decodeCursor } from './cursor.ts';
import { registerBrowsing } from './browse.routes.ts';
import { findMarks } from './likes.queries.ts';
import { setLike, setScrap, writePost, type PostsParts } from './posts.actions.ts';
import { presentPage, presentPost, presentSummary } from './posts.present.ts';
import { findPost, listLatest, listPopular, listRecent } from './posts.queries.ts';
import { storeUpload } from './uploads.actions.ts';
import { canSeeUpload } from './uploads.queries.ts';

/** Mounts boards' lists, posts, likes, uploads and the pictures of posts. */
export function registerPosts(router: Router, parts: PostsParts & { counter: Counter }): void {
  const { database, images, campus } = parts;
  const { operatorLabel } = campus.settings;
  registerBrowsing(router, parts);

  router.handle('GET /api/buildings/{buildingId}/posts', async ({ path, query }) => {
    const board = await findBoard(database, path.buildingId);
    if (!board || board.kind === 'hidden') throw new ProblemError('resource.missing');
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, query.order === 'popular');
    const list = query.order === 'popular' ? listPopular : listRecent;
    return presentPage(await list(database, board.id, after), query.order, operatorLabel);
  });

  router.handle('POST /api/buildings/{buildingId}/posts', async ({ session, path, body }) => {
    const written = await writePost(parts, session, path.buildingId, body);
    return { ...written, post: presentPost(written.post, operatorLabel) };
  });

  router.handle('GET /api/posts/latest', async () => ({
    posts: (await listLatest(database)).map((row) => presentSummary(row, operatorLabel)),
  }));

  router.handle('GET /api/posts/marks', ({ session, query }) =>
    findMarks(database, session.userId, query.ids),
  );

  router.handle('GET /api/posts/{id}', async ({ path }) => {
    const row = await findPost(database, path.id);
    if (!row) throw new ProblemError('resource.missing');
    return presentPost(row, operatorLabel);
  });

  router.handle('PUT /api/posts/{id}/like', ({ session, path }) => setLike(parts, session, path.id, true));

  router.handle('DELETE /api/posts/{id}/like', ({ session, path }) =>
    setLike(parts, session, path.id, false),
  );

  router.handle('PUT /api/posts/{id}/scrap', ({ session, path }) => setScrap(parts, session, path.id, true));

  router.handle('DELETE /api/posts/{id}/scrap', ({ session, path }) =>
    setScrap(parts, session, path.id, false),
  );

  router.handle('PUT /api/uploads/{id}', async ({ session, path, context }) => {
    const bytes = await readBody(context, IMAGE_BYTES_MAX);
    const stored = await storeUpload(parts, { id: path.id, ownerId: session.userId, bytes });
    return {
      id: path.id,
      image: `/images/${stored.path}/large.webp`,
      width: stored.width,
      height: stored.height,
    };
  });

  router.hono.get('/images/posts/:owner/:upload/:file{(?:small|large)\\.webp}', async (context) => {
    const { session } = context.var.scope;
    if (!session) throw new ProblemError('session.required');
    const { owner, upload, file } = context.req.param();
    const isId = /^[0-9a-f-]{36}$/;
    const visible =
      isId.test(owner) && isId.test(upload) && (await canSeeUpload(database, upload, session.userId));
    const bytes = visible ? await images.get(`posts/${owner}/${upload}/${file}`) : null;
    if (!bytes) throw new ProblemError('resource.missing');
    // A picture never changes under its address; a phone keeps it, a proxy must not: it needs a session.
    return context.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'image/webp',
      'Cache-Control': 'private, max-age=86400',
    });
  });
}
