import type { SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, IMAGE_SIZES } from '@madang/contract/uploads/rules';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { type EncodedImage, encodeImage } from '../../platform/images/encode-image.ts';
import {
  cancelImageRemoval,
  type ImageStore,
  ImageStoreError,
  noteImageRemoval,
  removeNotedImage,
  removeNotedImages,
} from '../../platform/images/image-store.ts';
import type { InstallationKeys } from '../../platform/installation-keys.ts';
import { type Asker, FairQueue } from '../../platform/limits/fair-queue.ts';

export interface UploadDependencies {
  database: Database;
  images: ImageStore;
  /** Null where nothing is limited. */
  quotas: UploadQuotas | null;
}

interface StoredUpload {
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

/** Where a picture is seen on the site; `json.ts` has it for attached ones. */
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
interface UploadBody {
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

/** The board that only the operator writes on [RO-06]. */
export const NOTICE_BOARD = 'buildingNotice' satisfies (typeof SPECIAL_BOARD_IDS)[number];

/** Whose the pictures of facility notices are, where other keys of the store name an owner: they stay when nobody is. */
export const NOTICE_PICTURES = 'notices';

/** Where the pictures of all facility notices lie in the store. */
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
  /** The amenity that its owner's voice is about. */
  amenity_id: string | null;
  width: number;
  height: number;
}

/** An upload, attached or not. */
export function findUpload(executor: Executor, id: string): Promise<UploadRow | undefined> {
  return executor.first<UploadRow>(
    'SELECT owner_id, post_id, amenity_id, width, height FROM uploads WHERE id = $1',
    [id],
  );
}

/** Whether the user of this id is still there. */
async function isOwnerThere(executor: Executor, ownerId: string): Promise<boolean> {
  return (await executor.first('SELECT id FROM users WHERE id = $1', [ownerId])) !== undefined;
}

/** False when the id is taken already. */
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

/**
 * Whose picture it is, when this user may see it: their own unused one, any on a post that can be seen, unless an edit
 * took it out, and for operators what shows that an amenity is gone.
 */
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

/**
 * Takes out the uploads that were not attached within a day, or are not any more; the caller notes their pictures for removal.
 * One that is just being taken is left alone.
 */
function deleteUnusedUploads(executor: Executor): Promise<{ id: string; owner_id: string }[]> {
  return executor.rows(
    `DELETE FROM uploads
      WHERE id IN (SELECT id FROM uploads
                    WHERE post_id IS NULL AND amenity_id IS NULL AND created_at < now() - interval '1 day'
                      FOR UPDATE SKIP LOCKED)
      RETURNING id, owner_id`,
  );
}

/** Every upload, attached or not. */
function listUploads(executor: Executor): Promise<{ id: string; owner_id: string }[]> {
  return executor.rows('SELECT id, owner_id FROM uploads ORDER BY id');
}

/** How many bytes of pictures there is room for, of one account, of one address and of all. */
interface UploadShares {
  /** What no post took, and all that was sent within an hour: a post that takes a picture makes no room at once. */
  account: number;
  /** What no post took. */
  client: number;
  total: number;
}

/** The shares of accounts whose address was verified, and of the others, which share less among themselves. */
interface UploadQuotas {
  verified: UploadShares;
  unverified: UploadShares;
}

const MEGABYTE = 1_000_000;

/**
 * How much of the disk pictures may take that no post took within their day [SF-03]. A photo becomes 0.3 MB, the worst 1.6 MB:
 * an account's share is more than a lively hour's. A campus behind one address has its own; one who makes account after
 * account takes the share of the unverified, and none of the others'.
 */
export const uploadQuotas: UploadQuotas = {
  verified: { account: 24 * MEGABYTE, client: 600 * MEGABYTE, total: 3_000 * MEGABYTE },
  unverified: { account: 6 * MEGABYTE, client: 60 * MEGABYTE, total: 300 * MEGABYTE },
};

/** Who uploads. */
interface Uploader {
  ownerId: string;
  /** What is written of the address that the upload comes from. */
  clientHash: Buffer;
}

/** No reason to come again later than this, in seconds: others' pictures may find their posts. */
const RETRY_MAX = 3_600;

/** What is written of an address: it can be compared, and says nothing to anyone who does not have the keys. */
export function hashClient(keys: InstallationKeys, client: string): Buffer {
  return keys.mac('client', `upload ${client}`);
}

/**
 * Refuses when there is no room left, before a picture is read and decoded; returns whether the account's e-mail address is
 * verified.
 *
 * @throws {ProblemError} as {@link takeRoom} does.
 */
function requireRoomLeft(executor: Executor, quotas: UploadQuotas, uploader: Uploader): Promise<boolean> {
  return requireRoom(executor, quotas, uploader, 1);
}

/**
 * Sees that there is room for so many bytes, in the transaction that writes them; anyone who comes meanwhile waits until its
 * end, so that two do not take the same room.
 *
 * @throws {ProblemError} `limit.reached` when the account or its address has had its share, `server.unavailable` when all is
 *   taken.
 */
async function takeRoom(
  transaction: Transaction,
  quotas: UploadQuotas,
  uploader: Uploader,
  bytes: number,
): Promise<void> {
  await lockRoom(transaction);
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

/** What pictures take that count, in bytes. */
interface RoomTaken {
  /** Whether the address of the account was verified. */
  verified: boolean;
  account: number;
  client: number;
  total: number;
  /** Until the first of the account's, or else of all, counts no more. */
  seconds: number;
}

/** Anyone who takes room waits here for anyone who is just taking some. */
async function lockRoom(transaction: Transaction): Promise<void> {
  await transaction.first(`SELECT pg_advisory_xact_lock(hashtextextended('uploads', 0))`);
}

/**
 * What the pictures take that no post took, and those of this account that came within the last hour. To an account whose
 * address was not verified only those of others like it count, so that these take no room of the rest.
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
