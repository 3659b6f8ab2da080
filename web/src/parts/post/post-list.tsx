import type { PostSummary } from '@madang/contract/posts/schema';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { copy } from '../../copy.ko.ts';
import { Button } from '../../ui/button.tsx';
import { EndSentinel } from '../../ui/end-sentinel.tsx';
import { Failure } from '../campus/failure.tsx';
import { PostCard } from './post-card.tsx';
import { PostListSkeleton } from './post-list-skeleton.tsx';
import styles from './post-list.module.css';
import { useLikedIds } from './use-marks.ts';

interface Page {
  posts: PostSummary[];
  nextCursor: string | null;
}

interface PostListProps {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  empty: ReactNode;
}

/** An endless list of posts in all its states. */
export function PostList({ query, empty }: PostListProps) {
  const {
    data,
    error,
    isPending,
    isFetchingNextPage,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = query;
  const pages = data?.pages ?? [];
  const liked = useLikedIds(pages);
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);

  if (isPending) return <PostListSkeleton />;
  if (!data) return <Failure error={error} onRetry={() => void refetch()} />;

  const posts = uniquePosts(pages);
  if (posts.length === 0 && !hasNextPage) return empty;
  return (
    <>
      <ul>
        {posts.map((post) => (
          <li key={post.id} className={styles.item}>
            <PostCard post={post} liked={liked.has(post.id)} />
          </li>
        ))}
      </ul>
      {isFetchNextPageError ? (
        <div className={styles.more} role="alert">
          <p>{copy['list.more']}</p>
          <Button look="plain" onClick={loadMore}>
            {copy['action.retry']}
          </Button>
        </div>
      ) : null}
      {isFetchingNextPage ? <PostListSkeleton count={2} /> : null}
      {/* Mounted anew after each page, so that a short page asks for the next one. */}
      {hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? (
        <EndSentinel key={pages.length} onNear={loadMore} />
      ) : null}
    </>
  );
}

/** Likes move while one pages: a post may come again on a later page. */
function uniquePosts(pages: readonly Page[]): PostSummary[] {
  return [...new Map(pages.flatMap((page) => page.posts).map((post) => [post.id, post])).values()];
}
