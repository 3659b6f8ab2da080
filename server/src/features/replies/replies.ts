import { EDITS_MAX } from '@madang/contract/own-content/rules';
import { replyProblem } from '@madang/contract/replies/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import {
  type Database,
  type Executor,
  isUniqueViolation,
  type Transaction,
} from '../../platform/database/database.ts';
import type { JsonPage } from '../../platform/database/json-rows.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import {
  type HoldLinks,
  lockPost,
  postTag,
  requireAuthor,
  type RequireMayWrite,
  type RequireNoFlood,
  requireOwn,
  SOLVED_TAG,
} from '../posts/index.ts';
import {
  addReplyLike,
  findReply,
  findReplyMarks,
  findThread,
  insertReply,
  lockReply,
  lockVisiblePost,
  markReplyDeleted,
  type NewReply,
  type OwnReplyRow,
  removeReplyLike,
  REPLIES_PAGE,
  type ToldRow,
  unmarkReplyDeleted,
  updateAccepted,
  updateReply,
  type WrittenReply,
} from './reply-rows.ts';
import type { ReplyStreams } from './streams.ts';

/**
 * Tells those whom it concerns of a reply, in the transaction that writes or accepts it, its post locked; handed down by the
 * feature that has inboxes.
 */
export interface TellOfReplies {
  /** The statement that writes a reply and its lines, made once by `insertStatement`. */
  answered: string;
  /** Takes what that answered. */
  afterAnswer(transaction: Transaction, told: readonly ToldRow[]): void;
  accepted(transaction: Transaction, replyId: string): Promise<void>;
}

/** What the actions of this feature work with. */
export interface RepliesDependencies {
  database: Database;
  streams: ReplyStreams;
  cache: AnswerCache;
  counter: Counter;
  /** In the beta edition an empty reply can be sent [VA-11], and none answers another. */
  official: boolean;
  requireMayWrite?: RequireMayWrite | undefined;
  requireNoFlood?: RequireNoFlood | undefined;
  holdLinks?: HoldLinks | undefined;
  tell?: TellOfReplies | undefined;
}

/**
 * Writes a reply; anybody signed in may, on every post [RO-02]. The id is the client's idempotency key: the
 * same content under it again answers with the reply as it is. Answers the contract's reply as JSON.
 *
 * @throws {ProblemError} `input.invalid` (also for an answer to what is not there), `resource.missing`, `identifier.taken`,
 *   `writing.suspended`, `pace.reached`, `text.repeated`.
 */
export async function writeReply(
  dependencies: RepliesDependencies,
  session: Session,
  postId: string,
  input: { id: string; body: string; answers?: string | null | undefined; again?: boolean | undefined },
): Promise<string> {
  const body = normalizeText(input.body);
  refuseFields({
    body: replyProblem(body, dependencies.official),
    answers: input.answers === undefined || dependencies.official ? null : 'unknown',
    again: input.again && !dependencies.requireNoFlood ? 'unknown' : null,
  });
  const answers = input.answers ?? null;
  const reply = { id: input.id, postId, authorId: session.userId, body };
  const written = await insertOnce(dependencies, reply, answers, input.again ?? false);
  if (written === 'missing') throw new ProblemError('resource.missing');
  // Also when it is written already: perhaps by another process, whose notice is still on its way.
  dependencies.cache.invalidate([postTag(postId)]);
  if (written === 'taken') return requireSame(dependencies.database, reply, answers);
  dependencies.streams.announce(postId);
  dependencies.counter.add('reply');
  return written.json;
}

type Written = WrittenReply | 'missing' | 'taken';

async function insertOnce(
  { database, requireMayWrite, requireNoFlood, holdLinks, tell }: RepliesDependencies,
  reply: NewReply,
  answers: string | null,
  again: boolean,
): Promise<Written> {
  const insert = async (executor: Executor): Promise<Written> =>
    (await insertReply(executor, reply, tell?.answered)) ?? 'missing';
  try {
    if (!answers && !requireMayWrite && !tell) return await insert(database);
    return await database.transaction(async (transaction) => {
      await requireMayWrite?.(transaction, reply.authorId, { postId: reply.postId });
      await requireNoFlood?.(transaction, reply.authorId, { kind: 'reply', ...reply, again });
      const written = await (answers
        ? insertAnswer(transaction, reply, answers, tell?.answered)
        : insert(transaction));
      if (typeof written !== 'object') return written;
      tell?.afterAnswer(transaction, written.told ?? []);
      await holdLinks?.(transaction, reply.authorId, { kind: 'reply', ...reply, text: reply.body });
      return written;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'replies_pkey')) return 'taken';
    throw error;
  }
}

/** The post's lock first: what is answered is neither deleted nor hidden between the look and the commit [TH-02]. */
async function insertAnswer(
  transaction: Transaction,
  reply: NewReply,
  answers: string,
  statement: string | undefined,
): Promise<Written> {
  if (!(await lockVisiblePost(transaction, reply.postId))) return 'missing';
  const thread = await findThread(transaction, reply.postId, answers);
  if (!thread) {
    // Sent again after what it answers has gone.
    if (await findReply(transaction, reply.id)) return 'taken';
    refuseFields({ answers: 'invalid' });
  }
  return (await insertReply(transaction, { ...reply, thread }, statement)) ?? 'missing';
}

