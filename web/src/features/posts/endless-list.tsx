import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { copy } from '../../copy.ko.ts';
import { recallPages, rememberPages } from '../../lib/scroll-memory.ts';
import { useLocation } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { EndSentinel } from '../../components/end-sentinel.tsx';
import { Failure, isMissing } from '../campus/failure.tsx';
import { CardGroups } from './card-groups.tsx';
import { PostListSkeleton } from './post-list-skeleton.tsx';
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
  const canLoad = hasNextPage && !isFetching && !isFetchNextPageError;
  useReturnedPages(data?.pages.length ?? 0, canLoad, loadMore);

  if (isPending) return <PostListSkeleton />;
  // The screen itself shows that the board does not exist [ER-15].
  if (!data) return isMissing(error) ? null : <Failure error={error} onRetry={refetch} />;

  const items = keepFirst(data.pages.flatMap(readItems));
  if (items.length === 0 && !hasNextPage) return empty;
  return (
    <>
      <CardGroups items={items} renderItem={renderItem} />
      {isFetchNextPageError ? (
        <div className={styles.more} role="alert">
          <p>{copy['list.more']}</p>
          <Button look="plain" onClick={loadMore}>
            {copy['action.retry']}
          </Button>
        </div>
      ) : null}
      {isFetchingNextPage ? <PostListSkeleton count={2} /> : null}
      {/* Remounted after each page, so that a short page asks for the next one. */}
      {canLoad ? <EndSentinel key={data.pages.length} onNear={loadMore} /> : null}
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
