import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockPost, postTag, requireOwn, SOLVED_TAG } from '../posts/index.ts';
import type { TellOfReplies } from './replies.actions.ts';
import { addReplyLike, findReplyMarks, removeReplyLike, updateAccepted } from './threads.queries.ts';

/** What likes of replies and accepted answers work with. */
export interface ThreadsDependencies {
  database: Database;
  cache: AnswerCache;
  /** Tell the open pages of every process; called after the commit. */
  streams: { announceEdit(postId: string): void; announceLike(postId: string, replyId: string): void };
  tell?: TellOfReplies | undefined;
  openThread?: OpenThread | undefined;
}

/** Notes that a student opened a thread, and answers what else its call says; handed down as well. */
export type OpenThread = (
  userId: string,
  postId: string,
) => Promise<{ muted: boolean; followed: boolean; unread: number }>;

/**
 * Sets or clears the user's like of a reply; saying the same again changes nothing [TH-03].
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function setReplyLike(
  { database, cache, streams }: ThreadsDependencies,
  session: Session,
  id: string,
  liked: boolean,
): Promise<{ liked: boolean; likeCount: number }> {
  const row = await (liked ? addReplyLike : removeReplyLike)(database, session.userId, id);
  if (!row) throw new ProblemError('resource.missing');
  cache.invalidate([postTag(row.post_id)]);
  if (row.changed) streams.announceLike(row.post_id, id);
  return { liked, likeCount: row.like_count };
}

/**
 * Which replies of a post the user liked; where there are inboxes, the thread's lines are read by that.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function readReplyMarks(
  { database, openThread }: Pick<ThreadsDependencies, 'database' | 'openThread'>,
  session: Session,
  postId: string,
): Promise<{ liked: string[]; muted?: boolean; followed?: boolean; unread?: number }> {
  const marks = await findReplyMarks(database, session.userId, postId);
  if (!marks) throw new ProblemError('resource.missing');
  return { ...marks, ...(await openThread?.(session.userId, postId)) };
}

/**
 * Accepts a reply to an own question, another one in its place, or none [TH-04]. Saying the same again changes nothing.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `input.invalid` for other boards and for what is no reply
 *   of the question.
 */
export async function acceptReply(
  { database, cache, streams, tell }: ThreadsDependencies,
  session: Session,
  postId: string,
  replyId: string | null,
): Promise<{ acceptedReplyId: string | null }> {
  await database.transaction(async (transaction) => {
    const post = requireOwn(await lockPost(transaction, postId), session);
    const accepted = post.kind === 'question' && (await updateAccepted(transaction, postId, replyId));
    if (!accepted) refuseFields({ replyId: 'invalid' });
    if (replyId) await tell?.accepted(transaction, replyId);
    transaction.afterCommit(() => cache.invalidate([postTag(postId), SOLVED_TAG]));
    transaction.afterCommit(() => streams.announceEdit(postId));
  });
  return { acceptedReplyId: replyId };
}
