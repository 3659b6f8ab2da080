import { createHash } from 'node:crypto';
import type { EntryKind, EntryState } from '@madang/contract/admin/rules';
import type { Entry } from '@madang/contract/admin/schema';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import { cancelImageRemoval, type ImageStore, noteImageRemoval } from '../../images/image-store.ts';
import type { Session } from '../../sessions/sessions.ts';
import { encodeUploadedImage, eventImageKey, imageMark, putEntryImage } from '../bulletin/index.ts';
import {
  FACILITY_NOTICES,
  findUpload,
  lockPost,
  NOTICE_PICTURES,
  putUpload,
  UPLOAD_FILES,
  uploadPath,
} from '../posts/index.ts';

/** A picture and its source upload; sizes are for posts. */
interface EntryPicture {
  picture_mark: string | null;
  picture_upload: string | null;
  picture_width: number | null;
  picture_height: number | null;
}

export interface NewEntry extends EntryPicture {
  id: string;
  kind: EntryKind;
  state: EntryState;
  title: string;
  body: string;
  begins_at: Date | null;
  ends_at: Date | null;
}

export interface EntryRow extends NewEntry {
  /** Time of publication; null if not shown. */
  shown_at: Date | null;
  changed_at: Date;
}

export const NO_PICTURE: EntryPicture = {
  picture_mark: null,
  picture_upload: null,
  picture_width: null,
  picture_height: null,
};

/** Whether an entry is over and never shown again. */
export const isOver = ({ state }: { state: EntryState }): boolean =>
  state === 'ended' || state === 'withdrawn';

/** Maximum of listed shown entries of a kind, and of others. */
const LIST_MAX = 200;

// Events and notices are rows. A published facility notice is a post, which moderators can hide and which has the valid
// content.
const ENTRIES = `
  SELECT id, kind, state, title, body, picture_mark, picture_upload, picture_width, picture_height, begins_at, ends_at,
         shown_at, changed_at FROM bulletin_entries WHERE kind <> 'facility-notice'
  UNION ALL
  SELECT id, 'facility-notice', CASE WHEN seen THEN 'shown' WHEN state <> 'shown' THEN state ELSE 'withdrawn' END,
         coalesce(post.title, entry.title), coalesce(post.body, entry.body),
         CASE WHEN seen THEN post.picture_mark ELSE entry.picture_mark END, picture_upload,
         coalesce(image_width, picture_width), coalesce(image_height, picture_height), begins_at, ends_at,
         CASE WHEN seen THEN created_at END, coalesce(changed_at, created_at)
    FROM (SELECT * FROM bulletin_entries WHERE kind = 'facility-notice') AS entry
    FULL JOIN (${FACILITY_NOTICES}) AS post USING (id)`;

/** Returns an entry by id, whether planned, shown or over. */
export function findEntry(executor: Executor, kind: EntryKind, id: string): Promise<EntryRow | undefined> {
  return executor.first<EntryRow>(`SELECT * FROM (${ENTRIES}) AS entry WHERE kind = $1 AND id = $2`, [
    kind,
    id,
  ]);
}

/** Locks and returns an entry; also serializes additions. */
export async function lockEntry(
  transaction: Transaction,
  kind: EntryKind,
  id: string,
): Promise<EntryRow | undefined> {
  await transaction.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [id]);
  await transaction.rows('SELECT id FROM bulletin_entries WHERE id = $1 FOR UPDATE', [id]);
  if (kind === 'facility-notice') await lockPost(transaction, id);
  return findEntry(transaction, kind, id);
}

/** Returns a kind's entries: planned and over ones first, newest first. */
export function listEntries(executor: Executor, kind: EntryKind): Promise<EntryRow[]> {
  return executor.rows<EntryRow & { place: number }>(
    `SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY state = 'shown'
                                                 ORDER BY coalesce(shown_at, changed_at) DESC, id DESC) AS place
                      FROM (${ENTRIES}) AS entry WHERE kind = $1) AS entry
      WHERE place <= $2 ORDER BY state = 'shown', place`,
    [kind, LIST_MAX],
  );
}

/** Stores an entry; false if another kind uses the id. `shown` sets the publication time, which adds notices to inboxes. */
export async function putEntry(transaction: Transaction, entry: NewEntry): Promise<boolean> {
  const changed = await transaction.change(
    `INSERT INTO bulletin_entries (id, kind, state, title, body, picture_mark, picture_upload, picture_width,
                                   picture_height, begins_at, ends_at, shown_at, told_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, CASE WHEN $3 = 'shown' THEN now() END,
             CASE WHEN $3 = 'shown' AND $2 = 'notice' THEN clock_timestamp() END)
     ON CONFLICT (id) DO UPDATE
        SET state = excluded.state, title = excluded.title, body = excluded.body,
            picture_mark = excluded.picture_mark, picture_upload = excluded.picture_upload,
            picture_width = excluded.picture_width, picture_height = excluded.picture_height,
            begins_at = excluded.begins_at, ends_at = excluded.ends_at, changed_at = now(),
            shown_at = CASE bulletin_entries.state WHEN excluded.state THEN bulletin_entries.shown_at ELSE excluded.shown_at END,
            told_at = CASE bulletin_entries.state WHEN excluded.state THEN bulletin_entries.told_at ELSE excluded.told_at END
      WHERE bulletin_entries.kind = excluded.kind`,
    [
      entry.id,
      entry.kind,
      entry.state,
      entry.title,
      entry.body,
      entry.picture_mark,
      entry.picture_upload,
      entry.picture_width,
      entry.picture_height,
      entry.begins_at,
      entry.ends_at,
    ],
  );
  return changed === 1;
}

