import type { InstallationKeys } from '../../platform/installation-keys.ts';
import { IMAGE_BYTES_MAX } from '@madang/contract/uploads/rules';
import { declaredSize, readBody, skipBody } from '../../platform/http/body.ts';
import { isCurrent } from '../../platform/http/entity-tag.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import { isNoticePicture, NOTICE_PICTURES } from './facility-notices.queries.ts';
import { hashClient } from './upload-room.ts';
import { pictureAddress, storeUpload, uploadPath, type UploadDependencies } from './uploads.actions.ts';
import { findOwnerOfVisible } from './uploads.queries.ts';

const IS_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** With the keys that hashes of addresses are made with. */
export type UploadRouteDependencies = UploadDependencies & { keys: InstallationKeys };

/** Mounts uploads and the pictures of posts. */
export function registerUploads(router: Router, dependencies: UploadRouteDependencies): void {
  const { database, images, keys } = dependencies;

  router.handle('PUT /api/uploads/{id}', async ({ session, path, context, exchange }) => {
    const clientHash = hashClient(keys, exchange.clientAddress);
    const upload = { id: path.id, ownerId: session.userId, clientHash };
    const stored = await storeUpload(dependencies, upload, {
      size: declaredSize(exchange, IMAGE_BYTES_MAX),
      async read() {
        const bytes = await readBody(context, IMAGE_BYTES_MAX);
        await exchange.requireSession();
        return bytes;
      },
      skip: () => skipBody(context, IMAGE_BYTES_MAX),
    });
    return { id: path.id, image: pictureAddress(path.id, 'large.webp'), ...stored };
  });

  /**
   * Whose picture it is, when this user may see it.
   *
   * @throws {ProblemError} `resource.missing`.
   */
  async function findOwner(upload: string, file: string, userId: string): Promise<string> {
    const known = IS_ID.test(upload) && /^(?:small|large)\.webp$/.test(file);
    const owner =
      known &&
      ((await findOwnerOfVisible(database, upload, userId)) ??
        ((await isNoticePicture(database, upload)) ? NOTICE_PICTURES : undefined));
    if (!owner) throw new ProblemError('resource.missing');
    return owner;
  }

  router.get('/images/posts/{upload}/{file}', async ({ env: exchange, req }, session) => {
    // A phone takes it out of its cache (RFC 9111, 5.2.1.5), also what this student could still open [PH-10].
    if (exchange.header('cache-control')?.includes('no-store'))
      return exchange.send(204, { 'Cache-Control': 'no-store' });
    const { upload = '', file = '' } = req.param();
    const owner = await findOwner(upload, file, session.userId);
    // A picture never changes under its address, which is its tag; a phone keeps it, a proxy must not: it needs a
    // session.
    const headers = { 'Cache-Control': 'private, max-age=86400', ETag: `"${upload}-${file}"` };
    if (isCurrent(exchange.header('if-none-match'), headers.ETag)) return exchange.send(304, headers);
    return async () => {
      const bytes = await images.get(`${uploadPath(owner, upload)}/${file}`);
      if (!bytes) throw new ProblemError('resource.missing');
      exchange.send(200, { ...headers, 'Content-Type': 'image/webp' }, bytes);
    };
  });

  // What pages and phones of before still ask; the API description names it no more. Any owner will do, so that nobody
  // learns by trying who it is.
  router.get('/images/posts/{owner}/{upload}/{file}', async ({ env: exchange, req }, session) => {
    const { owner = '', upload = '', file = '' } = req.param();
    if (!IS_ID.test(owner)) throw new ProblemError('resource.missing');
    await findOwner(upload, file, session.userId);
    exchange.send(308, { 'Cache-Control': 'no-store', Location: pictureAddress(upload, file) });
  });
}
