import type { Reply } from '@madang/contract/replies/schema';
import { type UseInfiniteQueryResult, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lateModule, useModule } from '../../ui/use-module.ts';
import type { describeUnsent } from './follow-replies.ts';
import { repliesQuery } from './reply-queries.ts';

type Unsent = Parameters<typeof describeUnsent> extends [unknown, ...infer Rest] ? Rest : never;

/** Fetched once the replies are there: until then there is nothing to follow. */
const following = lateModule(() => import('./follow-replies.ts'));

type Pages = Parameters<typeof mergeReplies>[0];

/** What was loaded, with what came live and was changed since. */
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

  /** Reads the pages again; what came live before is then on them, or gone. */
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

/** The replies of one post as they stand and as they come. */
export function useReplies(postId: string) {
  const client = useQueryClient();
  const query = useInfiniteQuery(repliesQuery(postId));
  const merged = useMerged(query);
  const { addReply, changeReply, refresh } = merged;
  const readLastNumber = useEffectEvent(() => merged.lastNumber);
  const onStale = useEffectEvent(() => refresh());
  // Replies of an earlier visit may be of a post that is deleted: its stream would be refused.
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
    /** Begins an answer to a reply, in the field below the list. */
    composer: useRef<{ answer: (reply: Reply) => void }>(null),
    /** What is said of a reply that was not sent, and what becomes of its draft. */
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