/** The reply as it is, if this id was used for it; a refusal if for anything else. */
async function requireSame(database: Database, reply: NewReply, answers: string | null): Promise<string> {
  const earlier = await findReply(database, reply.id);
  const same =
    earlier?.post_id === reply.postId &&
    earlier.author_id === reply.authorId &&
    earlier.body === reply.body &&
    earlier.answers_id === answers;
  if (!same) throw new ProblemError('identifier.taken');
  return earlier.json;
}

/**
 * Puts a new text in the place of an own reply's [OW-08]. An edit that changes nothing, and the same edit sent again,
 * answer with the reply as it is.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `content.foreign`, `edit.outdated` with what stands there
 *   now, `edit.limit`.
 */
export async function editReply(
  dependencies: RepliesDependencies,
  session: Session,
  id: string,
  edit: { revision: number; body: string },
): Promise<string> {
  const body = normalizeText(edit.body);
  refuseFields({ body: replyProblem(body, dependencies.official) });
  return inLockOf(
    dependencies,
    id,
    tellEdited,
    async (transaction, locked) => {
      if (locked && isSavedAndHidden(locked, session, edit.revision, body)) {
        const saved = await findReply(transaction, id);
        if (saved) return saved.json;
      }
      const reply = requireOwn(locked, session);
      const outdated = () =>
        new ProblemError('edit.outdated', { newer: { revision: reply.revision, body: reply.body } });
      if (edit.revision > reply.revision) throw outdated();
      if (body !== reply.body) {
        if (edit.revision !== reply.revision) throw outdated();
        if (reply.revision > EDITS_MAX) throw new ProblemError('edit.limit');
        await updateReply(transaction, reply, body);
      }
      const edited = await findReply(transaction, id);
      if (!edited) throw new ProblemError('server.failed');
      const written = { kind: 'reply', id, postId: reply.post_id, text: body, before: reply.body } as const;
      await dependencies.holdLinks?.(transaction, session.userId, written);
      return edited.json;
    },
    session.userId,
  );
}

/** The same edit sent again, after a link in it let it be held. */
function isSavedAndHidden(reply: OwnReplyRow, session: Session, revision: number, body: string): boolean {
  const own = reply.hidden && !reply.deleted && reply.author_id === session.userId;
  return own && revision < reply.revision && reply.body === body;
}

/**
 * Deletes an own reply: gone at once from every answer but for a line where replies to it are there, purged after seven
 * days [OW-08]. Saying it again changes nothing.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`.
 */
export async function deleteReply(
  dependencies: RepliesDependencies,
  session: Session,
  id: string,
): Promise<void> {
  await inLockOf(dependencies, id, tellVisibility, async (transaction, reply) => {
    if (reply?.deleted && reply.author_id === session.userId) return;
    await markReplyDeleted(transaction, requireOwn(reply, session));
  });
}

/**
 * Brings an own reply back that was deleted a moment ago, under its number [OW-08]. Saying it again changes nothing.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `undo.late`.
 */
export async function undoReplyDeletion(
  dependencies: RepliesDependencies,
  session: Session,
  id: string,
): Promise<void> {
  await inLockOf(dependencies, id, tellVisibility, async (transaction, reply) => {
    if (!reply?.deleted) return void requireOwn(reply, session);
    requireAuthor(reply, session);
    if (!reply.undoable) throw new ProblemError('undo.late');
    await unmarkReplyDeleted(transaction, reply);
  });
}

const tellEdited = (streams: ReplyStreams, postId: string) => streams.announceEdit(postId);
const tellVisibility = (streams: ReplyStreams, postId: string) => streams.announceVisibility(postId);

async function inLockOf<Result>(
  { database, cache, streams, requireMayWrite }: RepliesDependencies,
  id: string,
  announce: (streams: ReplyStreams, postId: string) => void,
  work: (transaction: Transaction, reply: OwnReplyRow | undefined) => Promise<Result>,
  writerId: string | null = null,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    // The writer's row before the post's, as everywhere.
    if (writerId) await requireMayWrite?.(transaction, writerId, { replyId: id });
    const reply = await lockReply(transaction, id);
    if (reply) {
      transaction.afterCommit(() => cache.invalidate([postTag(reply.post_id)]));
      transaction.afterCommit(() => announce(streams, reply.post_id));
    }
    return work(transaction, reply);
  });
}

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

/** JSON of a page of replies; a reply's place is its number. */
export function presentReplies({ items, places }: JsonPage): string {
  const nextAfter = places.length > REPLIES_PAGE ? places[REPLIES_PAGE - 1] : undefined;
  return `{"replies":[${items}],"nextAfter":${nextAfter ?? 'null'}}`;
}
