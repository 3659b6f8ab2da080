import type { Database, Executor } from '../../database/database.ts';
import type { Router } from '../../http/router.ts';

/** Mounts the deletion check of offline caches [PH-10]. */
export function registerOffline(router: Router, { database }: { database: Database }): void {
  router.handle('POST /api/device/gone', ({ session, body }) =>
    findDeletedContent(database, session.userId, body),
  );
}

/** Contents of an offline cache. */
interface Held {
  posts: readonly string[];
  threads: readonly { postId: string; replies: readonly number[] }[];
}

/** Ids to remove: posts, and posts with a reply to remove. */
interface DeletedContent {
  posts: string[];
  threads: string[];
}

/** SQL with one index lookup per item. Blocks never collapse the notice board. */
export const GONE = `
  SELECT ARRAY(
           SELECT held.id::text FROM unnest($2::uuid[]) AS held (id)
            WHERE NOT EXISTS (
              SELECT FROM posts
               WHERE posts.id = held.id AND posts.hidden_at IS NULL
                 AND (NOT EXISTS (SELECT FROM blocks WHERE blocks.user_id = $1 AND blocks.blocked_id = posts.author_id)
                      OR (SELECT buildings.kind = 'notice' FROM buildings WHERE buildings.id = posts.building_id)))) AS posts,
         ARRAY(
           SELECT DISTINCT held.post_id::text
             FROM unnest($3::uuid[], $4::int[]) AS held (post_id, number)
            WHERE NOT EXISTS (
              SELECT FROM replies JOIN posts ON posts.id = replies.post_id
               WHERE replies.post_id = held.post_id AND replies.number = held.number
                 AND replies.hidden_at IS NULL AND posts.hidden_at IS NULL
                 AND NOT EXISTS (SELECT FROM blocks WHERE blocks.user_id = $1 AND blocks.blocked_id = replies.author_id))) AS threads`;

/** Returns cached items that the student can no longer read. */
async function findDeletedContent(executor: Executor, userId: string, held: Held): Promise<DeletedContent> {
  const postIds = held.threads.flatMap(({ postId, replies }) => replies.map(() => postId));
  const numbers = held.threads.flatMap(({ replies }) => replies);
  const gone = await executor.first<DeletedContent>(GONE, [userId, held.posts, postIds, numbers]);
  return gone ?? { posts: [], threads: [] };
}
