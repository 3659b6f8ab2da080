import {
  type DeleteUserData,
  listWithdrawals,
  ownAccount,
  type OwnData,
  repeatWithdrawals,
  type Withdrawal,
} from './features/accounts/index.ts';
import { deleteCrowdReportsOf, ownAmenities, ownLockedRooms, ownSoldOut } from './features/places/index.ts';
import {
  deleteModerationDataOf,
  type HashDependencies,
  ownModeration,
  purgeCases,
} from './features/moderation/index.ts';
import { deleteNotificationDataOf, ownNotifications } from './features/notifications/index.ts';
import { ownPins } from './features/campus/index.ts';
import {
  type DeletedContent,
  deletePostDataOf,
  listDeletedContent,
  ownPosts,
  purgeDeletedPosts,
  type Repeated,
  repeatPostDeletions,
} from './features/posts/index.ts';
import {
  deleteReplyDataOf,
  ownReplies,
  purgeDeletedReplies,
  purgeRepliesOf,
  repeatReplyDeletions,
} from './features/replies/index.ts';
import { deleteSearchesOf } from './features/search/index.ts';
import { ownTickets } from './features/tickets/index.ts';
import type { Database, Transaction } from './database/database.ts';
import { beginSnapshot } from './database/table-lines.ts';

/** Deletes a user's references in features above accounts, in order; `removeNotedPictures` deletes scheduled pictures. */
export const deleteUserData = (dependencies: HashDependencies): readonly DeleteUserData[] => [
  deleteNotificationDataOf,
  deleteSearchesOf,
  deleteCrowdReportsOf,
  (transaction, userId) => deleteModerationDataOf(dependencies, transaction, userId),
  deleteReplyDataOf,
  deletePostDataOf,
];

/** Exports of a user's data, in the order of the file. */
export const ownData: readonly OwnData[] = [
  ownAccount,
  ownPosts,
  ownReplies,
  ownModeration,
  ownNotifications,
  ownPins,
  ownAmenities,
  ownLockedRooms,
  ownSoldOut,
  ownTickets,
  // Actions on the user, without actor and reason: others' data.
  { lists: { operatorActs: `SELECT at, action FROM audit WHERE target = ($1::uuid)::text` } },
];

/** Purges content deleted long ago [OW-06]; safe in parallel. `removeNotedPictures` deletes scheduled pictures. */
export async function purgeDeleted(database: Database): Promise<void> {
  await purgeDeletedReplies(database);
  await purgeDeletedPosts(database, purgeRepliesOf);
  await purgeCases(database);
}

/** Deletions that older database states must not restore: ids and times. */
export interface Ledger {
  withdrawals: readonly Withdrawal[];
  posts: readonly DeletedContent[];
  replies: readonly DeletedContent[];
}

export interface RepeatedLedger extends Repeated {
  erased: number;
}

export const EMPTY_LEDGER: Ledger = { withdrawals: [], posts: [], replies: [] };

/** Returns a snapshot of the whole ledger. */
export function readLedgerOf(database: Database): Promise<Ledger> {
  return database.transaction(async (transaction) => {
    await beginSnapshot(transaction);
    return {
      withdrawals: await listWithdrawals(transaction),
      posts: await listDeletedContent(transaction, 'posts'),
      replies: await listDeletedContent(transaction, 'replies'),
    };
  });
}

/**
 * Repeats a ledger's deletions in the caller's transaction, skipping unknown ids. `removeNotedPictures` deletes scheduled
 * pictures.
 */
export async function repeatLedger(
  transaction: Transaction,
  dependencies: HashDependencies,
  ledger: Ledger,
): Promise<RepeatedLedger> {
  const posts = await repeatPostDeletions(transaction, ledger.posts, purgeRepliesOf);
  const replies = await repeatReplyDeletions(transaction, ledger.replies);
  const erased = await repeatWithdrawals(transaction, deleteUserData(dependencies), ledger.withdrawals);
  return {
    erased,
    deleted: posts.deleted + replies.deleted,
    purged: posts.purged + replies.purged,
    hidden: posts.hidden + replies.hidden,
  };
}
