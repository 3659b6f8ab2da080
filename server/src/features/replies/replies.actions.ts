import { replyProblem } from '@madang/contract/replies/rules';
import { normalizeText } from '@madang/contract/text/rules';
import {
  isUniqueViolation,
  type Database,
  type Executor,
  type Transaction,
} from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import { postTag, type HoldLinks, type RequireMayWrite, type RequireNoFlood } from '../posts/index.ts';
import { findReply, insertReply, type NewReply, type ToldRow, type WrittenReply } from './replies.queries.ts';
import type { ReplyStreams } from './reply-streams.ts';
import { findThread, lockVisiblePost } from './threads.queries.ts';

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
