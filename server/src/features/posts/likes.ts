// Likes and the popular list. Beta: every like counts [ST-05]. Official edition: only by the rule below [HL-02].
import type { Campus } from '@madang/campus/campus';
import { AGE_RULE_AFTER_DAYS } from '@madang/contract/moderation/rules';
import { HOT_WITHIN_HOURS } from '@madang/contract/posts/rules';
import { v7 as uuidv7 } from 'uuid';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import { openedAt } from '../campus/index.ts';
import { tagsOfLike } from './cache-tags.ts';

export interface LikeDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  counter: Counter;
  official: boolean;
}

interface LikeRow {
  building_id: string;
  like_count: number;
  /** False if the like already existed. */
  added: boolean;
  /** Whether the post may have to enter or leave the popular list. */
  undecided: boolean;
}

/**
 * Sets or clears the user's like. Idempotent [ST-05]. In the official edition a second transaction decides about the
 * popular list; if it fails, the next like of the post decides.
 *
 * @throws {ProblemError} `resource.missing`, `session.required` (account deleted meanwhile).
 */
export async function setLike(
  { database, campus, cache, counter, official }: LikeDependencies,
  { userId }: Session,
  postId: string,
  liked: boolean,
): Promise<{ liked: boolean; likeCount: number }> {
  const { hotThreshold: threshold, moderation } = campus.settings;
  const values = liked
    ? [userId, postId, official, moderation?.openedOn ?? null, uuidv7(), threshold]
    : [userId, postId, official];
  const row = await database.first<LikeRow>(liked ? ADD_LIKE : REMOVE_LIKE, values);
  if (!row) throw new ProblemError('resource.missing');
  const invalidate = (listChanged: boolean) =>
    cache.invalidate(tagsOfLike(postId, row.building_id, listChanged));
  invalidate(row.like_count >= threshold);
  if (row.added) counter.add('like');
  if (row.undecided) {
    const changed = await database.transaction(async (transaction) => {
      if (!(await lockVisiblePost(transaction, postId))) return false;
      return liked ? promoteIfEarned(transaction, postId, threshold) : demoteIfTooFew(transaction, postId);
    });
    if (changed) invalidate(true);
  }
  return { liked, likeCount: row.like_count };
}

// ── Promotion rule (official edition) ───────────────────────────────────────────────────────────────────────────────────────

const VERIFIED_FOR_HOURS = 24;
const DEMOTION_WINDOW_HOURS = 1;
const MIN_LIKES_TO_STAY = 5;

/** Counted likes a promoted post must keep for an hour: five, or half a small campus's threshold. */
export function minimumLikesToStay(threshold: number): number {
  return Math.min(MIN_LIKES_TO_STAY, Math.ceil(threshold / 2));
}

/** Whether a promotion is undone; operators' have no minimum. */
export function isDemoted(entry: {
  counted: number;
  least: number | null;
  promotedHoursAgo: number;
}): boolean {
  return (
    entry.least !== null && entry.promotedHoursAgo <= DEMOTION_WINDOW_HOURS && entry.counted < entry.least
  );
}

/** Promotes a visible post, locked, at most once, even if removed from the list later. */
async function promoteIfEarned(
  transaction: Transaction,
  postId: string,
  threshold: number,
): Promise<boolean> {
  if (await findHotEntry(transaction, postId)) return false;
  if ((await countPromotingLikes(transaction, postId)) < threshold) return false;
  const changed = await transaction.change(
    `INSERT INTO hots (id, post_id, least_likes) VALUES ($1, $2, $3)
     ON CONFLICT ON CONSTRAINT hots_post_id_key DO NOTHING`,
    [uuidv7(), postId, minimumLikesToStay(threshold)],
  );
  return changed === 1;
}

/** Undoes a recent promotion without enough likes, the post locked. */
export async function demoteIfTooFew(transaction: Transaction, postId: string): Promise<boolean> {
  const entry = await findHotEntry(transaction, postId);
  if (!entry || entry.removed || entry.least === null) return false;
  if (!isDemoted({ ...entry, counted: await countPromotingLikes(transaction, postId) })) return false;
  return demotePost(transaction, postId);
}

/** Returns liked posts whose promotion one removed like could undo. */
export async function listDemotablePosts(executor: Executor, userId: string): Promise<string[]> {
  const rows = await executor.rows<{ post_id: string }>(
    `SELECT post_id FROM likes JOIN hots USING (post_id)
      WHERE user_id = $1 AND least_likes IS NOT NULL AND removed_at IS NULL
        AND promoted_at > now() - interval '2 hours' ORDER BY post_id`,
    [userId],
  );
  return rows.map(({ post_id }) => post_id);
}

// ── Popular list (operator) ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Promotes a visible post, or one removed from the list. */
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

/** Removes a post from the popular list. The row prevents another promotion. */
export async function demotePost(executor: Executor, postId: string): Promise<boolean> {
  const changed = await executor.change(
    'UPDATE hots SET removed_at = now() WHERE post_id = $1 AND removed_at IS NULL',
    [postId],
  );
  return changed === 1;
}

