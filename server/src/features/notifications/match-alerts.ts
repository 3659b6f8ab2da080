import { alertText, holdsWords } from '@madang/contract/notifications/whole-words';
import { piecesOf } from '@madang/contract/search/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { addJob, type Job } from '../../platform/jobs/jobs.queries.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { wordOf } from '../search/index.ts';
import { listMatching, lockMatched, tellWaiting, type MatchedPost } from './alerts.queries.ts';
import type { InboxStreams } from './inbox-streams.ts';

/** The kind of job that a new text waits as; the database adds it (`match_alerts`). */
export const MATCH_ALERTS = 'matchAlerts';

/** So many students in one transaction: the post's replies wait for no longer than that takes. */
const BATCH = 1_000;

/** Where a part came to its end: the words that it was at, and the last student who waits for them. */
interface Place {
  patterns: string[];
  after: string;
}

/**
 * Holds a new post against all alerts and tells whom it interests, one line a post for ever [NO-03]. One that is hidden
 * makes lines too, which nobody sees before it is shown.
 */
export async function matchAlerts(
  { inboxes, counter }: { inboxes: InboxStreams; counter: NotificationCounter },
  transaction: Transaction,
  { key, data }: Job,
): Promise<void> {
  const postId = key ?? '';
  const post = await lockMatched(transaction, postId);
  if (!post) return;
  const { made, next } = await tellPart(transaction, post, data as Place | null);
  if (next) await addJob(transaction, { kind: MATCH_ALERTS, key: postId, data: { ...next } });
  transaction.afterCommit(() => {
    counter.addLines('lineMade', 'alert', made);
    if (made > 0) inboxes.announcePost(postId);
  });
}

async function tellPart(
  transaction: Transaction,
  post: MatchedPost,
  begin: Place | null,
): Promise<{ made: number; next?: Place }> {
  const { text } = post;
  const read = alertText(post.title, post.body);
  const from = begin?.patterns ?? null;
  let after = begin?.after ?? null;
  let made = 0;
  let room = BATCH;
  for (const words of await listMatching(transaction, { pieces: textPieces(text), text, from })) {
    if (!holdsWords(read, words.patterns.map(wordOf))) continue;
    // Of the words that an earlier part was at only those behind its end are left, unless all of them have gone meanwhile.
    if (String(words.patterns) !== String(from)) after = null;
    const { told, looked, last } = await tellWaiting(transaction, post, { words, after, limit: room });
    made += told.length;
    if (last !== null) return { made, next: { patterns: words.patterns, after: last } };
    room -= looked;
  }
  return { made };
}

/** Every two letters of a text that stand together, each once. */
export function textPieces(text: string): string[] {
  return [...new Set(text.split(/[\s\t]+/).flatMap(piecesOf))];
}
