import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Tabs } from '../../components/tabs.tsx';
import { copy } from '../../copy.ko.ts';
import { useSearchParams } from '../../lib/router.tsx';
import { BoardIntro, NoSuchPlace } from '../campus/building.tsx';
import { useBuilding } from '../campus/campus-queries.ts';
import { Failure, isMissing } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { PostList } from './post-list.tsx';
import { boardPostsQuery, type PostOrder } from './post-queries.ts';

interface BoardProps {
  boardId: string;
  title: string;
  above?: ReactNode;
  children: ReactNode;
}

/** Renders a special board: category, description, then the list. */
export function Board({ boardId, title, above, children }: BoardProps) {
  const { data: board, error, refetch } = useBuilding(boardId);
  if (isMissing(error)) {
    return (
      <Screen title={title}>
        <NoSuchPlace kind="board" />
      </Screen>
    );
  }
  return (
    <Screen title={title}>
      {above}
      {error && !board ? <Failure error={error} onRetry={refetch} /> : <BoardIntro board={board} />}
      {children}
    </Screen>
  );
}

const orders = [
  { value: 'recent', label: copy['sort.recent'] },
  { value: 'popular', label: copy['sort.popular'] },
] as const satisfies { value: PostOrder; label: string }[];

/** Renders a board's recent and popular tabs; the address holds the choice for going back. */
export function SortedPosts({ buildingId, empty }: { buildingId: string; empty: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const order: PostOrder = search.get('sort') === 'popular' ? 'popular' : 'recent';
  const client = useQueryClient();
  const query = useInfiniteQuery(boardPostsQuery(buildingId, order));

  /** Refetches the posts on each change of tab, even if fresh [ST-08]. */
  function choose(value: PostOrder): void {
    const { queryKey } = boardPostsQuery(buildingId, value);
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
    setSearch(value === 'popular' ? { sort: value } : {}, { replace: true });
  }

  return (
    <Tabs label={copy['sort.label']} items={orders} value={order} onChange={choose}>
      <PostList query={query} empty={empty} />
    </Tabs>
  );
}
