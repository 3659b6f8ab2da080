import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { reverseAward } from './edits.queries.ts';
import { emptyPosts } from './purge.ts';

/** A post or reply that nobody may see, for the ledger: an id and times, ISO 8601 in UTC. */
export interface Gone {
  id: string;
  /** The operator, a case or a request hid it. */
  hiddenAt: string | null;
  /** Its author deleted it. */
  deletedAt: string | null;
  /** Its text was purged. */
  purgedAt: string | null;
}

/** What a ledger says of a thing as a row of SQL, `$1` being its lines as JSON. */
export const GONE_LINES = `
  jsonb_to_recordset($1::text::jsonb)
    AS line (id uuid, "hiddenAt" timestamptz, "deletedAt" timestamptz, "purgedAt" timestamptz)`;

/** What is gone of a table, in the order of ids. A deletion hides too: only `moderated_at` tells what the operator hid beside it. */
export async function listGone(executor: Executor, table: 'posts' | 'replies'): Promise<Gone[]> {
  const rows = await executor.rows<{
    id: string;
    hidden: Date | null;
    deleted_at: Date | null;
    purged_at: Date | null;
  }>(
    `SELECT id, CASE WHEN deleted_at IS NULL THEN hidden_at ELSE moderated_at END AS hidden, deleted_at, purged_at
       FROM ${table} WHERE hidden_at IS NOT NULL ORDER BY id`,
  );
  return rows.map((row) => ({
    id: row.id,
    hiddenAt: row.hidden?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    purgedAt: row.purged_at?.toISOString() ?? null,
  }));
}

/** How many things a ledger made go again. */
export interface Repeated {
  deleted: number;
  purged: number;
  hidden: number;
}

/**
 * Makes posts go again that came back with an older state: deleted with their award, purged with what stands below them, or
 * hidden. What is gone here already stays as it is. In the caller's transaction, while no server runs.
 */
export async function repeatGonePosts(
  transaction: Transaction,
  lines: readonly Gone[],
  purgeReplies: (transaction: Transaction, postIds: readonly string[]) => Promise<void>,
): Promise<Repeated> {
  const values = [JSON.stringify(lines)];
  const deleted = await transaction.rows<{ id: string }>(
    `UPDATE posts SET deleted_at = "deletedAt", hidden_at = "deletedAt", moderated_at = "hiddenAt"
       FROM ${GONE_LINES} WHERE posts.id = line.id AND "deletedAt" IS NOT NULL AND deleted_at IS NULL
     RETURNING posts.id`,
    values,
  );
  for (const { id } of deleted) await reverseAward(transaction, uuidv7(), id);
  const purged = await transaction.rows<{ id: string }>(
    `SELECT posts.id FROM posts JOIN ${GONE_LINES} ON posts.id = line.id
      WHERE "purgedAt" IS NOT NULL AND purged_at IS NULL`,
    values,
  );
  const ids = purged.map(({ id }) => id);
  if (ids.length > 0) {
    await purgeReplies(transaction, ids);
    await emptyPosts(transaction, ids);
  }
  const hidden = await transaction.change(
    `UPDATE posts SET hidden_at = "hiddenAt", moderated_at = "hiddenAt"
       FROM ${GONE_LINES} WHERE posts.id = line.id AND "hiddenAt" IS NOT NULL AND hidden_at IS NULL`,
    values,
  );
  return { deleted: deleted.length, purged: ids.length, hidden };
}
