import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { EndSentinel } from '../../components/lists.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy } from '../../copy.ko.ts';
import { FIRST_ROWS, useOpened } from '../../lib/opened.ts';
import { useLocation } from '../../lib/router.tsx';
import { recallPages, rememberPages } from '../../lib/scroll-memory.ts';
import { Failure, isMissing } from '../campus/failure.tsx';
import styles from './post-list.module.css';

interface EndlessListProps<Page extends { nextCursor: string | null }, Item extends { id: string }> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  readItems: (page: Page) => readonly Item[];
  renderItem: (item: Item) => ReactNode;
  empty: ReactNode;
}

/** Renders an infinite list in all its states. */
export function EndlessList<Page extends { nextCursor: string | null }, Item extends { id: string }>({
  query,
  readItems,
  renderItem,
  empty,
}: EndlessListProps<Page, Item>) {
  const {
    data,
    error,
    isFetching,
    isPending,
    isFetchingNextPage,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = query;
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);

  // A fetch for the next page would be dropped during any other fetch.
  const hasMore = hasNextPage && !isFetchNextPageError;
  const canLoad = hasMore && !isFetching;
  const isOpened = useOpened();
  useReturnedPages(data?.pages.length ?? 0, canLoad, loadMore);

  if (isPending) return <PostListSkeleton />;
  // The screen itself shows that the board does not exist [ER-15].
  if (!data) return isMissing(error) ? null : <Failure error={error} onRetry={refetch} />;

  const items = keepFirst(data.pages.flatMap(readItems)).slice(0, isOpened ? undefined : FIRST_ROWS);
  if (items.length === 0 && !hasNextPage) return empty;
  return (
    <>
      <CardGroups items={items} renderItem={renderItem} />
      {isFetchNextPageError ? (
        <div className={`flex-col items-center gap-3 text-soft ${styles.more}`} role="alert">
          <p>{copy['list.more']}</p>
          <Button look="plain" onClick={loadMore}>
            {copy['action.retry']}
          </Button>
        </div>
      ) : null}
      {isFetchingNextPage ? <PostListSkeleton count={2} /> : null}
      {/* Remounted after each page, so that a short page asks for the next one. Paused, not left out: hydration must match. */}
      {hasMore ? (
        <EndSentinel key={data.pages.length} onNear={loadMore} paused={isFetching || !isOpened} />
      ) : null}
    </>
  );
}

/** Loads as many pages as this history entry had when the user left it. */
function useReturnedPages(count: number, canLoad: boolean, loadMore: () => void): void {
  const { key } = useLocation();
  useEffect(() => {
    const had = recallPages(key);
    if (count > had) rememberPages(key, count);
    else if (count > 0 && count < had && canLoad) loadMore();
  }, [key, count, canLoad, loadMore]);
}

/** Removes duplicates: the order may change between two pages. */
function keepFirst<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** Few enough to render within one frame of a slow phone. */
const GROUP_SIZE = 10;

interface CardGroupsProps<Item extends { id: string }> {
  items: readonly Item[];
  renderItem: (item: Item) => ReactNode;
}

/**
 * Renders cards in groups, laid out only near the screen. All stay in the document for search, screen readers and focus. Each
 * renders once before it is skipped, so its height is known.
 */
function CardGroups<Item extends { id: string }>({ items, renderItem }: CardGroupsProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const [groups, measure] = [list.current, probe.current];
    if (!groups || !measure) return;
    // Rotating the phone or a larger font invalidates every known height.
    const observer = new ResizeObserver(() => {
      for (const group of groups.children) drawOnce(group as HTMLElement);
    });
    observer.observe(measure);
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <div ref={probe} className={styles.probe} />
      <div ref={list} role="list">
        {groupItems(items).map((group) => (
          <Group key={group[0]?.id} ids={group.map(({ id }) => id).join()}>
            {group.map((item) => (
              <div key={item.id} role="listitem">
                {renderItem(item)}
              </div>
            ))}
          </Group>
        ))}
      </div>
    </>
  );
}

function Group({ ids, children }: { ids: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current) drawOnce(element.current);
  }, [ids]);
  return (
    <div ref={element} className={styles.group}>
      {children}
    </div>
  );
}

/** Observer of groups: called after the first rendering, and when leaving the screen's surroundings. */
let surroundings: IntersectionObserver | undefined;

function leaveOut(entries: readonly IntersectionObserverEntry[], observer: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    // A visible one would vanish for a frame and count as moved.
    if (isIntersecting) continue;
    (target as HTMLElement).style.contentVisibility = 'auto';
    observer.unobserve(target);
  }
}

/** Renders a group anywhere, so that the browser remembers its height. */
function drawOnce(group: HTMLElement): void {
  group.style.contentVisibility = 'visible';
  surroundings ??= new IntersectionObserver(leaveOut, { rootMargin: '100% 0px' });
  surroundings.unobserve(group);
  surroundings.observe(group);
}

function groupItems<Item>(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  for (let start = 0; start < items.length; start += GROUP_SIZE)
    groups.push(items.slice(start, start + GROUP_SIZE));
  return groups;
}

export function PostListSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div role="status">
      <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex-col gap-2 pad-4 border-b">
          <Skeleton width="110px" height="16px" />
          <Skeleton width={index % 2 ? '62%' : '78%'} height="22px" />
          <Skeleton height="18px" />
          <Skeleton width="130px" height="16px" />
        </div>
      ))}
    </div>
  );
}

interface EmptyBoardProps {
  text: string;
  /** True if users can write here: shows a button for the first post. */
  writable?: boolean;
  /** Alternative action if not. */
  action?: { label: string; to: string };
}

const goHome = { label: copy['action.home'], to: '/' };

export function EmptyBoard({ text, writable = false, action = goHome }: EmptyBoardProps) {
  const { pathname, search } = useLocation();
  const { label, ...link } = writable
    ? { label: copy['action.writeFirst'], to: '/write', state: { from: `${pathname}${search}` } }
    : action;
  return (
    <StateMessage picture="posts" text={text}>
      <ButtonLink look="plain" {...link}>
        {label}
      </ButtonLink>
    </StateMessage>
  );
}
