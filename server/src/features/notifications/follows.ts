import { FOLLOWS_MAX } from '@madang/contract/notifications/rules';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { addJob, type Job } from '../../jobs/jobs.ts';
import type { Session } from '../../sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import {
  FOLLOWER_IS_NOTIFIED,
  LOCK_ANSWER_LINES,
  NOTIFIED,
  type NotifiedRow,
  NOTIFY_FOLLOWERS_JOB,
  NOTIFY_PEOPLE,
  WANTS_ANSWER,
} from './inbox.ts';
import type { InboxStreams } from './streams.ts';

/** Students per transaction; bounds how long other notifications wait. */
const BATCH = 1_000;

/**
 * Follows a post: new answers come to the inbox [EV-06]. Idempotent.
 *
 * @throws {ProblemError} `resource.missing`, `follow.full`, `session.required`.
 */
export async function followThread(
  { database }: { database: Database },
  { userId }: Session,
  postId: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await lockUser(transaction, userId))) throw new ProblemError('session.required');
    const outcome = await putFollow(transaction, userId, postId);
    if (outcome === 'missing') throw new ProblemError('resource.missing');
    if (outcome === 'full') throw new ProblemError('follow.full');
  });
}

/** Unfollows a post; idempotent. */
export async function unfollowThread(
  { database }: { database: Executor },
  { userId }: Session,
  postId: string,
): Promise<void> {
  await database.change('DELETE FROM follows WHERE user_id = $1 AND post_id = $2', [userId, postId]);
}

/** Notifies a reply's remaining followers, in batches. */
export async function notifyFollowers(
  { inboxes, counter }: { inboxes: InboxStreams; counter: NotificationCounter },
  transaction: Transaction,
  { key, data }: Job,
): Promise<void> {
  const replyId = key ?? '';
  await transaction.rows(LOCK_ANSWER_LINES);
  const post = await transaction.first<{ id: string }>('SELECT post_id AS id FROM replies WHERE id = $1', [
    replyId,
  ]);
  if (!post) return;
  const { after } = data as { after: string };
  const { told, last } = await notifyFollowing(transaction, {
    replyId,
    postId: post.id,
    after,
    limit: BATCH,
  });
  if (last !== null)
    await addJob(transaction, { kind: NOTIFY_FOLLOWERS_JOB, key: replyId, data: { after: last } });
  transaction.afterCommit(() => {
    counter.addLines('lineMade', 'answer', told.filter(({ made }) => made).length);
    if (told.length > 0) inboxes.announcePost(post.id);
  });
}

/** Follows and unmutes a post; idempotent. The caller locks the student, for an exact limit. Excludes invisible posts. */
async function putFollow(
  transaction: Transaction,
  userId: string,
  postId: string,
): Promise<'done' | 'missing' | 'full'> {
  const post = await transaction.first<{ followed: boolean; count: number }>(
    `SELECT EXISTS (SELECT FROM follows WHERE user_id = $1 AND post_id = posts.id) AS followed,
            (SELECT count(*)::int FROM follows JOIN posts followed ON followed.id = follows.post_id
              WHERE user_id = $1 AND followed.hidden_at IS NULL) AS count
       FROM posts WHERE id = $2 AND hidden_at IS NULL FOR KEY SHARE`,
    [userId, postId],
  );
  if (!post) return 'missing';
  if (post.followed) return 'done';
  if (post.count >= FOLLOWS_MAX) return 'full';
  await transaction.change('INSERT INTO follows (user_id, post_id) VALUES ($1, $2)', [userId, postId]);
  await transaction.change('DELETE FROM inbox_mutes WHERE user_id = $1 AND post_id = $2', [userId, postId]);
  return 'done';
}

/** Selects a page of a post's followers by id. */
export const FOLLOWERS = `
  SELECT user_id FROM follows WHERE post_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3`;

const NOTIFY_FOLLOWERS = `
  WITH written AS MATERIALIZED (SELECT * FROM replies WHERE id = $1 FOR KEY SHARE),
       people AS MATERIALIZED (${NOTIFIED}
           JOIN follows ON follows.post_id = posts.id AND follows.user_id = ANY ($2::uuid[])
           JOIN users person ON person.id = follows.user_id
          WHERE follows.created_at <= written.created_at
            AND person.id IS DISTINCT FROM written.author_id AND person.id IS DISTINCT FROM posts.author_id
            AND person.id IS DISTINCT FROM answered.author_id AND ${WANTS_ANSWER} AND ${FOLLOWER_IS_NOTIFIED}
          ORDER BY person.id FOR KEY SHARE OF person),
       ${NOTIFY_PEOPLE}
  SELECT * FROM told`;

/** Notifies a page of a reply's remaining followers, under {@link LOCK_ANSWER_LINES}. Returns the last one examined; null if all were. */
export async function notifyFollowing(
  transaction: Transaction,
  { replyId, postId, after, limit }: { replyId: string; postId: string; after: string; limit: number },
): Promise<{ told: NotifiedRow[]; last: string | null }> {
  const page = await transaction.rows<{ user_id: string }>(FOLLOWERS, [postId, after, limit]);
  const told = await transaction.rows<NotifiedRow>(NOTIFY_FOLLOWERS, [
    replyId,
    page.map((row) => row.user_id),
  ]);
  return { told, last: page.length === limit ? (page.at(-1)?.user_id ?? null) : null };
}
