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
import { tagsOfLike } from './cache-tags.ts';

export interface LikeDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  counter: Counter;
  /** Returns days since the campus opened. Absent in the beta: every like counts. */
  readCampusAge?: ReadCampusAge | undefined;
}

export type ReadCampusAge = (executor: Executor) => Promise<number>;

interface LikeKey {
  userId: string;
  postId: string;
}

interface LikeResult {
  building_id: string;
  like_count: number;
  /** False if the like already existed. */
  added: boolean;
}

type PromotingResult = LikeResult & {
  /** True if the post entered or left the popular list. */
  promotionChanged: boolean;
};

/**
 * Sets or clears the user's like. Idempotent [ST-05].
 *
 * @throws {ProblemError} `resource.missing`, `session.required` (account deleted meanwhile).
 */
export async function setLike(
  { database, campus, cache, counter, readCampusAge }: LikeDependencies,
  session: Session,
  postId: string,
  liked: boolean,
): Promise<{ liked: boolean; likeCount: number }> {
  const key = { userId: session.userId, postId };
  const threshold = campus.settings.hotThreshold;
  let result: LikeResult;
  if (readCampusAge) {
    result = await database.transaction(async (transaction) => {
      const { promotionChanged, ...post } = liked
        ? await addPromotingLike(transaction, key, threshold, readCampusAge)
        : await removePromotingLike(transaction, key);
      const listChanged = promotionChanged || post.like_count >= threshold;
      transaction.afterCommit(() => cache.invalidate(tagsOfLike(postId, post.building_id, listChanged)));
      return post;
    });
  } else {
    result = await requirePost(
      liked
        ? database.first<LikeResult>(ADD_LIKE, [key.userId, postId, null, uuidv7(), threshold])
        : database.first<LikeResult>(REMOVE_LIKE, [key.userId, postId]),
    );
    cache.invalidate(tagsOfLike(postId, result.building_id, result.like_count >= threshold));
  }
  if (result.added) counter.add('like');
  return { liked, likeCount: result.like_count };
}

// ── Promotion rule (official edition) ───────────────────────────────────────────────────────────────────────────────────────

const VERIFIED_FOR_HOURS = 24;
const DEMOTION_WINDOW_HOURS = 1;
const MIN_LIKES_TO_STAY = 5;

export interface GivenLike {
  /** The liker is the author of the post. */
  own: boolean;
  postAgeHours: number;
  /** Hours since the liker's address was verified; null if unverified. */
  verifiedHours: number | null;
  campusAgeDays: number;
}

/** Whether a like counts towards promotion. A new campus, with new accounts only, ignores the verification age. */
export function doesLikeCount({ own, postAgeHours, verifiedHours, campusAgeDays }: GivenLike): boolean {
  if (own || postAgeHours > HOT_WITHIN_HOURS) return false;
  return (
    campusAgeDays < AGE_RULE_AFTER_DAYS || (verifiedHours !== null && verifiedHours >= VERIFIED_FOR_HOURS)
  );
}

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

/** Locks the post before counting, against races. */
async function addPromotingLike(
  transaction: Transaction,
  key: LikeKey,
  threshold: number,
  readCampusAge: ReadCampusAge,
): Promise<PromotingResult> {
  const post = await requirePost(lockPostAndLiker(transaction, key));
  if (post.liker === null) throw new ProblemError('session.required');
  const given = {
    own: post.author_id === key.userId,
    postAgeHours: post.age_hours,
    verifiedHours: post.verified_hours,
  };
  // The campus age is read only if it decides.
  const [whenNew, whenOld] = [0, Infinity].map((campusAgeDays) => doesLikeCount({ ...given, campusAgeDays }));
  const counted =
    whenNew === whenOld
      ? whenOld === true
      : doesLikeCount({ ...given, campusAgeDays: await readCampusAge(transaction) });

  const row = await requirePost(
    transaction.first<LikeResult>(ADD_LIKE, [key.userId, key.postId, counted, null, null]),
  );
  const mayPromote = row.added && counted && post.in_latest && row.like_count >= threshold;
  return {
    ...row,
    promotionChanged: mayPromote && (await promoteIfEarned(transaction, key.postId, threshold)),
  };
}

