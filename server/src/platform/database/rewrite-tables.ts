import type { Transaction } from './database.ts';

/** How long a rewrite waits for the tables; others wait behind it. */
const LOCK_WAIT = '500ms';

/** Which rows of each table are still needed, as a condition on `$1`. Others must lock the tables in this order. */
export type NeededRows = Readonly<Record<string, string>>;

/** Locks the tables against everybody. @throws {DatabaseError} when somebody holds one of them for too long. */
export async function lockForRewrite(transaction: Transaction, needed: NeededRows): Promise<void> {
  await transaction.change(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
  await transaction.change(`LOCK TABLE ${Object.keys(needed).join(', ')} IN ACCESS EXCLUSIVE MODE`);
}

/**
 * Writes locked tables again with the rows that are still needed. Deleted rows would stay in the pages, with the numbers of their
 * transactions: the old files go, and all rows have the number of this transaction.
 */
export async function rewriteTables(
  transaction: Transaction,
  needed: NeededRows,
  value: string,
): Promise<void> {
  for (const [table, condition] of Object.entries(needed)) {
    const kept = await transaction.first<{ rows: string }>(
      `SELECT coalesce(json_agg(${table}), '[]')::text AS rows FROM ${table} WHERE $1::text <> '' AND ${condition}`,
      [value],
    );
    await transaction.change(`TRUNCATE ${table}`);
    await transaction.change(
      `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::text::json)`,
      [kept?.rows ?? '[]'],
    );
  }
}
