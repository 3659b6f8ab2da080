import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { addJob, type Job } from '../../platform/jobs/jobs.queries.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { deleteFollow, lockAnswered, putFollow, tellFollowing } from './follows.queries.ts';
import type { InboxStreams } from './inbox-streams.ts';
import { TELL_FOLLOWERS_JOB } from './notifications.queries.ts';

/** So many students in one transaction: the post's replies wait for no longer than that takes. */
const BATCH = 1_000;

/**
 * Follows a post: its new answers come to the inbox as those of own posts do [EV-06]. Twice is once.
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

/** Follows a post no longer; saying it again, or of what was never followed, changes nothing. */
export async function unfollowThread(
  { database }: { database: Executor },
  { userId }: Session,
  postId: string,
): Promise<void> {
  await deleteFollow(database, userId, postId);
}

/** Tells those of a reply who follow its post behind the few whom the reply told itself, a part after the other. */
export async function tellFollowers(
  { inboxes, counter }: { inboxes: InboxStreams; counter: NotificationCounter },
  transaction: Transaction,
  { key, data }: Job,
): Promise<void> {
  const replyId = key ?? '';
  const post = await lockAnswered(transaction, replyId);
  if (!post) return;
  const { after } = data as { after: string };
  const { told, last } = await tellFollowing(transaction, {
    replyId,
    postId: post.id,
    after,
    limit: BATCH,
  });
  if (last !== null)
    await addJob(transaction, { kind: TELL_FOLLOWERS_JOB, key: replyId, data: { after: last } });
  transaction.afterCommit(() => {
    counter.addLines('lineMade', 'answer', told.filter(({ made }) => made).length);
    if (told.length > 0) inboxes.announcePost(post.id);
  });
}
