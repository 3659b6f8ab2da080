import type { Executor } from '../../platform/database/database.ts';

/** One line of the ledger: an id that leads nowhere any more. */
export interface Withdrawal {
  userId: string;
  /** ISO 8601 in UTC. */
  withdrawnAt: string;
}

/** Writes withdrawals into the ledger; those it knows already keep their time. */
export async function recordWithdrawals(
  executor: Executor,
  withdrawals: readonly Withdrawal[],
): Promise<void> {
  await executor.change(
    `INSERT INTO withdrawals (user_id, withdrawn_at)
     SELECT "userId", "withdrawnAt"
       FROM jsonb_to_recordset($1::text::jsonb) AS row ("userId" uuid, "withdrawnAt" timestamptz)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(withdrawals)],
  );
}

/** The whole ledger, oldest first. */
export async function listWithdrawals(executor: Executor): Promise<Withdrawal[]> {
  const rows = await executor.rows<{ user_id: string; withdrawn_at: Date }>(
    'SELECT user_id, withdrawn_at FROM withdrawals ORDER BY withdrawn_at, user_id',
  );
  return rows.map((row) => ({ userId: row.user_id, withdrawnAt: row.withdrawn_at.toISOString() }));
}

/** Accounts that the ledger says are gone: a restored backup brought them back. */
export async function listReturned(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    'SELECT id FROM accounts JOIN withdrawals ON withdrawals.user_id = accounts.id ORDER BY id',
  );
  return rows.map(({ id }) => id);
}
