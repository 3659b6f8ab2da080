import type { ChosenPicture } from '@madang/contract/posts/schema';
import type { Executor, Transaction } from '../../database/database.ts';
import { lockPost, restorePost } from './edits.ts';
import { STORED_PICTURES, type StoredPicture } from './json.ts';

export interface ModeratedPostRow {
  id: string;
  building_id: string;
  author_id: string | null;
  nickname: string | null;
  title: string;
  body: string;
  keywords: string[];
  pictures: StoredPicture[];
  like_count: number;
  reply_count: number;
  hidden_at: Date | null;
  deleted_at: Date | null;
  moderated_at: Date | null;
  purged_at: Date | null;
  edited_at: Date | null;
  revision: number;
  created_at: Date;
}

const POSTS = `
  SELECT posts.id, posts.building_id, posts.author_id, users.nickname, posts.title, posts.body, posts.keywords,
         ${STORED_PICTURES} AS pictures, posts.like_count, posts.reply_count, posts.hidden_at, posts.deleted_at, posts.moderated_at, posts.purged_at,
         posts.edited_at, posts.revision, posts.created_at
    FROM posts LEFT JOIN users ON users.id = posts.author_id`;

/** Returns a post, also a hidden one; for the operator only. */
export function findPostEvenHidden(executor: Executor, id: string): Promise<ModeratedPostRow | undefined> {
  return executor.first<ModeratedPostRow>(`${POSTS} WHERE posts.id = $1`, [id]);
}

/** Hides a post, also across an undo of its deletion; keeps likes, scraps, points and replies. `missing` also if purged. */
export async function hidePost(transaction: Transaction, id: string): Promise<'done' | 'same' | 'missing'> {
  const post = await lockPost(transaction, id);
  if (!post) return 'missing';
  const changed = await transaction.change(
    `UPDATE posts SET moderated_at = now(), hidden_at = coalesce(hidden_at, now())
      WHERE id = $1 AND (hidden_at IS NULL OR deleted_at IS NOT NULL AND moderated_at IS NULL)`,
    [id],
  );
  return changed === 1 ? 'done' : 'same';
}

/** Shows a hidden or deleted, unpurged post; returns as {@link hidePost}. */
export async function showPost(transaction: Transaction, id: string): Promise<'done' | 'same' | 'missing'> {
  const post = await lockPost(transaction, id);
  if (!post) return 'missing';
  if (!post.hidden) return 'same';
  await transaction.change('UPDATE posts SET moderated_at = NULL, hidden_at = NULL WHERE id = $1', [id]);
  await restorePost(transaction, id);
  return 'done';
}

interface PostRevisionRow {
  revision: number;
  title: string;
  body: string;
  keywords: string[];
  /** Null if the previous server version stored it. */
  pictures: ChosenPicture[] | null;
  replaced_at: Date;
}

/** Returns a post's earlier versions, newest first; for the operator only [OW-09]. */
export function listPostRevisions(executor: Executor, id: string): Promise<PostRevisionRow[]> {
  return executor.rows<PostRevisionRow>(
    `SELECT revision, title, body, keywords, pictures, replaced_at FROM post_revisions
      WHERE post_id = $1 ORDER BY revision DESC`,
    [id],
  );
}

/** Returns the number of a user's posts, hidden ones included. */
export async function countPostsBy(executor: Executor, userId: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*)::int AS count FROM posts WHERE author_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

/** Returns a user's newest posts, hidden ones included; for the operator only. */
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
