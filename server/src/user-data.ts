import {
  type EraseUser,
  listWithdrawals,
  ownAccount,
  type OwnData,
  repeatWithdrawals,
  type Withdrawal,
} from './features/accounts/index.ts';
import { ownAmenities } from './features/amenities/index.ts';
import { ownSoldOut } from './features/meals/index.ts';
import {
  eraseModerationOf,
  type HashDependencies,
  ownModeration,
  purgeCases,
} from './features/moderation/index.ts';
import { eraseNotificationsOf, ownNotifications } from './features/notifications/index.ts';
import { ownPins } from './features/pins/index.ts';
import {
  erasePostsOf,
  type Gone,
  listGone,
  ownPosts,
  purgeDeletedPosts,
  type Repeated,
  repeatGonePosts,
} from './features/posts/index.ts';
import {
  eraseRepliesOf,
  ownReplies,
  purgeDeletedReplies,
  purgeRepliesOf,
  repeatGoneReplies,
} from './features/replies/index.ts';
import { ownLockedRooms } from './features/rooms/index.ts';
import { eraseSearchesOf } from './features/search/index.ts';
import { ownTickets } from './features/tickets/index.ts';
import { eraseVoicesOf } from './features/voices/index.ts';
import { ownActs } from './audit.ts';
import type { Database, Transaction } from './platform/database/database.ts';
import { beginSnapshot } from './platform/database/table-lines.ts';

/**
 * How the features above accounts let go of a user, in this order: handed down to the withdrawal, whether
 * the user or the operator asks for it. Pictures are only noted; `removeNotedPictures` takes them.
 */
export const eraseUser = (dependencies: HashDependencies): readonly EraseUser[] => [
  eraseNotificationsOf,
  eraseSearchesOf,
  eraseVoicesOf,
  (transaction, userId) => eraseModerationOf(dependencies, transaction, userId),
  eraseRepliesOf,
  erasePostsOf,
];

/** All that is stored about a user, in the order of their file; handed down to the download. */
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
  ownActs,
];

/**
 * Purges what users deleted long enough ago from every table [OW-06]. Its pictures are only noted;
 * `removeNotedPictures` takes them. Any process may do it, several at once too.
 */
export async function purgeDeleted(database: Database): Promise<void> {
  await purgeDeletedReplies(database);
  await purgeDeletedPosts(database, purgeRepliesOf);
  await purgeCases(database);
}

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
