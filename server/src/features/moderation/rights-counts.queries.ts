import { UNCONFIRMED_MINUTES } from '@madang/contract/moderation/rights-rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { mailboxOf } from '../accounts/index.ts';
import type { RequestRow } from './rights.queries.ts';

/** Until the transaction ends, nobody else writes a request of this mailbox. */
export async function lockComplainant(transaction: Transaction, mailbox: string): Promise<void> {
  await transaction.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`rights ${mailbox}`]);
}

/** Until the transaction ends, nobody else confirms one: what is counted of a mailbox and of a day stays true. */
export async function lockConfirmations(transaction: Transaction): Promise<void> {
  await transaction.first(`SELECT pg_advisory_xact_lock(hashtextextended('rights', 0))`);
}

/** A request that nobody confirms frees its place before its link ends. */
const FREE_AGAIN = `created_at + interval '${UNCONFIRMED_MINUTES} minutes'`;

/**
 * Returns how many requests of the mailbox of this one about the same post, this one included, wait for their mail or for a
 * decision, and in how many seconds the first is over.
 */
export async function countWaitingWith(
  executor: Executor,
  id: string,
): Promise<{ count: number; seconds: number }> {
  const row = await executor.first<{ count: number; seconds: number | null }>(
    `SELECT count(*)::int AS count,
            ceil(extract(epoch FROM min(CASE WHEN other.state = 'written' THEN other.${FREE_AGAIN} ELSE other.due_at END) - now()))::int
              AS seconds
       FROM rights_requests AS own JOIN rights_requests AS other ON other.post_id = own.post_id AND other.mailbox = own.mailbox
      WHERE own.id = $1 AND (other.state = 'waiting' OR other.state = 'written' AND other.${FREE_AGAIN} > now())`,
    [id],
  );
  return { count: row?.count ?? 0, seconds: Math.max(60, row?.seconds ?? 0) };
}

/** What a request that is confirmed meets. */
export interface Beside {
  /** Requests of its mailbox about the same with the same ground. */
  same: number;
  /** Open requests of its mailbox. */
  open: number;
  /** Requests from its address of the network that wait and will hide by themselves. */
  here: number;
  /** All requests that were confirmed within a day. */
  day: number;
}

export async function countBeside(
  executor: Executor,
  { id, email, mailbox, post_id, reply_number, ground }: RequestRow,
): Promise<Beside> {
  const row = await executor.first<Beside>(
    `SELECT (SELECT count(*)::int FROM rights_requests
              WHERE mailbox = ANY ($1::text[]) AND confirmed_at IS NOT NULL AND post_id = $2
                AND coalesce(reply_number, 0) = coalesce($3::int, 0) AND ground = $4) AS same,
            (SELECT count(*)::int FROM rights_requests
              WHERE mailbox = ANY ($1::text[]) AND confirmed_at IS NOT NULL AND state IN ('waiting', 'hidden')) AS open,
            (SELECT count(*)::int FROM rights_requests
              WHERE client_hash = (SELECT client_hash FROM rights_requests WHERE id = $5) AND state = 'waiting' AND NOT by_people)
              AS here,
            (SELECT count(*)::int FROM rights_requests WHERE confirmed_at > now() - interval '1 day') AS day`,
    // Before mailboxes were folded they were noted as they were written.
    [[mailbox, mailboxOf(email ?? '')], post_id, reply_number, ground, id],
  );
  return row ?? { same: 0, open: 0, here: 0, day: 0 };
}
