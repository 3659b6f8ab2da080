import type { SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, IMAGE_SIZES } from '@madang/contract/posts/rules';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { type EncodedImage, encodeImage } from '../../images/encode-image.ts';
import {
  cancelImageRemoval,
  type ImageStore,
  ImageStoreError,
  noteImageRemoval,
  removeNotedImage,
  removeNotedImages,
} from '../../images/image-store.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import { type Asker, FairQueue } from '../../http/fair-queue.ts';

export interface UploadDependencies {
  database: Database;
  images: ImageStore;
  quotas: UploadQuotas | null;
}

interface StoredUpload {
  width: number;
  height: number;
}

/** Seconds until a picture without a row is deleted. */
const NOBODYS_AFTER = 3_600;

export const UPLOAD_FILES = ['small.webp', 'large.webp'] as const;

/** Returns an upload's storage path, with the owner; never send it. */
export function uploadPath(ownerId: string, uploadId: string): string {
  return `posts/${ownerId}/${uploadId}`;
}

/** Returns a picture's address; `json.ts` builds the same for attached ones. */
export function pictureAddress(uploadId: string, file: string): string {
  return `/images/posts/${uploadId}/${file}`;
}

/** Returns the storage keys of all pictures of uploads and facility notices. */
export async function listUploadKeys(executor: Executor): Promise<string[]> {
  const uploads = await executor.rows<{ id: string; owner_id: string }>(
    'SELECT id, owner_id FROM uploads ORDER BY id',
  );
  const paths = [
    ...uploads.map(({ id, owner_id }) => uploadPath(owner_id, id)),
    ...(await listNoticePictures(executor)),
  ];
  return paths.flatMap((path) => UPLOAD_FILES.map((file) => `${path}/${file}`));
}

/** Deletes due pictures whose upload has no row; safe in parallel. */
export function removeNotedPictures(dependencies: { database: Database; images: ImageStore }): Promise<void> {
  return removeNotedImages({ ...dependencies, isUsed: isUploadKey });
}

async function isUploadKey(executor: Executor, key: string): Promise<boolean> {
  const [, owner, id] = /^posts\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/.exec(key) ?? [];
  return id !== undefined && (await findUpload(executor, id))?.owner_id === owner;
}

interface UploadBody {
  /** Declared size in bytes, or the maximum. */
  size: number;
  read(): Promise<Buffer>;
  /** Reads and discards the body: clients send everything first. */
  skip(): Promise<void>;
}

/** Queue of uploads in memory, until stored; sizes in bytes. */
const inMemory = new FairQueue({
  size: 6 * IMAGE_BYTES_MAX,
  sizeEach: 2 * IMAGE_BYTES_MAX,
  sizeLast: 2 * IMAGE_BYTES_MAX,
  // The app sends 0.9 MB; slow large uploads must not block that.
  large: { over: 2 * 1024 * 1024, size: 4 * IMAGE_BYTES_MAX },
  waiting: 64,
  timeout: 20_000,
  retryAfter: 5,
});

/**
 * Stores an image in two widths [CA-07]; idempotent by id. Schedules removal first, so that failures leave no file. The
 * body is read when the queue admits the upload.
 *
 * @throws {ProblemError} `image.unreadable`, `image.tooLarge`, `image.costly`, `identifier.taken` (another user's id);
 *   `session.required` if the user withdrew; `limit.reached` at the quota of user or address; `server.unavailable` if space,
 *   queue or store fails. Errors of reading the body.
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

/** Returns the stored upload of this id. @throws {ProblemError} `identifier.taken`. */
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
      // A failed concurrent attempt deleted the files and the scheduled removal.
      if (!(await cancelImageRemoval(transaction, path))) return false;
      if (quotas) await takeRoom(transaction, quotas, upload, bytes);
      return insertUpload(transaction, { ...upload, bytes, width, height });
    });
    if (added) return { width, height };
    return (
      (await findStored(dependencies.database, upload)) ?? (await storePicture(dependencies, upload, asker))
    );
  } catch (error) {
    // Deletes partial pictures at once [SF-28], but not another attempt's.
    await noteImageRemoval(dependencies.database, path).catch(() => {});
    // After a store failure, the hourly job deletes.
    if (!((error as Error).cause instanceof ImageStoreError))
      await removeNotedImage({ ...dependencies, isUsed: isUploadKey }, path).catch(() => {});
    // A withdrawal deletes the user's folder, perhaps during the write.
    const gone = !(await isOwnerThere(dependencies.database, upload.ownerId).catch(() => true));
    throw gone ? new ProblemError('session.required') : error;
  }
}

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
 * Stores both widths of a picture.
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

