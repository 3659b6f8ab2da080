import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findPostEvenHidden, hidePost, HOTS_TAG, postTag, showPost, tagsOfNewPost } from '../posts/index.ts';
import { findReplyEvenHidden, hideReply, showReply } from '../replies/index.ts';
import type { Target } from './cases.queries.ts';

/** Hides a post or reply as the operator's command does; one that is hidden already stays so. */
export async function hideTarget(transaction: Transaction, { kind, id }: Target): Promise<void> {
  await (kind === 'post' ? hidePost : hideReply)(transaction, id);
}

/** Shows a post or reply again. What its author deleted stays deleted, and is only not hidden by anybody else any more. */
export async function showTarget(transaction: Transaction, { kind, id }: Target): Promise<void> {
  const find = kind === 'post' ? findPostEvenHidden : findReplyEvenHidden;
  const row = await find(transaction, id);
  if (!row?.deleted_at) await (kind === 'post' ? showPost : showReply)(transaction, id);
  else if (kind === 'post')
    await transaction.change('UPDATE posts SET moderated_at = NULL WHERE id = $1', [id]);
  else await transaction.change('UPDATE replies SET moderated_at = NULL WHERE id = $1', [id]);
}

/** What cached answers depend on a thing's being there. */
export function tagsOfTarget({ kind, postId }: Target, buildingId: string): string[] {
  return kind === 'post' ? [postTag(postId), HOTS_TAG, ...tagsOfNewPost(buildingId)] : [postTag(postId)];
}

/** Lets caches and open pages of every process follow what was hidden or shown. */
export function announce(
  {
    cache,
    streams,
  }: { cache: Pick<AnswerCache, 'invalidate'>; streams: { announceVisibility(postId: string): void } },
  transaction: Transaction,
  thing: Target & { buildingId: string },
): void {
  transaction.afterCommit(() => cache.invalidate(tagsOfTarget(thing, thing.buildingId)));
  transaction.afterCommit(() => streams.announceVisibility(thing.postId));
}
