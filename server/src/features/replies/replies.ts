import { EDITS_MAX } from '@madang/contract/posts/rules';
import { replyProblem } from '@madang/contract/replies/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { AnswerCache } from '../../http/answer-cache.ts';
import { type Database, isUniqueViolation, runBatch, type Transaction } from '../../database/database.ts';
import type { JsonPage } from '../../database/json-rows.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import {
  type HoldLinks,
  lockPost,
  lockVisiblePost,
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
  insertStatement,
  lockReply,
  markReplyDeleted,
  type NewReply,
  type OwnReplyRow,
  removeReplyLike,
  REPLIES_PAGE,
  unmarkReplyDeleted,
  updateAccepted,
  updateReply,
  valuesOf,
  type WrittenReply,
} from './reply-rows.ts';
import type { ReplyStreams } from './streams.ts';

/** Notifies users of replies; provided by inboxes. */
export interface NotifyOfReplies {
  /** CTE of `insertStatement` that stores the notification for later. */
  answered: string;
  /** Notifies soon of a reply to this post, after the commit. */
  afterAnswer(postId: string): void;
  /** Notifies of an accepted reply in the transaction, the post locked. */
  accepted(transaction: Transaction, replyId: string): Promise<void>;
}

/** Checks most replies within their statement, in one round trip; provided by moderation. */
export interface OrdinaryReplies {
  /** Statement that locks the writer. */
  lock: string;
  /** SQL condition of `insertStatement`; $8 are the minutes of {@link minutesCompared}. */
  condition: string;
  /** Minutes within which the text may not be repeated; null if it needs further checks. */
  minutesCompared(reply: Pick<NewReply, 'body'>, again: boolean): number | null;
}

export interface RepliesDependencies {
  database: Database;
  streams: ReplyStreams;
  cache: AnswerCache;
  counter: Counter;
  /** The beta edition accepts empty replies [VA-11] and no answers to replies. */
  official: boolean;
  requireMayWrite?: RequireMayWrite | undefined;
  requireNoFlood?: RequireNoFlood | undefined;
  holdLinks?: HoldLinks | undefined;
  ordinary?: OrdinaryReplies | undefined;
  notify?: NotifyOfReplies | undefined;
}

/** Statements that write a reply: at once, or if it is ordinary. */
interface ReplyStatements {
  insert: string;
  insertOrdinary: string;
}

export function statementsOf({ notify, ordinary }: RepliesDependencies): ReplyStatements {
  return {
    insert: insertStatement(notify?.answered),
    insertOrdinary: insertStatement(notify?.answered, ordinary?.condition),
  };
}

type WriteDependencies = RepliesDependencies & { statements: ReplyStatements };

/**
 * Writes a reply, open to every signed-in user [RO-02]; returns its JSON. Idempotent by id and content.
 *
 * @throws {ProblemError} `input.invalid` (also for a missing answered reply), `resource.missing`, `identifier.taken`,
 *   `writing.suspended`, `pace.reached`, `text.repeated`.
 */
export async function writeReply(
  dependencies: WriteDependencies,
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
  // Also if already written: another process's signal may be pending.
  dependencies.cache.invalidate([postTag(postId)]);
  if (written === 'taken') return requireSame(dependencies.database, reply, answers);
  dependencies.streams.announce(postId);
  dependencies.counter.add('reply');
  return written.json;
}

type Written = WrittenReply | 'missing' | 'taken';

async function insertOnce(
  dependencies: WriteDependencies,
  reply: NewReply,
  answers: string | null,
  again: boolean,
): Promise<Written> {
  const { database, requireMayWrite, requireNoFlood, holdLinks, notify, statements } = dependencies;
  try {
    const ordinary = answers ? undefined : await insertOrdinary(dependencies, reply, again);
    if (ordinary) return ordinary;
    if (!answers && !requireMayWrite && !notify)
      return (await insertReply(database, reply, statements.insert)) ?? 'missing';
    return await database.transaction(async (transaction) => {
      await requireMayWrite?.(transaction, reply.authorId, { postId: reply.postId });
      await requireNoFlood?.(transaction, reply.authorId, { kind: 'reply', ...reply, again });
      const written = answers
        ? await insertAnswer(transaction, reply, answers, statements.insert)
        : ((await insertReply(transaction, reply, statements.insert)) ?? 'missing');
      if (typeof written !== 'object') return written;
      transaction.afterCommit(() => notify?.afterAnswer(reply.postId));
      await holdLinks?.(transaction, reply.authorId, { kind: 'reply', ...reply, text: reply.body });
      return written;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'replies_pkey')) return 'taken';
    throw error;
  }
}

/** Writes a reply in one round trip; undefined if it needs further checks, which may refuse it. */
async function insertOrdinary(
  { database, ordinary, notify, statements }: WriteDependencies,
  reply: NewReply,
  again: boolean,
): Promise<WrittenReply | undefined> {
  const minutes = ordinary?.minutesCompared(reply, again) ?? null;
  if (!ordinary || minutes === null) return undefined;
  const [, [written]] = (await runBatch(database, [
    [ordinary.lock, [reply.authorId]],
    [statements.insertOrdinary, [...valuesOf(reply), minutes]],
  ])) as [unknown, WrittenReply[]];
  if (written) notify?.afterAnswer(reply.postId);
  return written;
}

