import type { Reply } from '@madang/contract/replies/schema';

interface ReplyPage {
  replies: Reply[];
  nextAfter: number | null;
}

export interface MergedReplies {
  /** Without gaps from the first reply on. */
  paged: Reply[];
  /** Came live and is on no page yet: all newer than the pages, and shown below them and below a gap. */
  arrived: Reply[];
  /** Highest number up to which nothing is missing; undefined while the end is not reached. */
  lastNumber: number | undefined;
}

/**
 * Pages and live arrivals: each reply once, by number, whichever way and in what order it came, and as it was last
 * `changed`.
 */
export function mergeReplies(
  pages: readonly ReplyPage[],
  live: readonly Reply[],
  changed: ReadonlyMap<string, Reply> = new Map(),
): MergedReplies {
  const latest = (reply: Reply): Reply => {
    const change = changed.get(reply.id);
    return change && change.revision >= reply.revision ? change : reply;
  };
  const paged = inOrder(pages.flatMap((page) => page.replies).map(latest));
  const seen = new Set(paged.map((reply) => reply.id));
  const arrived = inOrder(live.filter(({ id }) => !seen.has(id)).map(latest));
  const complete = pages.length > 0 && pages.at(-1)?.nextAfter === null;
  return {
    paged,
    arrived,
    lastNumber: complete ? ((arrived.at(-1) ?? paged.at(-1))?.number ?? 0) : undefined,
  };
}

function inOrder(replies: readonly Reply[]): Reply[] {
  return [...new Map(replies.map((reply) => [reply.id, reply])).values()].sort((a, b) => a.number - b.number);
}
