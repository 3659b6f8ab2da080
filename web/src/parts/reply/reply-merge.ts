import type { Reply } from '@madang/contract/replies/schema';

interface ReplyPage {
  replies: Reply[];
  nextAfter: number | null;
}

export interface MergedReplies {
  /** Without gaps from the first reply on. */
  loaded: Reply[];
  /** Came live while pages in between are not loaded yet: shown below the gap. */
  afterGap: Reply[];
  /** Highest number up to which nothing is missing; undefined while the end is not reached. */
  lastNumber: number | undefined;
}

/** Pages and live arrivals as one list: each reply once, by number, whichever way and in what order it came. */
export function mergeReplies(pages: readonly ReplyPage[], live: readonly Reply[]): MergedReplies {
  const paged = pages.flatMap((page) => page.replies);
  const seen = new Set(paged.map((reply) => reply.id));
  const arrived = [...new Map(live.map((reply) => [reply.id, reply])).values()].filter(
    ({ id }) => !seen.has(id),
  );
  const complete = pages.length > 0 && pages.at(-1)?.nextAfter === null;
  const loaded = inOrder(complete ? [...paged, ...arrived] : paged);
  return {
    loaded,
    afterGap: complete ? [] : inOrder(arrived),
    lastNumber: complete ? (loaded.at(-1)?.number ?? 0) : undefined,
  };
}

function inOrder(replies: readonly Reply[]): Reply[] {
  return [...new Map(replies.map((reply) => [reply.id, reply])).values()].sort((a, b) => a.number - b.number);
}
