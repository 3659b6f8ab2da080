import type { Reply } from '@madang/contract/replies/schema';

/** Reply and its answers, by number. */
export interface Thread {
  reply: Reply;
  answers: Thread[];
}

/**
 * Nests answers under top-level replies, the accepted first. Live answers in `waiting` wait for their parent's page, or become
 * top-level if it is hidden.
 */
export function nestReplies(
  threads: readonly Thread[],
  waiting: readonly Reply[],
  accepted: string | null | undefined,
): Thread[] {
  const known = new Map<string | null, Thread>(threads.map((thread) => [thread.reply.id, thread]));
  const top: Thread[] = [];
  for (const thread of threads) {
    const { reply } = thread;
    const above = topOf(thread, known);
    if (reply.id === accepted) top.unshift(thread);
    else if (above !== thread) above.answers.push(thread);
    else if (!reply.parentId || !waiting.includes(reply)) top.push(thread);
  }
  return top;
}

/** Returns the top-level thread, flattening imported data. Ends, as parents are older than answers. */
function topOf(thread: Thread, known: ReadonlyMap<string | null, Thread>): Thread {
  const next = known.get(thread.reply.parentId);
  return next && next.reply.number < thread.reply.number ? topOf(next, known) : thread;
}
