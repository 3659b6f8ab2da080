import { v7 as uuidv7 } from 'uuid';
import type { Executor } from '../../platform/database/database.ts';

/**
 * Puts a post that can be seen, of a board users write on, into the popular list as the newest, also one
 * that was taken out before. `same` when it is there already, `missing` when there is no such post.
 */
export async function promotePost(executor: Executor, postId: string): Promise<'done' | 'same' | 'missing'> {
  const post = await executor.first(
    'SELECT id FROM posts WHERE id = $1 AND hidden_at IS NULL AND in_latest FOR NO KEY UPDATE',
    [postId],
  );
  if (!post) return 'missing';
  const changed = await executor.change(
    `INSERT INTO hots (id, post_id) VALUES ($1, $2)
     ON CONFLICT ON CONSTRAINT hots_post_id_key DO UPDATE SET promoted_at = now(), removed_at = NULL, least_likes = NULL
     WHERE hots.removed_at IS NOT NULL`,
    [uuidv7(), postId],
  );
  return changed === 1 ? 'done' : 'same';
}

/**
 * Takes a post out of the popular list. Its row stays, so that no number of likes brings it back; false when
 * it is not there.
 */
export async function demotePost(executor: Executor, postId: string): Promise<boolean> {
  const changed = await executor.change(
    'UPDATE hots SET removed_at = now() WHERE post_id = $1 AND removed_at IS NULL',
    [postId],
  );
  return changed === 1;
}

/** The post of an entry of the popular list, also of one that was taken out. */
export async function findHotPost(executor: Executor, hotId: string): Promise<string | undefined> {
  const row = await executor.first<{ post_id: string }>('SELECT post_id FROM hots WHERE id = $1', [hotId]);
  return row?.post_id;
}

/** What the operator sees of a popular post. */
export interface HotRow {
  id: string;
  post_id: string;
  building_id: string;
  title: string;
  like_count: number;
  promoted_at: Date;
}

/** The popular list, newest promotion first, for the operator. */
export function listHotRows(executor: Executor, limit: number): Promise<HotRow[]> {
  return executor.rows<HotRow>(
    `SELECT hots.id, hots.post_id, posts.building_id, posts.title, posts.like_count, hots.promoted_at
       FROM hots JOIN posts ON posts.id = hots.post_id
      WHERE hots.removed_at IS NULL AND posts.hidden_at IS NULL
      ORDER BY hots.promoted_at DESC, hots.id DESC LIMIT $1`,
    [limit],
  );
}
