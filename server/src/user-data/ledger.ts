import { listWithdrawals, repeatWithdrawals, type Withdrawal } from '../features/accounts/index.ts';
import type { HashDependencies } from '../features/moderation/index.ts';
import { listGone, repeatGonePosts, type Gone, type Repeated } from '../features/posts/index.ts';
import { purgeRepliesOf, repeatGoneReplies } from '../features/replies/index.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { beginSnapshot } from '../platform/database/table-lines.ts';
import { eraseUser } from './erase-user.ts';

/** What an older state of the database must not bring back: ids and times, and nothing of anybody. */
export interface Ledger {
  withdrawals: readonly Withdrawal[];
  posts: readonly Gone[];
  replies: readonly Gone[];
}

/** How much of a ledger an older state had brought back, and is gone again. */
export interface RepeatedLedger extends Repeated {
  /** Students who had withdrawn. */
  erased: number;
}

/** Ledger of nothing, where none is given. */
export const EMPTY_LEDGER: Ledger = { withdrawals: [], posts: [], replies: [] };

/** The whole ledger as it is at one moment. */
export function readLedgerOf(database: Database): Promise<Ledger> {
  return database.transaction(async (transaction) => {
    await beginSnapshot(transaction);
    return {
      withdrawals: await listWithdrawals(transaction),
      posts: await listGone(transaction, 'posts'),
      replies: await listGone(transaction, 'replies'),
    };
  });
}

/**
 * Makes go again what a ledger says is gone, in the caller's transaction. Pictures are only noted; `removeNotedPictures` takes
 * them. What the ledger names and this state has not known yet is passed over.
 */
export async function repeatLedger(
  transaction: Transaction,
  dependencies: HashDependencies,
  ledger: Ledger,
): Promise<RepeatedLedger> {
  const posts = await repeatGonePosts(transaction, ledger.posts, purgeRepliesOf);
  const replies = await repeatGoneReplies(transaction, ledger.replies);
  const erased = await repeatWithdrawals(transaction, eraseUser(dependencies), ledger.withdrawals);
  return {
    erased,
    deleted: posts.deleted + replies.deleted,
    purged: posts.purged + replies.purged,
    hidden: posts.hidden + replies.hidden,
  };
}
