import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, IMAGE_SIZES } from '@madang/contract/uploads/rules';
import type { Database, Executor } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { encodeImage, type EncodedImage } from '../../platform/images/encode-image.ts';
import {
  cancelImageRemoval,
  noteImageRemoval,
  removeNotedImage,
  removeNotedImages,
} from '../../platform/images/image-removals.ts';
import { ImageStoreError, type ImageStore } from '../../platform/images/image-store.ts';
import { FairQueue, type Asker } from '../../platform/limits/fair-queue.ts';
import { listNoticePictures } from './facility-notices.queries.ts';
import { requireRoomLeft, takeRoom, type Uploader, type UploadQuotas } from './upload-room.ts';
import {
  deleteUnusedUploads,
  findUpload,
  insertUpload,
  isOwnerThere,
  listUploads,
} from './uploads.queries.ts';

export interface UploadDependencies {
  database: Database;
  images: ImageStore;
  /** Null where nothing is limited. */
  quotas: UploadQuotas | null;
}

export interface StoredUpload {
  width: number;
  height: number;
}

/** Longer than any upload takes, in seconds: a picture without a row by then is nobody's. */
const NOBODYS_AFTER = 3_600;

/** What lies there of one upload. */
export const UPLOAD_FILES = ['small.webp', 'large.webp'] as const;

/** Where an upload's pictures lie in the store. Nobody is shown this: the owner stands in it. */
export function uploadPath(ownerId: string, uploadId: string): string {
  return `posts/${ownerId}/${uploadId}`;
}

/** Where a picture is seen on the site; `json.queries.ts` says it of attached ones. */
export function pictureAddress(uploadId: string, file: string): string {
  return `/images/posts/${uploadId}/${file}`;
}

/** The keys of all pictures that uploads and facility notices say are in the store. */
export async function listUploadKeys(executor: Executor): Promise<string[]> {
  const uploads = await listUploads(executor);
  const paths = [
    ...uploads.map(({ id, owner_id }) => uploadPath(owner_id, id)),
    ...(await listNoticePictures(executor)),
  ];
  return paths.flatMap((path) => UPLOAD_FILES.map((file) => `${path}/${file}`));
}

/** Removes what is noted and due, but no picture whose upload is there; any process may do it. */
export function removeNotedPictures(dependencies: { database: Database; images: ImageStore }): Promise<void> {
  return removeNotedImages({ ...dependencies, isUsed: isUploadKey });
}

/** Whether the key is where the pictures of an upload lie. */
async function isUploadKey(executor: Executor, key: string): Promise<boolean> {
  const [, owner, id] = /^posts\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/.exec(key) ?? [];
  return id !== undefined && (await findUpload(executor, id))?.owner_id === owner;
}

/** The body of an upload, which is not read yet. */
export interface UploadBody {
  /** Its declared size, or the greatest allowed. */
  size: number;
  read(): Promise<Buffer>;
  /** Reads it without storing it: the client gets no answer before it has sent all. */
  skip(): Promise<void>;
}

/** Uploads in memory, from their first byte until they are stored; sizes are bytes. */
const inMemory = new FairQueue({
  size: 6 * IMAGE_BYTES_MAX,
  sizeEach: 2 * IMAGE_BYTES_MAX,
  sizeLast: 2 * IMAGE_BYTES_MAX,
  // The app sends photos of about 0.9 MB; slow large uploads must not keep them out.
  large: { over: 2 * 1024 * 1024, size: 4 * IMAGE_BYTES_MAX },
  waiting: 64,
  patience: 20_000,
  retryAfter: 5,
});

/**
 * Stores one image under its own id in two widths [CA-07]. Sending the same id again answers with what is
 * stored; nothing is ever overwritten. The picture is noted before it is written, so that whatever happens then,
 * no file stays without a row. The body is read when the upload is admitted.
 *
 * @throws {ProblemError} `image.unreadable`, `image.tooLarge`, `image.costly`, `identifier.taken` (another user's id),
 *   `session.required` when the user has withdrawn meanwhile, `limit.reached` when there is no room left for the user or the
 *   address, `server.unavailable` when there is none at all, too much is sent at once, or the store fails; what reading the body
 *   throws.
 */
export async function storeUpload(
  dependencies: UploadDependencies,
  upload: Uploader & { id: string },
  body: UploadBody,
): Promise<StoredUpload> {
  const { database, quotas } = dependencies;
  const stored = await findStored(database, upload);
  if (stored) {
    await body.skip();
    return stored;
  }
  const verified = quotas === null || (await requireRoomLeft(database, quotas, upload));
  const asker = { student: upload.ownerId, client: upload.clientHash.toString('hex'), last: !verified };
  return inMemory.run(asker, body.size, async () =>
    storePicture(dependencies, { ...upload, bytes: await body.read() }, asker),
  );
}

/** The stored upload of this id. @throws {ProblemError} `identifier.taken`. */
async function findStored(
  executor: Executor,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<StoredUpload | null> {
  const known = await findUpload(executor, id);
  if (!known) return null;
  if (known.owner_id !== ownerId) throw new ProblemError('identifier.taken');
  return { width: known.width, height: known.height };
}

async function storePicture(
  dependencies: UploadDependencies,
  upload: Uploader & { id: string; bytes: Buffer },
  asker: Asker,
): Promise<StoredUpload> {
  const { quotas } = dependencies;
  const path = uploadPath(upload.ownerId, upload.id);
  const encoded = await encodeUpload(upload.bytes, asker);
  const { width, height } = encoded.large;
  const bytes = encoded.small.bytes.length + encoded.large.bytes.length;
  await noteImageRemoval(dependencies.database, path, NOBODYS_AFTER);
  try {
    await putUpload(dependencies.images, path, encoded);
    const added = await dependencies.database.transaction(async (transaction) => {
      // Another try of the same upload that failed has taken the files and the note with it.
      if (!(await cancelImageRemoval(transaction, path))) return false;
      if (quotas) await takeRoom(transaction, quotas, upload, bytes);
      return insertUpload(transaction, { ...upload, bytes, width, height });
    });
    if (added) return { width, height };
    return (
      (await findStored(dependencies.database, upload)) ?? (await storePicture(dependencies, upload, asker))
    );
  } catch (error) {
    // Half a picture is nobody's [SF-28], and goes at once; one that another try has stored meanwhile stays.
    await noteImageRemoval(dependencies.database, path).catch(() => {});
    // A store that has just failed is not asked again while somebody waits: the hourly job does it.
    if (!((error as Error).cause instanceof ImageStoreError))
      await removeNotedImage({ ...dependencies, isUsed: isUploadKey }, path).catch(() => {});
    // A withdrawal takes the user's folder away, perhaps while the picture is being written.
    const gone = !(await isOwnerThere(dependencies.database, upload.ownerId).catch(() => true));
    throw gone ? new ProblemError('session.required') : error;
  }
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
export async function encodeUpload(bytes: Buffer, asker?: Asker): Promise<EncodedUpload> {
  const options = { sizes: [IMAGE_SIZES.small, IMAGE_SIZES.large], pixelsMax: IMAGE_PIXELS_MAX };
  const [small, large] = await encodeImage(bytes, options, asker);
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
  } catch (cause) {
    throw new ProblemError('server.unavailable', { retryAfter: 10, cause });
  }
}

/** Takes out the uploads that no post took within a day, and notes their pictures; any process may do it. */
export async function sweepUploads({ database }: { database: Database }): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const { id, owner_id } of await deleteUnusedUploads(transaction))
      await noteImageRemoval(transaction, uploadPath(owner_id, id));
  });
}
