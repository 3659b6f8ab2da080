import type { Executor, Transaction } from '../../platform/database/database.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';

/**
 * Lets go of a student who withdraws: likes and scraps go, with the counts they made; posts stay without
 * author and without picture [ST-10]. The pictures themselves are noted for removal, so that a failing image
 * store can delay it but not lose it.
 */
export async function erasePostsOf(transaction: Transaction, userId: string): Promise<void> {
  // In one order for everybody: two students who liked the same posts may withdraw at once.
  await transaction.rows(
    `SELECT id FROM posts WHERE author_id = $1 OR id IN (SELECT post_id FROM likes WHERE user_id = $1)
      ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  );
  await transaction.change(
    `WITH gone AS (DELETE FROM likes WHERE user_id = $1 RETURNING post_id)
     UPDATE posts SET like_count = like_count - 1 FROM gone WHERE posts.id = gone.post_id`,
    [userId],
  );
  await transaction.change('DELETE FROM scraps WHERE user_id = $1', [userId]);
  await transaction.change(
    `INSERT INTO image_removals (key) VALUES ('posts/' || $1::uuid::text) ON CONFLICT DO NOTHING`,
    [userId],
  );
  await transaction.change('DELETE FROM uploads WHERE owner_id = $1', [userId]);
  await transaction.change(
    `UPDATE posts SET author_id = NULL, image_path = NULL, image_width = NULL, image_height = NULL WHERE author_id = $1`,
    [userId],
  );
}

/** Removes the pictures that were noted; what fails stays noted for the next time. Any process may do it. */
export async function removeNotedImages(parts: { database: Executor; images: ImageStore }): Promise<void> {
  const noted = await parts.database.rows<{ key: string }>(
    'SELECT key FROM image_removals ORDER BY created_at LIMIT 1000',
  );
  for (const { key } of noted) {
    await parts.images.remove(key);
    await parts.database.change('DELETE FROM image_removals WHERE key = $1', [key]);
  }
}
