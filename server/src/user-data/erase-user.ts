import type { EraseUser } from '../features/accounts/index.ts';
import { eraseModerationOf, type HashDependencies } from '../features/moderation/index.ts';
import { eraseNotificationsOf } from '../features/notifications/index.ts';
import { erasePostsOf } from '../features/posts/index.ts';
import { eraseRepliesOf } from '../features/replies/index.ts';
import { eraseSearchesOf } from '../features/search/index.ts';
import { eraseVoicesOf } from '../features/voices/index.ts';

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