/** Deletes uploads unattached for a day; schedules their pictures' removal. Safe in parallel. */
export async function sweepUploads({ database }: { database: Database }): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const { id, owner_id } of await deleteUnusedUploads(transaction))
      await noteImageRemoval(transaction, uploadPath(owner_id, id));
  });
}

/** Board on which only the operator writes [RO-06]. */
export const NOTICE_BOARD = 'buildingNotice' satisfies (typeof SPECIAL_BOARD_IDS)[number];

/** Replaces the owner in storage keys of facility notices. */
export const NOTICE_PICTURES = 'notices';

async function listNoticePictures(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ path: string }>(
    'SELECT image_path AS path FROM posts WHERE building_id = $1 AND starts_with(image_path, $2) ORDER BY id',
    [NOTICE_BOARD, `posts/${NOTICE_PICTURES}/`],
  );
  return rows.map(({ path }) => path);
}

export interface UploadRow {
  owner_id: string;
  post_id: string | null;
  /** Amenity of its owner's crowd report. */
  amenity_id: string | null;
  width: number;
  height: number;
}

/** Returns an upload, attached or not. */
export function findUpload(executor: Executor, id: string): Promise<UploadRow | undefined> {
  return executor.first<UploadRow>(
    'SELECT owner_id, post_id, amenity_id, width, height FROM uploads WHERE id = $1',
    [id],
  );
}

async function isOwnerThere(executor: Executor, ownerId: string): Promise<boolean> {
  return (await executor.first('SELECT id FROM users WHERE id = $1', [ownerId])) !== undefined;
}

/** Returns false if the id is already taken. */
async function insertUpload(
  executor: Executor,
  upload: { id: string; ownerId: string; width: number; height: number; bytes: number; clientHash: Buffer },
): Promise<boolean> {
  const added = await executor.change(
    `INSERT INTO uploads (id, owner_id, width, height, bytes, client_hash) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT ON CONSTRAINT uploads_pkey DO NOTHING`,
    [upload.id, upload.ownerId, upload.width, upload.height, upload.bytes, upload.clientHash],
  );
  return added === 1;
}

/** Returns the owner of a visible picture: own unattached, of a visible post, or an amenity report for operators. */
export async function findOwnerOfVisible(
  executor: Executor,
  id: string,
  userId: string,
): Promise<string | undefined> {
  const row = await executor.first<{ owner_id: string }>(
    `SELECT uploads.owner_id FROM uploads LEFT JOIN posts ON posts.id = uploads.post_id
      WHERE uploads.id = $1
        AND CASE WHEN uploads.post_id IS NULL THEN uploads.owner_id = $2
              OR uploads.amenity_id IS NOT NULL
                 AND EXISTS (SELECT 1 FROM roles WHERE roles.user_id = $2 AND role = 'operator')
            ELSE posts.hidden_at IS NULL AND uploads.removed_at IS NULL END`,
    [id, userId],
  );
  return row?.owner_id;
}

/** Deletes uploads unattached for a day, skipping locked rows. The caller removes pictures. */
function deleteUnusedUploads(executor: Executor): Promise<{ id: string; owner_id: string }[]> {
  return executor.rows(
    `DELETE FROM uploads
      WHERE id IN (SELECT id FROM uploads
                    WHERE post_id IS NULL AND amenity_id IS NULL AND created_at < now() - interval '1 day'
                      FOR UPDATE SKIP LOCKED)
      RETURNING id, owner_id`,
  );
}

/** Quotas in bytes: for an account, a client address and in total. */
interface UploadShares {
  /** Unattached uploads plus all of the last hour, attached or not. */
  account: number;
  client: number;
  total: number;
}

/** Quotas of verified and unverified accounts; unverified ones share a smaller total. */
interface UploadQuotas {
  verified: UploadShares;
  unverified: UploadShares;
}

const MEGABYTE = 1_000_000;

/**
 * Disk quotas of unattached pictures within a day [SF-03]. A photo takes 0.3 to 1.6 MB. A campus's shared address has its
 * own; mass-created accounts use the unverified one.
 */