export async function findHotPost(executor: Executor, hotId: string): Promise<string | undefined> {
  const row = await executor.first<{ post_id: string }>('SELECT post_id FROM hots WHERE id = $1', [hotId]);
  return row?.post_id;
}

export interface HotRow {
  id: string;
  post_id: string;
  building_id: string;
  title: string;
  like_count: number;
  promoted_at: Date;
}

/** Returns the popular list, newest promotion first. */
export function listHotRows(executor: Executor, limit: number): Promise<HotRow[]> {
  return executor.rows<HotRow>(
    `SELECT hots.id, hots.post_id, posts.building_id, posts.title, posts.like_count, hots.promoted_at
       FROM hots JOIN posts ON posts.id = hots.post_id
      WHERE hots.removed_at IS NULL AND posts.hidden_at IS NULL
      ORDER BY hots.promoted_at DESC, hots.id DESC LIMIT $1`,
    [limit],
  );
}

// ── SQL ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * SQL: whether the like counts towards promotion [HL-02]: of another user, in time, and by an address verified for a day. A
 * new campus ($4, else its first migration), with new accounts only, ignores the age of the verification.
 */
const COUNTS = `
  posts.author_id IS DISTINCT FROM $1 AND posts.created_at >= now() - interval '${HOT_WITHIN_HOURS} hours'
  AND (liker.email_verified_at <= now() - interval '${VERIFIED_FOR_HOURS} hours'
       OR ${openedAt('$4')} > now() - interval '${AGE_RULE_AFTER_DAYS} days')`;

/**
 * Adds and counts the like, in one statement against races. In the beta ($3 false) it also promotes the post, as $5, from a
 * number of likes ($6). Lock order: the liker before the post, as in a withdrawal.
 */
export const ADD_LIKE = `
  WITH liker AS MATERIALIZED
         (SELECT email_verified_at FROM users JOIN accounts USING (id) WHERE users.id = $1 FOR KEY SHARE OF users),
       post AS (SELECT posts.id, building_id, like_count, in_latest, CASE WHEN $3::boolean THEN coalesce(${COUNTS}, false) END AS counts
                  FROM posts LEFT JOIN liker ON true WHERE posts.id = $2 AND hidden_at IS NULL),
       added AS (INSERT INTO likes (user_id, post_id, counted) SELECT $1, id, counts FROM post
                 ON CONFLICT DO NOTHING RETURNING post_id),
       counted AS (UPDATE posts SET like_count = posts.like_count + 1 FROM added
                    WHERE posts.id = added.post_id RETURNING posts.id, posts.like_count, posts.in_latest),
       promoted AS (INSERT INTO hots (id, post_id) SELECT $5, id FROM counted
                     WHERE NOT $3 AND like_count >= $6 AND in_latest
                    ON CONFLICT ON CONSTRAINT hots_post_id_key DO NOTHING)
  SELECT post.building_id, coalesce(counted.like_count, post.like_count) AS like_count, counted.id IS NOT NULL AS added,
         coalesce(post.counts AND post.in_latest AND coalesce(counted.like_count, post.like_count) >= $6
                  AND NOT EXISTS (SELECT FROM hots WHERE post_id = $2), false) AS undecided
    FROM post LEFT JOIN counted USING (id)`;

export const REMOVE_LIKE = `
  WITH post AS (SELECT id, building_id, like_count FROM posts WHERE id = $2 AND hidden_at IS NULL),
       removed AS (DELETE FROM likes WHERE user_id = $1 AND post_id = $2 AND EXISTS (SELECT FROM post)
                   RETURNING post_id),
       counted AS (UPDATE posts SET like_count = posts.like_count - 1 FROM removed
                    WHERE posts.id = removed.post_id RETURNING posts.id, posts.like_count)
  SELECT post.building_id, coalesce(counted.like_count, post.like_count) AS like_count, false AS added,
         $3::boolean AND EXISTS (SELECT FROM hots WHERE post_id = $2 AND removed_at IS NULL AND least_likes IS NOT NULL
                                    AND promoted_at >= now() - interval '${DEMOTION_WINDOW_HOURS} hours') AS undecided
    FROM post LEFT JOIN counted USING (id)`;

/** Locks a post against writes; false if it is not visible. */
export async function lockVisiblePost(transaction: Transaction, postId: string): Promise<boolean> {
  const post = await transaction.first(
    'SELECT id FROM posts WHERE id = $1 AND hidden_at IS NULL FOR NO KEY UPDATE',
    [postId],
  );
  return post !== undefined;
}

/** Likes older than the rule have no `counted`; they count if in time. */
async function countPromotingLikes(executor: Executor, postId: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    `SELECT count(*)::int AS count
       FROM likes JOIN posts ON posts.id = likes.post_id
      WHERE likes.post_id = $1 AND likes.user_id IS DISTINCT FROM posts.author_id
        AND coalesce(likes.counted, likes.created_at <= posts.created_at + interval '${HOT_WITHIN_HOURS} hours')`,
    [postId],
  );
  return row?.count ?? 0;
}

/** Returns the post's entry in the popular list, including removed ones. */
function findHotEntry(
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
