import type { EntryKind, EntryState } from '@madang/contract/operate/entry-rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';

/** What is known of something that was written on the web; its text is the shown thing's while that is there. */
export interface PlanRow {
  id: string;
  kind: EntryKind;
  state: EntryState;
  title: string;
  body: string;
  picture_mark: string | null;
  picture_upload: string | null;
  picture_width: number | null;
  picture_height: number | null;
  begins_at: Date | null;
  ends_at: Date | null;
}

const PLANS = `SELECT id, kind, state, title, body, picture_mark, picture_upload, picture_width, picture_height,
                      begins_at, ends_at FROM bulletin_entries`;

/** What was written on the web under this id. */
export function findPlan(executor: Executor, kind: EntryKind, id: string): Promise<PlanRow | undefined> {
  return executor.first<PlanRow>(`${PLANS} WHERE id = $1 AND kind = $2`, [id, kind]);
}

/** The same, locked until the commit. */
export function lockPlan(
  transaction: Transaction,
  kind: EntryKind,
  id: string,
): Promise<PlanRow | undefined> {
  return transaction.first<PlanRow>(`${PLANS} WHERE id = $1 AND kind = $2 FOR UPDATE`, [id, kind]);
}

/** What is planned or over of a kind, changed last first, and what is known of those that are shown. */
export function listPlans(
  executor: Executor,
  kind: EntryKind,
  shown: readonly string[],
  limit: number,
): Promise<PlanRow[]> {
  return executor.rows<PlanRow>(
    `(${PLANS} WHERE kind = $1 AND id = ANY ($2::uuid[]))
     UNION ALL
     (${PLANS} WHERE kind = $1 AND state <> 'shown' AND id <> ALL ($2::uuid[])
       ORDER BY changed_at DESC, id DESC LIMIT $3)`,
    [kind, shown, limit],
  );
}

/** Stores what is known of an entry; false where the id is another kind's. */
export async function putPlan(transaction: Transaction, plan: PlanRow): Promise<boolean> {
  const changed = await transaction.change(
    `INSERT INTO bulletin_entries (id, kind, state, title, body, picture_mark, picture_upload, picture_width,
                                   picture_height, begins_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (id) DO UPDATE
        SET state = excluded.state, title = excluded.title, body = excluded.body,
            picture_mark = excluded.picture_mark, picture_upload = excluded.picture_upload,
            picture_width = excluded.picture_width, picture_height = excluded.picture_height,
            begins_at = excluded.begins_at, ends_at = excluded.ends_at, changed_at = now()
      WHERE bulletin_entries.kind = excluded.kind`,
    [
      plan.id,
      plan.kind,
      plan.state,
      plan.title,
      plan.body,
      plan.picture_mark,
      plan.picture_upload,
      plan.picture_width,
      plan.picture_height,
      plan.begins_at,
      plan.ends_at,
    ],
  );
  return changed === 1;
}

/** Two calls that write the same new entry go one after the other. */
export async function queueFor(transaction: Transaction, id: string): Promise<void> {
  await transaction.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [id]);
}

/** What waits to be shown of a kind, and what has ended, changed last first: for the operator command. */
export function listPlanned(
  executor: Executor,
  kind: EntryKind,
): Promise<(PlanRow & { changed_at: Date })[]> {
  return executor.rows(
    `SELECT id, kind, state, title, body, begins_at, ends_at, changed_at FROM bulletin_entries
      WHERE kind = $1 AND state IN ('planned', 'ended') ORDER BY changed_at DESC, id DESC LIMIT 200`,
    [kind],
  );
}

/** What the pictures of planned entries are known by. */
export function listPlannedPictures(
  executor: Executor,
): Promise<Pick<PlanRow, 'id' | 'kind' | 'picture_mark'>[]> {
  return executor.rows(
    `SELECT id, kind, picture_mark FROM bulletin_entries
      WHERE state = 'planned' AND picture_mark IS NOT NULL ORDER BY id`,
  );
}

/** The moment of the transaction, by the clock that everybody shares. */
export async function readNow(executor: Executor): Promise<Date> {
  const row = await executor.first<{ now: Date }>('SELECT now() AS now');
  return row?.now ?? new Date();
}
