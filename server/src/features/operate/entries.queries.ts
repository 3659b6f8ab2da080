import type { EntryKind, EntryState } from '@madang/contract/operate/entry-rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { FACILITY_NOTICES, lockPost } from '../posts/index.ts';

/** What its picture is known by, and of which upload it was made; the sizes count where a post has it. */
export interface EntryPicture {
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
export function listPictures(
  executor: Executor,
): Promise<{ id: string; kind: EntryKind; picture_mark: string }[]> {
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
