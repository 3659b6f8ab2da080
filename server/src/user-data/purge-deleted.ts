import { purgeCases } from '../features/moderation/index.ts';
import { purgeDeletedPosts } from '../features/posts/index.ts';
import { purgeDeletedReplies, purgeRepliesOf } from '../features/replies/index.ts';
import type { Database } from '../platform/database/database.ts';

/**
 * Purges what users deleted long enough ago from every table [OW-06]. Its pictures are only noted;
 * `removeNotedPictures` takes them. Any process may do it, several at once too.
 */
export async function purgeDeleted(database: Database): Promise<void> {
  await purgeDeletedReplies(database);
  await purgeDeletedPosts(database, purgeRepliesOf);
  await purgeCases(database);
}
