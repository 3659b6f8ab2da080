import { LIVE_CATCH_UP_MAX } from '@madang/contract/replies/rules';
import type { Executor } from '../../platform/database/database.ts';

export interface ReplyRow {
  id: string;
  building_id: string;
  post_id: string;
  number: number;
  author_id: string | null;
  nickname: string | null;
  body: string;
  parent_id: string | null;
  like_count: number;
  created_at: Date;
}

export const COLUMNS = `
  replies.id, posts.building_id, replies.post_id, replies.number, replies.author_id, users.nickname, replies.body,
  replies.parent_id, replies.like_count, replies.created_at`;

export const JOINS = `JOIN posts ON posts.id = replies.post_id LEFT JOIN users ON users.id = replies.author_id`;

/** Replies that can be seen after a number, in order, at most `limit`. */
export function listReplies(
  executor: Executor,
  postId: string,
  after: number,
  limit: number,
): Promise<ReplyRow[]> {
  return executor.rows<ReplyRow>(
    `SELECT ${COLUMNS} FROM replies ${JOINS}
      WHERE replies.post_id = $1 AND replies.number > $2 AND replies.hidden_at IS NULL
      ORDER BY replies.number LIMIT $3`,
    [postId, after, limit],
  );
}

/** What a reader who is behind is sent, and one row more, so that the caller knows it was too far. */
export function listNewReplies(executor: Executor, postId: string, after: number): Promise<ReplyRow[]> {
  return listReplies(executor, postId, after, LIVE_CATCH_UP_MAX + 1);
}

/** A reply by its id, hidden ones included: it answers retries of its own author. */
export function findReply(executor: Executor, id: string): Promise<ReplyRow | undefined> {
  return executor.first<ReplyRow>(`SELECT ${COLUMNS} FROM replies ${JOINS} WHERE replies.id = $1`, [id]);
}

/**
 * Adds a reply under the next number of its post, in one statement: the post's row lock makes numbers
 * follow the order of commits, so whoever has seen N has seen everything before it. False when there is no
 * such post.
 *
 * @throws {DatabaseError} a violation of `replies_pkey` when the id is taken; the number is not used up then.
 */
export async function insertReply(
  executor: Executor,
  reply: { id: string; postId: string; authorId: string; body: string },
): Promise<boolean> {
  const row = await executor.first<{ number: number }>(
    `WITH post AS (UPDATE posts SET last_reply_number = last_reply_number + 1, reply_count = reply_count + 1
                    WHERE id = $2 AND hidden_at IS NULL RETURNING id, last_reply_number)
     INSERT INTO replies (id, post_id, number, author_id, body)
     SELECT $1, post.id, post.last_reply_number, $3, $4 FROM post RETURNING number`,
    [reply.id, reply.postId, reply.authorId, reply.body],
  );
  return row !== undefined;
}

export interface PostHead {
  id: string;
  last_reply_number: number;
  /** Replies that cannot be seen: what was numbered and does not count. */
  hidden_replies: number;
}

/** Where those of the posts stand that can be seen. */
export function listPostHeads(executor: Executor, postIds: readonly string[]): Promise<PostHead[]> {
  return executor.rows<PostHead>(
    `SELECT id, last_reply_number, last_reply_number - reply_count AS hidden_replies
       FROM posts WHERE id = ANY ($1::uuid[]) AND hidden_at IS NULL`,
    [postIds],
  );
}

/**
 * Replies of a student who withdraws stay without author, and those that they liked before an import forget
 * who it was [ST-10].
 */
export async function eraseRepliesOf(executor: Executor, userId: string): Promise<void> {
  await executor.change(
    `UPDATE replies SET likers = array_remove(likers, coalesce(users.source_id, users.id::text)),
                        like_count = greatest(like_count - 1, 0)
       FROM users
      WHERE users.id = $1 AND likers <> '{""}' AND likers @> ARRAY[coalesce(users.source_id, users.id::text)]`,
    [userId],
  );
  await executor.change('UPDATE replies SET author_id = NULL WHERE author_id = $1', [userId]);
}
