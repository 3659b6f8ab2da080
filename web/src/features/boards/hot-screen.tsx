import type { Hot } from '@madang/contract/posts/schema';
import { firstParagraph } from '@madang/contract/text/rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { copy } from '../../copy.ko.ts';
import { DateTime } from '../../parts/campus/campus-time.tsx';
import { Failure } from '../../parts/campus/failure.tsx';
import { Screen } from '../../parts/campus/screen.tsx';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { Card } from '../../parts/post/card.tsx';
import { hotsQuery } from '../../parts/post/hot-queries.ts';
import { PostListSkeleton } from '../../parts/post/post-list-skeleton.tsx';
import { EndSentinel } from '../../ui/end-sentinel.tsx';

export function HotScreen() {
  return (
    <Screen title={copy['tile.hot']}>
      <HotList />
    </Screen>
  );
}

function HotList() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(hotsQuery);
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PostListSkeleton />;
  const hots = [...new Map(data.pages.flatMap((page) => page.hots).map((hot) => [hot.id, hot])).values()];
  if (hots.length === 0) return <EmptyBoard text={copy['empty.hot']} />;
  return (
    <>
      <ul>
        {hots.map((hot) => (
          <li key={hot.id}>
            <HotCard hot={hot} />
          </li>
        ))}
      </ul>
      {hasNextPage && !isFetchingNextPage ? <EndSentinel key={data.pages.length} onNear={loadMore} /> : null}
    </>
  );
}

function HotCard({ hot }: { hot: Hot }) {
  return (
    <Card
      {...hot}
      preview={firstParagraph(hot.content)}
      to={`/hotpost/${hot.id}`}
      state={{ hot, from: '/board/hot' }}
      time={<DateTime instant={hot.createdAt} />}
    />
  );
}
