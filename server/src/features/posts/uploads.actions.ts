import { IMAGE_PIXELS_MAX, IMAGE_WIDTHS } from '@madang/contract/uploads/rules';
import type { Database, Executor } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { encodeImage, type EncodedImage } from '../../platform/images/encode-image.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { deleteUnusedUploads, findUpload, insertUpload, listUploads } from './uploads.queries.ts';

export interface StoredUpload {
  path: string;
  width: number;
  height: number;
}

/** Where an upload's pictures lie in the store and, below `/images/`, on the site. */
export function uploadPath(ownerId: string, uploadId: string): string {
  return `posts/${ownerId}/${uploadId}`;
}

/** The keys of all pictures that uploads say are in the store. */
export async function listUploadKeys(executor: Executor): Promise<string[]> {
  const uploads = await listUploads(executor);
  return uploads.flatMap(({ id, owner_id }) =>
    ['large', 'small'].map((width) => `${uploadPath(owner_id, id)}/${width}.webp`),
  );
}

/**
 * Stores one image under its own id in two widths [CA-07]. Sending the same id again answers with what is
 * stored; nothing is ever overwritten.
 *
 * @throws {ProblemError} `image.unreadable`, `image.tooLarge`, `identifier.taken` (another student's id),
 *   `server.unavailable` when the store fails.
 */
export async function storeUpload(
  parts: { database: Database; images: ImageStore },
  upload: { id: string; ownerId: string; bytes: Buffer },
): Promise<StoredUpload> {
  const path = uploadPath(upload.ownerId, upload.id);
  const known = await findUpload(parts.database, upload.id);
  if (known) {
    if (known.owner_id !== upload.ownerId) throw new ProblemError('identifier.taken');
    return { path, width: known.width, height: known.height };
  }
  const encoded = await encodeUpload(upload.bytes);
  try {
    await putUpload(parts.images, path, encoded);
  } catch (error) {
    // Half a picture is nobody's [SF-28]; one that another try has stored meanwhile is that one's.
    if (!(await findUpload(parts.database, upload.id))) await parts.images.remove(path).catch(() => {});
    throw error;
  }
  const { width, height } = encoded.large;
  if (!(await insertUpload(parts.database, { id: upload.id, ownerId: upload.ownerId, width, height }))) {
    return storeUpload(parts, upload);
  }
  return { path, width, height };
}

/** A picture in both of its widths, ready for the store. */
export interface EncodedUpload {
  small: EncodedImage;
  large: EncodedImage;
}

/**
 * Encodes a picture in both widths.
 *
 * @throws {ProblemError} `image.unreadable`, `image.tooLarge`.
 */
export async function encodeUpload(bytes: Buffer): Promise<EncodedUpload> {
  const [small, large] = await encodeImage(bytes, {
    widths: [IMAGE_WIDTHS.small, IMAGE_WIDTHS.large],
    pixelsMax: IMAGE_PIXELS_MAX,
  });
  if (!small || !large) throw new ProblemError('image.unreadable');
  return { small, large };
}

/**
 * Puts both widths of a picture into the store.
 *
 * @throws {ProblemError} `server.unavailable` when the store fails.
 */
export async function putUpload(images: ImageStore, path: string, encoded: EncodedUpload): Promise<void> {
  try {
    await images.put(`${path}/small.webp`, encoded.small.bytes);
    await images.put(`${path}/large.webp`, encoded.large.bytes);
  } catch {
    throw new ProblemError('server.unavailable', { retryAfter: 10 });
  }
}

/** Removes the uploads, rows and pictures, that no post took within a day; any process may do it. */
export async function sweepUploads(parts: { database: Database; images: ImageStore }): Promise<void> {
  for (const { id, owner_id } of await deleteUnusedUploads(parts.database)) {
    await parts.images.remove(uploadPath(owner_id, id));
  }
}
