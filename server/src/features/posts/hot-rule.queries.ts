import { HOT_WITHIN_HOURS } from '@madang/contract/posts/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../platform/database/database.ts';

/** A post that somebody likes, locked: likes of one post are given and counted one after the other. */
interface LikedPostRow {
  building_id: string;
  author_id: string | null;
  like_count: number;
  in_latest: boolean;
  age_hours: number;
}

const LIKED_POST = `building_id, author_id, like_count, in_latest,
                    extract(epoch FROM now() - posts.created_at)::float8 / 3600 AS age_hours`;

/** Locks a post that can be seen; undefined where there is none. */
export function lockLikedPost(transaction: Transaction, postId: string): Promise<LikedPostRow | undefined> {
  return transaction.first(
    `SELECT ${LIKED_POST} FROM posts WHERE id = $1 AND hidden_at IS NULL FOR NO KEY UPDATE`,
    [postId],
  );
}

/**
 * The same for anyone who likes it, who is kept from withdrawing until the transaction ends: locked before the post, as a
 * withdrawal does it, since a statement locks what it selects last. `liker` is null when they have withdrawn.
 */
export function lockLike(
  transaction: Transaction,
  like: { userId: string; postId: string },
): Promise<(LikedPostRow & { liker: string | null; verified_hours: number | null }) | undefined> {
  return transaction.first(
    `WITH liker AS MATERIALIZED
       (SELECT users.id, extract(epoch FROM now() - accounts.email_verified_at)::float8 / 3600 AS verified_hours
          FROM users JOIN accounts USING (id) WHERE users.id = $1 FOR KEY SHARE OF users)
     SELECT liker.id AS liker, verified_hours, ${LIKED_POST}
       FROM posts LEFT JOIN liker ON true WHERE posts.id = $2 AND hidden_at IS NULL FOR NO KEY UPDATE OF posts`,
    [like.userId, like.postId],
  );
}

/** Adds a like to a locked post, with whether it counts; the post's likes then, undefined where it was there. */
export async function addJudgedLike(
  transaction: Transaction,
  like: { userId: string; postId: string; counted: boolean },
): Promise<number | undefined> {
  const row = await transaction.first<{ like_count: number }>(
    `WITH added AS (INSERT INTO likes (user_id, post_id, counted) VALUES ($1, $2, $3)
                    ON CONFLICT DO NOTHING RETURNING post_id)
     UPDATE posts SET like_count = like_count + 1 FROM added WHERE posts.id = added.post_id RETURNING like_count`,
    [like.userId, like.postId, like.counted],
  );
  return row?.like_count;
}

/**
 * How many likes of a post count towards the popular list. Those that nobody judged, given before the rule was lit, count
 * where they were given in time: what the address was then is not known any more. To be asked behind the post's lock.
 */
export async function countHotLikes(executor: Executor, postId: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    `SELECT count(*)::int AS count
       FROM likes JOIN posts ON posts.id = likes.post_id
      WHERE likes.post_id = $1 AND likes.user_id IS DISTINCT FROM posts.author_id
        AND coalesce(likes.counted, likes.created_at <= posts.created_at + interval '${HOT_WITHIN_HOURS} hours')`,
    [postId],
  );
  return row?.count ?? 0;
}

/** A post's entry of the popular list, also one that was taken out; undefined where it never had one. */
export function findHotEntry(
  executor: Executor,
  postId: string,
): Promise<{ least: number | null; promotedHoursAgo: number; removed: boolean } | undefined> {
  return executor.first(
    `SELECT least_likes AS least, removed_at IS NOT NULL AS removed,
            extract(epoch FROM now() - promoted_at)::float8 / 3600 AS "promotedHoursAgo"
       FROM hots WHERE post_id = $1`,
    [postId],
  );
}

/** Puts a post into the popular list by the rule; false where it was there once. */
export async function promoteByRule(executor: Executor, postId: string, least: number): Promise<boolean> {
  const changed = await executor.change(
    `INSERT INTO hots (id, post_id, least_likes) VALUES ($1, $2, $3)
     ON CONFLICT ON CONSTRAINT hots_post_id_key DO NOTHING`,
    [uuidv7(), postId, least],
  );
  return changed === 1;
}

/** Which of the posts that the user likes may leave the popular list with one like less. */
export async function listShakyHots(executor: Executor, userId: string): Promise<string[]> {
  const rows = await executor.rows<{ post_id: string }>(
    `SELECT post_id FROM likes JOIN hots USING (post_id)
      WHERE user_id = $1 AND least_likes IS NOT NULL AND removed_at IS NULL
        AND promoted_at > now() - interval '2 hours' ORDER BY post_id`,
    [userId],
  );
  return rows.map(({ post_id }) => post_id);
}
