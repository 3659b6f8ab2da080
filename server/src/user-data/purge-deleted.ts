import { purgeDeletedPosts, removeNotedPictures } from '../features/posts/index.ts';
import { purgeDeletedReplies, purgeRepliesOf } from '../features/replies/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { ImageStore } from '../platform/images/image-store.ts';

/**
 * Purges what users deleted long enough ago from every table and from the image store [OW-06]. Any process may do it,
 * several at once too.
 */
export async function purgeDeleted(dependencies: { database: Database; images: ImageStore }): Promise<void> {
  await purgeDeletedReplies(dependencies.database);
  await purgeDeletedPosts(dependencies.database, purgeRepliesOf);
  await removeNotedPictures(dependencies);
}
