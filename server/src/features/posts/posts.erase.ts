import type { Transaction } from '../../platform/database/database.ts';
import { noteImageRemoval } from '../../platform/images/image-removals.ts';
import { demoteIfTooFew, listDemotablePosts } from './likes.ts';

/**
 * Lets go of a user who withdraws: likes and scraps go, with the counts they made; posts stay without
 * author, earlier versions and picture [ST-10]. The pictures themselves are noted for removal.
 */
export async function erasePostsOf(transaction: Transaction, userId: string): Promise<void> {
  // In one order for everybody: two users who liked the same posts may withdraw at once.
  await transaction.rows(
    `SELECT id FROM posts WHERE author_id = $1 OR id IN (SELECT post_id FROM likes WHERE user_id = $1)
      ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  );
  const shaky = await listDemotablePosts(transaction, userId);
  await transaction.change(
    `WITH gone AS (DELETE FROM likes WHERE user_id = $1 RETURNING post_id)
     UPDATE posts SET like_count = like_count - 1 FROM gone WHERE posts.id = gone.post_id`,
    [userId],
  );
  for (const postId of shaky) await demoteIfTooFew(transaction, postId);
  await transaction.change(
    'DELETE FROM post_revisions USING posts WHERE posts.id = post_id AND author_id = $1',
    [userId],
  );
  await transaction.change('DELETE FROM scraps WHERE user_id = $1', [userId]);
  await transaction.change('DELETE FROM imported_post_authors WHERE author_id = $1', [userId]);
  await noteImageRemoval(transaction, `posts/${userId}`);
  await transaction.change('DELETE FROM uploads WHERE owner_id = $1', [userId]);
  await transaction.change(
    `UPDATE posts SET author_id = NULL, image_path = NULL, image_width = NULL, image_height = NULL, picture_count = 0
      WHERE author_id = $1`,
    [userId],
  );
}