function listPictures(executor: Executor): Promise<{ id: string; kind: EntryKind; picture_mark: string }[]> {
  return executor.rows(
    `SELECT id, kind, picture_mark FROM bulletin_entries
      WHERE picture_mark IS NOT NULL AND (kind <> 'facility-notice' OR state = 'planned') ORDER BY id`,
  );
}

/** Returns the transaction's time by the database's clock. */
export async function readNow(executor: Executor): Promise<Date> {
  const row = await executor.first<{ now: Date }>('SELECT now() AS now');
  return row?.now ?? new Date();
}

/** Returns an entry for operators. */
export function presentEntry(row: EntryRow): Entry {
  const { kind, id, state, title, body, picture_mark: mark } = row;
  const there = {
    kind,
    id,
    state,
    title,
    body,
    picture: mark === null ? null : `/api/operate/bulletin/${kind}/${id}/picture?of=${mark}`,
    beginsAt: row.begins_at?.toISOString() ?? null,
    shownAt: row.shown_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
  };
  // Hash of all fields: changes by the command count too.
  const version = createHash('sha256').update(JSON.stringify(there)).digest('base64url').slice(0, 22);
  return { ...there, version };
}

export interface MadePicture {
  columns: EntryPicture;
  /** Runs last, so that a store failure rolls the transaction back. */
  store: (transaction: Transaction) => Promise<void>;
}

/** Returns a picture's storage key: a PNG, or a facility notice's folder. */
export function pictureKey(kind: EntryKind, id: string, mark: string): string {
  return kind === 'facility-notice' ? `posts/${NOTICE_PICTURES}/${mark}` : eventImageKey(id);
}

/** Seconds until an unused picture is deleted; longer than any save takes. */
const NOBODYS_AFTER = 3_600;

/**
 * Copies an own upload, which belongs to its student, as an entry's picture.
 *
 * @throws {ProblemError} `input.invalid` for an upload that is unknown, another user's or attached to a post.
 */
export async function makePicture(
  { database, images }: { database: Database; images: ImageStore },
  session: Session,
  kind: EntryKind,
  id: string,
  uploadId: string,
): Promise<MadePicture> {
  const upload = await findUpload(database, uploadId);
  if (!upload || upload.owner_id !== session.userId || upload.post_id !== null)
    return refuseFields({ uploadId: 'invalid' }) as never;
  const path = uploadPath(session.userId, uploadId);
  const [small, large] = await Promise.all(UPLOAD_FILES.map((file) => images.get(`${path}/${file}`)));
  if (!small || !large) return refuseFields({ uploadId: 'invalid' }) as never;
  const { width, height } = upload;
  const columnsOf = (mark: string): EntryPicture => ({
    picture_mark: mark,
    picture_upload: uploadId,
    picture_width: width,
    picture_height: height,
  });
  if (kind !== 'facility-notice') {
    const png = await encodeUploadedImage(Buffer.from(large));
    const store = (transaction: Transaction) => stored(putEntryImage(transaction, images, id, png));
    return { columns: columnsOf(imageMark(png)), store };
  }
  const mark = uuidv7();
  const folder = pictureKey(kind, id, mark);
  await noteImageRemoval(database, folder, NOBODYS_AFTER);
  return {
    columns: columnsOf(mark),
    async store(transaction) {
      await cancelImageRemoval(transaction, folder);
      const [first, second] = [small, large].map((bytes) => ({ bytes: Buffer.from(bytes), width, height }));
      if (first && second) await putUpload(images, folder, { small: first, large: second });
    },
  };
}

/** @throws {ProblemError} `server.unavailable` if the store fails. */
async function stored(work: Promise<void>): Promise<void> {
  await work.catch((error: Error & { code?: string }) => {
    // Other errors are file system failures.
    if (error.name === 'DatabaseError') throw error;
    throw new ProblemError('server.unavailable', { retryAfter: 10, cause: error });
  });
}

/** Returns storage keys of entries' pictures, without posts'. */
export async function listEntryPictureKeys(executor: Executor): Promise<string[]> {
  return (await listPictures(executor)).flatMap(({ id, kind, picture_mark: mark }) => {
    const key = pictureKey(kind, id, mark);
    return kind === 'facility-notice' ? UPLOAD_FILES.map((file) => `${key}/${file}`) : [key];
  });
}
