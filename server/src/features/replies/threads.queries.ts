import type { Executor, Transaction } from '../../platform/database/database.ts';

/** Locks a post that can be seen: its replies are neither written nor deleted until the commit. */
export async function lockVisiblePost(transaction: Transaction, id: string): Promise<boolean> {
  const post = await transaction.first(
    'SELECT id FROM posts WHERE id = $1 AND hidden_at IS NULL FOR NO KEY UPDATE',
    [id],
  );
  return post !== undefined;
}

/**
 * Where an answer to a reply of the post stands: under the top-level reply above it, for there is one level [TH-02]. What
 * is answered stays as it is until the commit. Undefined when the post has no such reply that can be seen.
 */
export function findThread(
  transaction: Transaction,
  postId: string,
  answersId: string,
): Promise<{ parentId: string; answersId: string } | undefined> {
  return transaction.first(
    // An import may bring replies many levels deep, in a circle too, which UNION ends.
    `WITH RECURSIVE answered AS MATERIALIZED (
              SELECT id, parent_id FROM replies WHERE id = $2 AND post_id = $1 AND hidden_at IS NULL FOR SHARE),
            above AS (SELECT id, parent_id FROM answered
                      UNION
                      SELECT replies.id, replies.parent_id FROM replies JOIN above ON replies.id = above.parent_id)
     SELECT answered.id AS "answersId",
            coalesce((SELECT id FROM above WHERE parent_id IS NULL), answered.id) AS "parentId"
       FROM answered`,
    [postId, answersId],
  );
}

/** A reply after a like was set or taken back. */
export interface LikedReplyRow {
  post_id: string;
  like_count: number;
  changed: boolean;
}

/** The reply, locked, and how its likers of an import name the user. */
const LIKED = `
  SELECT replies.id, replies.post_id, replies.like_count, liker.name AS liker,
         replies.likers @> ARRAY[liker.name] AS imported
    FROM replies JOIN posts ON posts.id = replies.post_id AND posts.hidden_at IS NULL,
         (SELECT coalesce(source_id, id::text) AS name FROM users WHERE id = $1) AS liker
   WHERE replies.id = $2 AND replies.hidden_at IS NULL FOR NO KEY UPDATE OF replies`;

/**
 * Adds the like and counts it in one statement: the row decides, so parallel calls of one user count once, and who liked
 * before an import has done so already [TH-03]. Undefined when there is no such reply.
 */
export function addReplyLike(
  executor: Executor,
  userId: string,
  replyId: string,
): Promise<LikedReplyRow | undefined> {
  return executor.first(
    `WITH reply AS MATERIALIZED (${LIKED}),
          added AS (INSERT INTO reply_likes (user_id, reply_id) SELECT $1, id FROM reply WHERE NOT imported
                    ON CONFLICT DO NOTHING RETURNING reply_id),
          counted AS (UPDATE replies SET like_count = replies.like_count + 1 FROM added
                       WHERE replies.id = added.reply_id RETURNING replies.id, replies.like_count)
     SELECT reply.post_id, coalesce(counted.like_count, reply.like_count) AS like_count, counted.id IS NOT NULL AS changed
       FROM reply LEFT JOIN counted USING (id)`,
    [userId, replyId],
  );
}

/** Takes the like back and its count, one of before an import too; undefined when there is no such reply. */
export function removeReplyLike(
  executor: Executor,
  userId: string,
  replyId: string,
): Promise<LikedReplyRow | undefined> {
  return executor.first(
    `WITH reply AS MATERIALIZED (${LIKED}),
          removed AS (DELETE FROM reply_likes USING reply
                       WHERE reply_likes.user_id = $1 AND reply_likes.reply_id = reply.id RETURNING reply_id),
          counted AS (UPDATE replies SET like_count = greatest(replies.like_count - 1, 0),
                                         likers = array_remove(replies.likers, reply.liker)
                        FROM reply
                       WHERE replies.id = reply.id AND (reply.imported OR EXISTS (SELECT FROM removed))
                      RETURNING replies.id, replies.like_count)
     SELECT reply.post_id, coalesce(counted.like_count, reply.like_count) AS like_count, counted.id IS NOT NULL AS changed
       FROM reply LEFT JOIN counted USING (id)`,
    [userId, replyId],
  );
}

/** Which replies of the post the user liked; undefined when there is no such post that can be seen. */
export function findReplyMarks(
  executor: Executor,
  userId: string,
  postId: string,
): Promise<{ liked: string[] } | undefined> {
  return executor.first(
    `SELECT ARRAY(SELECT replies.id::text FROM reply_likes JOIN replies ON replies.id = reply_likes.reply_id
                   WHERE reply_likes.user_id = $1 AND replies.post_id = posts.id AND replies.hidden_at IS NULL
                  UNION
                  SELECT replies.id::text FROM users JOIN replies ON likers @> ARRAY[coalesce(users.source_id, users.id::text)]
                   WHERE users.id = $1 AND likers <> '{""}' AND replies.post_id = posts.id
                     AND replies.hidden_at IS NULL) AS liked
       FROM posts WHERE id = $2 AND hidden_at IS NULL`,
    [userId, postId],
  );
}

/** How many likes those of the replies have that can be seen, by id. */
export async function countReplyLikes(
  executor: Executor,
  replyIds: readonly string[],
): Promise<Record<string, number>> {
  const rows = await executor.rows<{ id: string; like_count: number }>(
    'SELECT id, like_count FROM replies WHERE id = ANY ($1::uuid[]) AND hidden_at IS NULL',
    [replyIds],
  );
  return Object.fromEntries(rows.map(({ id, like_count }) => [id, like_count]));
}

/** Accepts a reply, or none, for a post that is locked; false when the post has no such reply that can be seen. */
export async function updateAccepted(
  transaction: Transaction,
  postId: string,
  replyId: string | null,
): Promise<boolean> {
  const changed = await transaction.change(
    `UPDATE posts SET accepted_reply_id = $2
      WHERE id = $1 AND ($2::uuid IS NULL
                         OR EXISTS (SELECT FROM replies WHERE id = $2 AND post_id = $1 AND hidden_at IS NULL))`,
    [postId, replyId],
  );
  return changed === 1;
}
