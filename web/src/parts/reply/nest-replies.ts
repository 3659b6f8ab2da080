import type { Reply } from '@madang/contract/replies/schema';

/** Reply and its answers, by number. */
export interface Thread {
  reply: Reply;
  answers: Thread[];
}

/**
 * Nests answers under top-level replies, the accepted one first. Live answers in `waiting` wait for their parent's page; with a
 * hidden parent they become top-level.
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

/** Returns the top-level thread, flattening imported data. A parent is older than its answers, so this ends. */
function topOf(thread: Thread, known: ReadonlyMap<string | null, Thread>): Thread {
  const next = known.get(thread.reply.parentId);
  return next && next.reply.number < thread.reply.number ? topOf(next, known) : thread;
}
