import { createHash } from 'node:crypto';
import type { EntryKind, EntryState } from '@madang/contract/operate/entry-rules';
import type { Entry } from '@madang/contract/operate/schema';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import { cancelImageRemoval, type ImageStore, noteImageRemoval } from '../../platform/images/image-store.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
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

/** What its picture is known by, and of which upload it was made; the sizes count where a post has it. */
interface EntryPicture {
  picture_mark: string | null;
  picture_upload: string | null;
  picture_width: number | null;
  picture_height: number | null;
}

/** What operators decide of an entry. */
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
  /** Since when it is shown; null where it is not. */
  shown_at: Date | null;
  changed_at: Date;
}

export const NO_PICTURE: EntryPicture = {
  picture_mark: null,
  picture_upload: null,
  picture_width: null,
  picture_height: null,
};

/** Once it is over an entry is not shown again. */
export const isOver = ({ state }: { state: EntryState }): boolean =>
  state === 'ended' || state === 'withdrawn';

/** How many of a kind are listed that are shown, and as many that are not. */
const LIST_MAX = 200;

// An event or notice is its row. A facility notice is a post from its publication on, which moderators hide and show too: what
// the post says counts, and one may have no row.
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

/** An entry by its id, planned, shown or over. */
export function findEntry(executor: Executor, kind: EntryKind, id: string): Promise<EntryRow | undefined> {
  return executor.first<EntryRow>(`SELECT * FROM (${ENTRIES}) AS entry WHERE kind = $1 AND id = $2`, [
    kind,
    id,
  ]);
}

/** The same, and nobody changes it before the commit; two calls that write the same new entry go one after the other. */
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

/** What is planned or over of a kind, changed last first, then what is shown, newest first. */
export function listEntries(executor: Executor, kind: EntryKind): Promise<EntryRow[]> {
  return executor.rows<EntryRow>(
    `SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY state = 'shown'
                                                 ORDER BY coalesce(shown_at, changed_at) DESC, id DESC) AS place
                      FROM (${ENTRIES}) AS entry WHERE kind = $1) AS entry
      WHERE place <= $2 ORDER BY state = 'shown', place`,
    [kind, LIST_MAX],
  );
}

/**
 * Stores an entry; false where the id is another kind's. It is shown from the moment that it becomes so, and a notice is in
 * every inbox from then on.
 */
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

/** What the pictures of entries are known by, but for those of posts. */
function listPictures(executor: Executor): Promise<{ id: string; kind: EntryKind; picture_mark: string }[]> {
  return executor.rows(
    `SELECT id, kind, picture_mark FROM bulletin_entries
      WHERE picture_mark IS NOT NULL AND (kind <> 'facility-notice' OR state = 'planned') ORDER BY id`,
  );
}

/** The moment of the transaction, by the clock that everybody shares. */
export async function readNow(executor: Executor): Promise<Date> {
  const row = await executor.first<{ now: Date }>('SELECT now() AS now');
  return row?.now ?? new Date();
}

/** An entry as operators see it. */
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
  // Of all there is: a change by the operator command makes another one too.
  const version = createHash('sha256').update(JSON.stringify(there)).digest('base64url').slice(0, 22);
  return { ...there, version };
}

/** A picture that is ready to be stored for an entry. */
export interface MadePicture {
  columns: EntryPicture;
  /** Last in the transaction that writes the entry, so that a failing store undoes it. */
  store: (transaction: Transaction) => Promise<void>;
}

/** Where a picture lies in the store: a PNG, or of a facility notice a folder with the files of an upload. */
export function pictureKey(kind: EntryKind, id: string, mark: string): string {
  return kind === 'facility-notice' ? `posts/${NOTICE_PICTURES}/${mark}` : eventImageKey(id);
}

/** Longer than a save takes, in seconds: a picture without an entry by then is nobody's. */
const NOBODYS_AFTER = 3_600;

/**
 * Makes an entry's picture out of an own upload. It is a copy: the upload belongs to a student, and goes with them.
 *
 * @throws {ProblemError} `input.invalid` for an upload that is unknown, another's or a post's already.
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

/** @throws {ProblemError} `server.unavailable` when the store fails. */
async function stored(work: Promise<void>): Promise<void> {
  await work.catch((error: Error & { code?: string }) => {
    // What the file system says; a failure of the database is told as one.
    if (error.name === 'DatabaseError') throw error;
    throw new ProblemError('server.unavailable', { retryAfter: 10, cause: error });
  });
}

/** The keys in the store of all pictures of entries, but for those of posts. */
export async function listEntryPictureKeys(executor: Executor): Promise<string[]> {
  return (await listPictures(executor)).flatMap(({ id, kind, picture_mark: mark }) => {
    const key = pictureKey(kind, id, mark);
    return kind === 'facility-notice' ? UPLOAD_FILES.map((file) => `${key}/${file}`) : [key];
  });
}
