import { piecesOf } from '@madang/contract/search/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { addJob, type Job } from '../../platform/jobs/jobs.queries.ts';
import type { LineCounter } from '../analytics/index.ts';
import { lockMatched, tellMatching } from './alerts.queries.ts';
import type { InboxStreams } from './inbox-streams.ts';

/** The kind of job that a new text waits as; the database adds it (`match_alerts`). */
export const MATCH_ALERTS = 'matchAlerts';

/** So many students in one transaction: the post's replies wait for no longer than that takes. */
const BATCH = 1_000;

/**
 * Holds a new post against all alerts and tells whom it interests, one line a post for ever [NO-03]. One that is hidden
 * makes lines too, which nobody sees before it is shown.
 */
export async function matchAlerts(
  { inboxes, counter }: { inboxes: InboxStreams; counter: LineCounter },
  transaction: Transaction,
  { key, data }: Job,
): Promise<void> {
  const postId = key ?? '';
  const { after = null } = (data ?? {}) as { after?: string | null };
  const post = await lockMatched(transaction, postId);
  if (!post) return;
  const pieces = textPieces(post.text);
  const { told, next } = await tellMatching(transaction, post, { pieces, after, limit: BATCH });
  if (next !== null) await addJob(transaction, { kind: MATCH_ALERTS, key: postId, data: { after: next } });
  transaction.afterCommit(() => {
    counter.addLines('lineMade', 'alert', told.length);
    if (told.length > 0) inboxes.announcePost(postId);
  });
}

/** Every two letters of a text that stand together, each once. */
export function textPieces(text: string): string[] {
  return [...new Set(text.split(/[\s\t]+/).flatMap(piecesOf))];
}
