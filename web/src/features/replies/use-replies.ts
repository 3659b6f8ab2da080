import type { Reply } from '@madang/contract/replies/schema';
import { useInfiniteQuery, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import type { describeUnsent } from './follow-replies.ts';
import { repliesQuery } from './reply-queries.ts';

type Unsent = Parameters<typeof describeUnsent> extends [unknown, ...infer Rest] ? Rest : never;

/** Loaded after the replies: nothing to follow before. */
const following = lazyModule(() => import('./follow-replies.ts'));

type Pages = Parameters<typeof mergeReplies>[0];

/** Merges the loaded replies with live arrivals and changes. */
function useMerged({ data, refetch }: UseInfiniteQueryResult<{ pages: Pages[number][] }>) {
  const [live, setLive] = useState<readonly Reply[]>([]);
  const liveNow = useRef(live);
  const [changed, setChanged] = useState<ReadonlyMap<string, Reply>>(new Map());
  const merged = mergeReplies(data?.pages ?? [], live, changed);

  const addReply = useCallback((reply: Reply) => {
    liveNow.current = [...liveNow.current, reply];
    setLive(liveNow.current);
  }, []);

  const changeReply = useCallback((reply: Reply) => {
    setChanged((known) => {
      const { revision = 0 } = known.get(reply.id) ?? {};
      return revision > reply.revision ? known : new Map(known).set(reply.id, reply);
    });
  }, []);

  /** Refetches the pages; earlier live replies are then on them, or deleted. */
  async function refresh(): Promise<void> {
    const known = new Set(liveNow.current);
    const knownChanges = new Set(changed.values());
    const { isSuccess } = await refetch();
    if (!isSuccess) return;
    setChanged((now) => new Map([...now].filter(([, reply]) => !knownChanges.has(reply))));
    liveNow.current = liveNow.current.filter((reply) => !known.has(reply));
    setLive(liveNow.current);
  }

  return { ...merged, addReply, changeReply, refresh };
}

/** Returns the replies of one post, kept live. */
export function useReplies(postId: string) {
  const client = useQueryClient();
  const query = useInfiniteQuery(repliesQuery(postId));
  const merged = useMerged(query);
  const { addReply, changeReply, refresh } = merged;
  const readLastNumber = useEffectEvent(() => merged.lastNumber);
  const onStale = useEffectEvent(() => refresh());
  // Cached replies may belong to a deleted post: its stream would be refused.
  const [isCurrent, setCurrent] = useState(false);
  if (!isCurrent && query.isSuccess && !query.isRefetching) setCurrent(true);
  const follow = useModule(following, query.isSuccess && isCurrent);
  useEffect(
    () =>
      follow?.followReplies({
        client,
        postId,
        after: () => readLastNumber(),
        addReply,
        changeReply,
        onStale: () => onStale(),
      }),
    [postId, follow, addReply, changeReply, client],
  );

  return {
    ...merged,
    query,
    /** Starts an answer to a reply, in the field below the list. */
    composer: useRef<{ answer: (reply: Reply) => void }>(null),
    /** Returns the message for an unsent reply, and updates its draft. */
    describeUnsent: (...unsent: Unsent) =>
      following.read().then(
        (late) => late.describeUnsent({ client, postId }, ...unsent),
        () => undefined,
      ),
    bringIntoView: (id: string) =>
      void following.read().then(
        (late) => late.bringIntoView(id),
        () => {},
      ),
  };
}

interface ReplyPage {
  replies: Reply[];
  nextAfter: number | null;
}

interface MergedReplies {
  /** Replies without gaps from the first one on. */
  paged: Reply[];
  /** Live replies on no page yet, shown below the pages and a gap. */
  arrived: Reply[];
  /** Highest number without a gap before it; undefined until the end is loaded. */
  lastNumber: number | undefined;
}

/** Merges pages and live arrivals: each reply once, ordered by number, in its latest `changed` version. */
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
