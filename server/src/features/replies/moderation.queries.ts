import type { Executor } from '../../platform/database/database.ts';

export interface ModeratedReplyRow {
  id: string;
  post_id: string;
  number: number;
  author_id: string | null;
  nickname: string | null;
  body: string;
  hidden_at: Date | null;
  created_at: Date;
}

const REPLIES = `
  SELECT replies.id, replies.post_id, replies.number, replies.author_id, users.nickname, replies.body,
         replies.hidden_at, replies.created_at
    FROM replies LEFT JOIN users ON users.id = replies.author_id`;

/** One reply, also a hidden one or of a hidden post: for the operator only. */
export function findReplyEvenHidden(executor: Executor, id: string): Promise<ModeratedReplyRow | undefined> {
  return executor.first<ModeratedReplyRow>(`${REPLIES} WHERE replies.id = $1`, [id]);
}

/** The newest replies of a post, newest first, hidden ones included: for the operator only. */
export function listRepliesEvenHidden(
  executor: Executor,
  postId: string,
  limit: number,
): Promise<ModeratedReplyRow[]> {
  return executor.rows<ModeratedReplyRow>(
    `${REPLIES} WHERE replies.post_id = $1 ORDER BY replies.number DESC LIMIT $2`,
    [postId, limit],
  );
}

/** Ids of the replies of a post that are hidden. */
export async function listHiddenReplyIds(executor: Executor, postId: string): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    'SELECT id FROM replies WHERE post_id = $1 AND hidden_at IS NOT NULL ORDER BY number',
    [postId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Hides a reply from everybody, or shows it again in its place, and keeps its post's count true; numbers stay.
 * False when it is so already or there is no such reply.
 */
export async function setReplyHidden(executor: Executor, id: string, hidden: boolean): Promise<boolean> {
  const row = await executor.first(
    `WITH changed AS (UPDATE replies SET hidden_at = CASE WHEN $2::boolean THEN now() END
                       WHERE id = $1 AND (hidden_at IS NULL) = $2::boolean RETURNING post_id)
     UPDATE posts SET reply_count = reply_count + CASE WHEN $2::boolean THEN -1 ELSE 1 END
       FROM changed WHERE posts.id = changed.post_id RETURNING posts.id`,
    [id, hidden],
  );
  return row !== undefined;
}

/** How many replies a user wrote, hidden ones included. */
export async function countRepliesBy(executor: Executor, userId: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*)::int AS count FROM replies WHERE author_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}
