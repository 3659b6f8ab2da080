import type { Transaction } from '../../platform/database/database.ts';
import { hidePost, HOTS_TAG, postTag, tagsOfNewPost } from '../posts/index.ts';
import { hideReply } from '../replies/index.ts';
import type { Thing } from './cases.queries.ts';

/** Hides a post or reply as the operator's command does; one that is hidden already stays so. */
export async function hideThing(transaction: Transaction, { kind, id }: Thing): Promise<void> {
  await (kind === 'post' ? hidePost : hideReply)(transaction, id);
}

/** What cached answers depend on a thing's being there. */
export function tagsOfThing({ kind, postId }: Thing, buildingId: string): string[] {
  return kind === 'post' ? [postTag(postId), HOTS_TAG, ...tagsOfNewPost(buildingId)] : [postTag(postId)];
}
