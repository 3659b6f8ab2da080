import { IMAGE_BYTES_MAX } from '@madang/contract/uploads/rules';
import type { Database } from '../../platform/database/database.ts';
import { readBody } from '../../platform/http/body.ts';
import { isCurrent } from '../../platform/http/entity-tag.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { storeUpload } from './uploads.actions.ts';
import { canSeeUpload } from './uploads.queries.ts';

/** Mounts uploads and the pictures of posts. */
export function registerUploads(
  router: Router,
  dependencies: { database: Database; images: ImageStore },
): void {
  const { database, images } = dependencies;

  router.handle('PUT /api/uploads/{id}', async ({ session, path, context }) => {
    const bytes = await readBody(context, IMAGE_BYTES_MAX);
    const stored = await storeUpload(dependencies, { id: path.id, ownerId: session.userId, bytes });
    return {
      id: path.id,
      image: `/images/${stored.path}/large.webp`,
      width: stored.width,
      height: stored.height,
    };
  });

  router.get('/images/posts/{owner}/{upload}/{file}', async ({ env: exchange, req }, session) => {
    const { owner = '', upload = '', file = '' } = req.param();
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
  });
}