/** Locks the post first: the answered reply stays [TH-02]. */
async function insertAnswer(
  transaction: Transaction,
  reply: NewReply,
  answers: string,
  statement: string,
): Promise<Written> {
  if (!(await lockVisiblePost(transaction, reply.postId))) return 'missing';
  const thread = await findThread(transaction, reply.postId, answers);
  if (!thread) {
    // A repeated request, after the answered reply was deleted or hidden.
    if (await findReply(transaction, reply.id)) return 'taken';
    refuseFields({ answers: 'invalid' });
  }
  return (await insertReply(transaction, { ...reply, thread }, statement)) ?? 'missing';
}

/** Returns the reply of the same earlier request. */
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
 * Replaces an own reply's text [OW-08]. Idempotent.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `content.foreign`, `edit.outdated` with the current text,
 *   `edit.limit`.
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
    publishEdited,
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

/** Whether this repeats a saved edit that was hidden for its link. */
function isSavedAndHidden(reply: OwnReplyRow, session: Session, revision: number, body: string): boolean {
  const own = reply.hidden && !reply.deleted && reply.author_id === session.userId;
  return own && revision < reply.revision && reply.body === body;
}

/**
 * Deletes an own reply, purged after seven days [OW-08]. Replies below keep a line. Idempotent.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`.
 */
export async function deleteReply(
  dependencies: RepliesDependencies,
  session: Session,
  id: string,
): Promise<void> {
  await inLockOf(dependencies, id, publishVisibility, async (transaction, reply) => {
    if (reply?.deleted && reply.author_id === session.userId) return;
    await markReplyDeleted(transaction, requireOwn(reply, session));
  });
}

/**
 * Restores a recently deleted own reply [OW-08]. Idempotent.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `undo.late`.
 */
export async function undoReplyDeletion(
  dependencies: RepliesDependencies,
  session: Session,
  id: string,
): Promise<void> {
  await inLockOf(dependencies, id, publishVisibility, async (transaction, reply) => {
    if (!reply?.deleted) return void requireOwn(reply, session);
    requireAuthor(reply, session);
    if (!reply.undoable) throw new ProblemError('undo.late');
    await unmarkReplyDeleted(transaction, reply);
  });
}

const publishEdited = (streams: ReplyStreams, postId: string) => streams.announceEdit(postId);
const publishVisibility = (streams: ReplyStreams, postId: string) => streams.announceVisibility(postId);

async function inLockOf<Result>(
  { database, cache, streams, requireMayWrite }: RepliesDependencies,
  id: string,
  announce: (streams: ReplyStreams, postId: string) => void,
  work: (transaction: Transaction, reply: OwnReplyRow | undefined) => Promise<Result>,
  writerId: string | null = null,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    // Lock order: the writer's row before the post's.
    if (writerId) await requireMayWrite?.(transaction, writerId, { replyId: id });
    const reply = await lockReply(transaction, id);
    if (reply) {
      transaction.afterCommit(() => cache.invalidate([postTag(reply.post_id)]));
      transaction.afterCommit(() => announce(streams, reply.post_id));
    }
    return work(transaction, reply);
  });
}

export interface ThreadsDependencies {
  database: Database;
  cache: AnswerCache;
  /** Notify the open pages of every process; called after commit. */
  streams: { announceEdit(postId: string): void; announceLike(postId: string, replyId: string): void };
  notify?: NotifyOfReplies | undefined;
  openThread?: OpenThread | undefined;
}

/** Records that a student opened a thread; returns its viewer state. */
export type OpenThread = (
  userId: string,
  postId: string,
) => Promise<{ muted: boolean; followed: boolean; unread: number }>;

/**
 * Sets or clears the user's like of a reply; idempotent [TH-03].
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
 * Returns the user's liked replies; marks the thread's lines as read.
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
 * Accepts a reply to an own question, or clears it [TH-04]. Idempotent.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `input.invalid` for other boards and for replies
 *   elsewhere.
 */
export async function acceptReply(
  { database, cache, streams, notify }: ThreadsDependencies,
  session: Session,
  postId: string,
  replyId: string | null,
): Promise<{ acceptedReplyId: string | null }> {
  await database.transaction(async (transaction) => {
    const post = requireOwn(await lockPost(transaction, postId), session);
    const accepted = post.kind === 'question' && (await updateAccepted(transaction, postId, replyId));
    if (!accepted) refuseFields({ replyId: 'invalid' });
    if (replyId) await notify?.accepted(transaction, replyId);
    transaction.afterCommit(() => cache.invalidate([postTag(postId), SOLVED_TAG]));
    transaction.afterCommit(() => streams.announceEdit(postId));
  });
  return { acceptedReplyId: replyId };
}

/** Returns the JSON of a page; a reply's cursor is its number. */
export function presentReplies({ items, places }: JsonPage): string {
  const nextAfter = places.length > REPLIES_PAGE ? places[REPLIES_PAGE - 1] : undefined;
  return `{"replies":[${items}],"nextAfter":${nextAfter ?? 'null'}}`;
}
