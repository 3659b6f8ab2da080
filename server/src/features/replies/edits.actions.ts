import { EDITS_MAX } from '@madang/contract/own-content/rules';
import { replyProblem } from '@madang/contract/replies/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { postTag, requireAuthor, requireOwn } from '../posts/index.ts';
import {
  lockReply,
  markReplyDeleted,
  unmarkReplyDeleted,
  updateReply,
  type OwnReplyRow,
} from './edits.queries.ts';
import type { RepliesDependencies } from './replies.actions.ts';
import { findReply } from './replies.queries.ts';
import type { ReplyStreams } from './reply-streams.ts';

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
