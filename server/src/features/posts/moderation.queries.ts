import type { Executor } from '../../platform/database/database.ts';

export interface ModeratedPostRow {
  id: string;
  building_id: string;
  author_id: string | null;
  nickname: string | null;
  title: string;
  body: string;
  keywords: string[];
  image_path: string | null;
  like_count: number;
  reply_count: number;
  hidden_at: Date | null;
  created_at: Date;
}

const POSTS = `
  SELECT posts.id, posts.building_id, posts.author_id, users.nickname, posts.title, posts.body, posts.keywords,
         posts.image_path, posts.like_count, posts.reply_count, posts.hidden_at, posts.created_at
    FROM posts LEFT JOIN users ON users.id = posts.author_id`;

/** One post, also a hidden one: for the operator only. */
export function findPostEvenHidden(executor: Executor, id: string): Promise<ModeratedPostRow | undefined> {
  return executor.first<ModeratedPostRow>(`${POSTS} WHERE posts.id = $1`, [id]);
}

/**
 * Hides a post from everybody, or shows it again; it keeps its likes, scraps, points and replies. `same` when
 * it is so already, `missing` when there is no such post.
 */
export async function setPostHidden(
  executor: Executor,
  id: string,
  hidden: boolean,
): Promise<'done' | 'same' | 'missing'> {
  const row = await executor.first<{ hidden: boolean }>(
    'SELECT hidden_at IS NOT NULL AS hidden FROM posts WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  if (!row) return 'missing';
  if (row.hidden === hidden) return 'same';
  await executor.change('UPDATE posts SET hidden_at = CASE WHEN $2::boolean THEN now() END WHERE id = $1', [
    id,
    hidden,
  ]);
  return 'done';
}

/** How many posts stand on a board, hidden ones included. */
export async function countPostsOn(executor: Executor, buildingId: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*)::int AS count FROM posts WHERE building_id = $1',
    [buildingId],
  );
  return row?.count ?? 0;
}

/** Lets keyword browsing find a building's posts under its new category. */
export async function moveKeywords(executor: Executor, buildingId: string, category: string): Promise<void> {
  await executor.change(
    `UPDATE post_keywords SET scope = $2 FROM posts
      WHERE posts.id = post_keywords.post_id AND posts.building_id = $1 AND post_keywords.scope <> $2`,
    [buildingId, category],
  );
}

/** How many posts a user wrote, hidden ones included. */
export async function countPostsBy(executor: Executor, userId: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*)::int AS count FROM posts WHERE author_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

/** A user's newest posts, newest first, hidden ones included: for the operator only. */
export function listPostsByEvenHidden(
  executor: Executor,
  userId: string,
  limit: number,
): Promise<ModeratedPostRow[]> {
  return executor.rows<ModeratedPostRow>(
    `${POSTS} WHERE posts.author_id = $1 ORDER BY posts.created_at DESC, posts.id DESC LIMIT $2`,
    [userId, limit],
  );
}
