import type { InstallationKeys } from '../platform/installation-keys.ts';
import type { EraseUser } from '../features/accounts/index.ts';
import { eraseModerationOf } from '../features/moderation/index.ts';
import { eraseNotificationsOf } from '../features/notifications/index.ts';
import { erasePostsOf } from '../features/posts/index.ts';
import { eraseRepliesOf } from '../features/replies/index.ts';
import { eraseSearchesOf } from '../features/search/index.ts';
import { eraseVoicesOf } from '../features/voices/index.ts';

/**
 * How the features above accounts let go of a user, in this order: handed down to the withdrawal, whether
 * the user or the operator asks for it. Pictures are only noted; `removeNotedPictures` takes them.
 */
export const eraseUser = (keys: InstallationKeys): readonly EraseUser[] => [
  eraseNotificationsOf,
  eraseSearchesOf,
  eraseVoicesOf,
  (transaction, userId) => eraseModerationOf(keys, transaction, userId),
  eraseRepliesOf,
  erasePostsOf,
];
