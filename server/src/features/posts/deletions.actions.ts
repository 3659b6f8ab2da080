import { TICKET_BOARD } from '@madang/contract/tickets/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { HOTS_TAG, postTag, tagsOfNewPost } from './cache-tags.ts';
import type { EditsDependencies } from './edits.actions.ts';
import { lockPost, markPostDeleted, restorePost, reverseAward, type OwnPostRow } from './edits.queries.ts';
import { requireAuthor, requireOwn } from './posts.policy.ts';
import { lockAuthor } from './posts.queries.ts';

/** What deletions work with. */
export type DeletionsDependencies = Pick<EditsDependencies, 'database' | 'cache' | 'streams'>;

/** Refuses what its author may not delete, the post being locked. @throws {ProblemError} */
type RequireDeletable = (transaction: Transaction, post: OwnPostRow) => void | Promise<void>;

/** Others wait for a ticket: it is withdrawn, by its own rules. */
const refuseTicket: RequireDeletable = (_, post) => {
  if (post.building_id === TICKET_BOARD) throw new ProblemError('board.readOnly');
};

/**
 * Deletes an own post: it is gone from every answer at once, its award is taken back in the same transaction, and it is
 * purged after seven days [OW-05, OW-07]. Saying it again changes nothing.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `session.required`, and what `requireDeletable` refuses.
 */
export async function deletePost(
  dependencies: DeletionsDependencies,
  session: Session,
  id: string,
  requireDeletable: RequireDeletable = refuseTicket,
): Promise<void> {
  await inLockOf(dependencies, session, id, async (transaction, post) => {
    if (post?.deleted && post.author_id === session.userId) return;
    await requireDeletable(transaction, requireOwn(post, session));
    await markPostDeleted(transaction, id);
    await reverseAward(transaction, uuidv7(), id);
  });
}

/**
 * Brings an own post back that was deleted a moment ago, with its replies and its award [OW-05, OW-07]. Saying it again
 * changes nothing.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `undo.late`, `session.required`.
 */
export async function undoPostDeletion(
  dependencies: DeletionsDependencies,
  session: Session,
  id: string,
): Promise<void> {
  await inLockOf(dependencies, session, id, async (transaction, post) => {
    if (!post?.deleted) return void requireOwn(post, session);
    requireAuthor(post, session);
    if (!post.undoable) throw new ProblemError('undo.late');
    await restorePost(transaction, id);
  });
}

/** The author's row before the post's, as writing does. */
async function inLockOf(
  { database, cache, streams }: DeletionsDependencies,
  session: Session,
  id: string,
  work: (transaction: Transaction, post: OwnPostRow | undefined) => Promise<void>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await lockAuthor(transaction, session.userId))) throw new ProblemError('session.required');
    const post = await lockPost(transaction, id);
    if (post) {
      transaction.afterCommit(() =>
        cache.invalidate([postTag(id), HOTS_TAG, ...tagsOfNewPost(post.building_id)]),
      );
      transaction.afterCommit(() => streams.announceVisibility(id));
    }
    await work(transaction, post);
  });
}
