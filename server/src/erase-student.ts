import type { EraseStudent } from './features/accounts/index.ts';
import { erasePostsOf, removeNotedImages } from './features/posts/index.ts';
import { eraseRepliesOf } from './features/replies/index.ts';
import type { Database } from './platform/database/database.ts';
import type { ImageStore } from './platform/images/image-store.ts';

/** What each feature lets go of when a student withdraws: withdrawal stands below them and is handed the list. */
export function eraseStudentSteps(parts: {
  database: Database;
  images: ImageStore;
}): readonly EraseStudent[] {
  return [
    eraseRepliesOf,
    async (transaction, userId) => {
      await erasePostsOf(transaction, userId);
      transaction.afterCommit(() => void removeNotedImages(parts).catch(() => {}));
    },
  ];
}