export const uploadQuotas: UploadQuotas = {
  verified: { account: 24 * MEGABYTE, client: 600 * MEGABYTE, total: 3_000 * MEGABYTE },
  unverified: { account: 6 * MEGABYTE, client: 60 * MEGABYTE, total: 300 * MEGABYTE },
};

interface Uploader {
  ownerId: string;
  /** Keyed hash of the client address. */
  clientHash: Buffer;
}

/** Longest retry delay, in seconds; others' pictures may be attached earlier. */
const RETRY_MAX = 3_600;

/** Returns a client address's hash by the installation's keys. */
export function hashClient(keys: InstallationKeys, client: string): Buffer {
  return keys.mac('client', `upload ${client}`);
}

/**
 * Rejects an upload without space, before decoding. Returns whether the account is verified.
 *
 * @throws {ProblemError} as {@link takeRoom} does.
 */
function requireRoomLeft(executor: Executor, quotas: UploadQuotas, uploader: Uploader): Promise<boolean> {
  return requireRoom(executor, quotas, uploader, 1);
}

/**
 * Reserves space in the upload's transaction, under an advisory lock.
 *
 * @throws {ProblemError} `limit.reached` at the quota of account or address, `server.unavailable` if all space is used.
 */
async function takeRoom(
  transaction: Transaction,
  quotas: UploadQuotas,
  uploader: Uploader,
  bytes: number,
): Promise<void> {
  await transaction.first(`SELECT pg_advisory_xact_lock(hashtextextended('uploads', 0))`);
  await requireRoom(transaction, quotas, uploader, bytes);
}

async function requireRoom(
  executor: Executor,
  quotas: UploadQuotas,
  { ownerId, clientHash }: Uploader,
  bytes: number,
): Promise<boolean> {
  const taken = await readRoomTaken(executor, ownerId, clientHash);
  const shares = taken.verified ? quotas.verified : quotas.unverified;
  const retryAfter = Math.min(RETRY_MAX, Math.max(1, taken.seconds));
  if (taken.account + bytes > shares.account || taken.client + bytes > shares.client)
    throw new ProblemError('limit.reached', { retryAfter });
  if (taken.total + bytes > shares.total) throw new ProblemError('server.unavailable', { retryAfter });
  return taken.verified;
}

/** Space used by counted pictures, in bytes. */
interface RoomTaken {
  verified: boolean;
  account: number;
  client: number;
  total: number;
  /** Seconds until the account's first picture, otherwise any, stops counting. */
  seconds: number;
}

/**
 * Returns the space of unattached pictures and the account's last hour. For unverified accounts, sums exclude verified
 * ones.
 */
async function readRoomTaken(executor: Executor, ownerId: string, clientHash: Buffer): Promise<RoomTaken> {
  const row = await executor.first<RoomTaken>(
    `WITH own AS (SELECT email_verified_at IS NOT NULL AS verified FROM accounts WHERE id = $1),
          counted AS (
            SELECT owner_id, client_hash, bytes, true AS unused, created_at + interval '1 day' AS ends_at
              FROM uploads WHERE post_id IS NULL AND amenity_id IS NULL
            UNION ALL
            SELECT owner_id, client_hash, bytes, false, created_at + interval '1 hour'
              FROM uploads WHERE owner_id = $1 AND (post_id IS NOT NULL OR amenity_id IS NOT NULL)
               AND created_at > now() - interval '1 hour'),
          shared AS (
            SELECT counted.* FROM counted JOIN accounts ON accounts.id = owner_id
             WHERE unused
               AND (email_verified_at IS NULL OR (SELECT verified FROM own)))
     SELECT coalesce((SELECT verified FROM own), false) AS verified,
            (SELECT coalesce(sum(bytes), 0)::int8 FROM counted WHERE owner_id = $1) AS account,
            (SELECT coalesce(sum(bytes), 0)::int8 FROM shared WHERE client_hash = $2) AS client,
            (SELECT coalesce(sum(bytes), 0)::int8 FROM shared) AS total,
            coalesce(ceil(extract(epoch FROM coalesce(
              (SELECT min(ends_at) FROM counted WHERE owner_id = $1),
              (SELECT min(ends_at) FROM shared)) - now())), 0)::int AS seconds`,
    [ownerId, clientHash],
  );
  if (!row) throw new Error('no row of sums');
  return row;
}
