import type { Reply } from '@madang/contract/replies/schema';

/** A reply and what stands under it, by number. */
export interface Thread {
  reply: Reply;
  answers: Thread[];
}

/**
 * Puts answers under their top-level replies, and the accepted reply before all. Those of `waiting` that came live before
 * their parent's page wait for it; where a parent will never come, since the operator hid it, an answer stands by itself.
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

/** Of an import's many levels one is left. A parent is older than its answers, so this ends. */
function topOf(thread: Thread, known: ReadonlyMap<string | null, Thread>): Thread {
  const next = known.get(thread.reply.parentId);
  return next && next.reply.number < thread.reply.number ? topOf(next, known) : thread;
}