async function removePromotingLike(transaction: Transaction, key: LikeKey): Promise<PromotingResult> {
  await requirePost(lockPost(transaction, key.postId));
  const row = await requirePost(transaction.first<LikeResult>(REMOVE_LIKE, [key.userId, key.postId]));
  return { ...row, promotionChanged: await demoteIfTooFew(transaction, key.postId) };
}

/** Promotes a post at most once, even if removed from the list later. */
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
 * Adds and counts the like, $3 as its `counted`. With a threshold ($5) it also promotes the post as $4, in one statement,
 * against races.
 */
export const ADD_LIKE = `
  WITH post AS (SELECT id, building_id, like_count FROM posts WHERE id = $2 AND hidden_at IS NULL),
       added AS (INSERT INTO likes (user_id, post_id, counted) SELECT $1, id, $3::boolean FROM post
                 ON CONFLICT DO NOTHING RETURNING post_id),
       counted AS (UPDATE posts SET like_count = posts.like_count + 1 FROM added
                    WHERE posts.id = added.post_id RETURNING posts.id, posts.like_count, posts.in_latest),
       promoted AS (INSERT INTO hots (id, post_id) SELECT $4, id FROM counted
                     WHERE like_count >= $5 AND in_latest
                    ON CONFLICT ON CONSTRAINT hots_post_id_key DO NOTHING)
  SELECT post.building_id, coalesce(counted.like_count, post.like_count) AS like_count, counted.id IS NOT NULL AS added
    FROM post LEFT JOIN counted USING (id)`;

export const REMOVE_LIKE = `
  WITH post AS (SELECT id, building_id, like_count FROM posts WHERE id = $2 AND hidden_at IS NULL),
       removed AS (DELETE FROM likes WHERE user_id = $1 AND post_id = $2 AND EXISTS (SELECT FROM post)
                   RETURNING post_id),
       counted AS (UPDATE posts SET like_count = posts.like_count - 1 FROM removed
                    WHERE posts.id = removed.post_id RETURNING posts.id, posts.like_count)
  SELECT post.building_id, coalesce(counted.like_count, post.like_count) AS like_count, false AS added
    FROM post LEFT JOIN counted USING (id)`;

interface LikedPostRow {
  author_id: string | null;
  in_latest: boolean;
  age_hours: number;
}

const LIKED_POST = `author_id, in_latest,
                    extract(epoch FROM now() - posts.created_at)::float8 / 3600 AS age_hours`;

function lockPost(transaction: Transaction, postId: string): Promise<LikedPostRow | undefined> {
  return transaction.first(
    `SELECT ${LIKED_POST} FROM posts WHERE id = $1 AND hidden_at IS NULL FOR NO KEY UPDATE`,
    [postId],
  );
}

/** Locks the liker before the post, as a withdrawal does. `liker`: null if the account was deleted. */
function lockPostAndLiker(
  transaction: Transaction,
  { userId, postId }: LikeKey,
): Promise<(LikedPostRow & { liker: string | null; verified_hours: number | null }) | undefined> {
  return transaction.first(
    `WITH liker AS MATERIALIZED
       (SELECT users.id, extract(epoch FROM now() - accounts.email_verified_at)::float8 / 3600 AS verified_hours
          FROM users JOIN accounts USING (id) WHERE users.id = $1 FOR KEY SHARE OF users)
     SELECT liker.id AS liker, verified_hours, ${LIKED_POST}
       FROM posts LEFT JOIN liker ON true WHERE posts.id = $2 AND hidden_at IS NULL FOR NO KEY UPDATE OF posts`,
    [userId, postId],
  );
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

async function requirePost<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found;
  if (!row) throw new ProblemError('resource.missing');
  return row;
}
