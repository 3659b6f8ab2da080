import { ProblemError } from '../../platform/http/problem.ts';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import {
  addJudgedLike,
  countHotLikes,
  findHotEntry,
  lockLike,
  lockLikedPost,
  promoteByRule,
} from './hot-rule.queries.ts';
import { doesLikeCount, type GivenLike, isHot, isTakenBack, leastLikesOf } from './hots.policy.ts';
import { demotePost } from './hots.queries.ts';
import { removeLike, type LikedRow } from './likes.queries.ts';

/** For how many days the campus has been open. */
export type ReadCampusAge = (executor: Executor) => Promise<number>;

/** A post after a like; `moved` when it came into the popular list or left it. */
type JudgedLike = LikedRow & { moved: boolean };

type Like = { userId: string; postId: string };

/**
 * Gives a like, says whether it counts, and promotes the post where it is the last one needed [HL-02]. The post's row is
 * locked before its likes are counted: of thirty that come at once each counts those before it.
 *
 * @throws {ProblemError} `session.required`, `resource.missing`.
 */
export async function giveJudgedLike(
  transaction: Transaction,
  like: Like,
  rule: { threshold: number; readCampusAge: ReadCampusAge },
): Promise<JudgedLike> {
  const post = await lockLike(transaction, like);
  if (!post) throw new ProblemError('resource.missing');
  if (post.liker === null) throw new ProblemError('session.required');
  const counted = await judge(transaction, rule.readCampusAge, {
    own: post.author_id === like.userId,
    postAgeHours: post.age_hours,
    verifiedHours: post.verified_hours,
  });
  const likeCount = await addJudgedLike(transaction, { ...like, counted });
  const given = { building_id: post.building_id, like_count: likeCount ?? post.like_count };
  if (likeCount === undefined) return { ...given, added: false, moved: false };
  // Likes that count are never more than all.
  const near = counted && post.in_latest && isHot(likeCount, rule.threshold);
  const moved = near && (await promoteIfHot(transaction, like.postId, rule.threshold));
  return { ...given, added: true, moved };
}

/** Whether a like counts; the age of the campus is asked for where it decides, and few likes hang on it. */
async function judge(
  transaction: Transaction,
  readCampusAge: ReadCampusAge,
  like: Omit<GivenLike, 'campusAgeDays'>,
): Promise<boolean> {
  const old = doesLikeCount({ ...like, campusAgeDays: Infinity });
  if (old === doesLikeCount({ ...like, campusAgeDays: 0 })) return old;
  return doesLikeCount({ ...like, campusAgeDays: await readCampusAge(transaction) });
}

async function promoteIfHot(transaction: Transaction, postId: string, threshold: number): Promise<boolean> {
  // Once for ever: whatever became of its entry, it has had it.
  if (await findHotEntry(transaction, postId)) return false;
  if (!isHot(await countHotLikes(transaction, postId), threshold)) return false;
  return promoteByRule(transaction, postId, leastLikesOf(threshold));
}

/**
 * Takes a like back, and with it the promotion that had too few left within an hour [HL-02].
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function takeJudgedLike(transaction: Transaction, like: Like): Promise<JudgedLike> {
  if (!(await lockLikedPost(transaction, like.postId))) throw new ProblemError('resource.missing');
  const row = await removeLike(transaction, like);
  if (!row) throw new ProblemError('resource.missing');
  return { ...row, moved: await takeBackIfFew(transaction, like.postId) };
}

/** Takes a promotion back that has too few likes left; for ever, since its row stays. To be called behind the post's lock. */
export async function takeBackIfFew(transaction: Transaction, postId: string): Promise<boolean> {
  const entry = await findHotEntry(transaction, postId);
  if (!entry || entry.removed || entry.least === null) return false;
  if (!isTakenBack({ ...entry, counted: await countHotLikes(transaction, postId) })) return false;
  return demotePost(transaction, postId);
}
