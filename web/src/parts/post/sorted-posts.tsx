import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { copy } from '../../copy.ko.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { PostList } from './post-list.tsx';
import { boardPostsQuery, type PostOrder } from './post-queries.ts';

const orders = [
  { value: 'recent', label: copy['sort.recent'] },
  { value: 'popular', label: copy['sort.popular'] },
] as const satisfies { value: PostOrder; label: string }[];

/** The recent and popular tabs of a board; the choice is in the address, so going back finds it again. */
export function SortedPosts({ buildingId, empty }: { buildingId: string; empty: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const order: PostOrder = search.get('sort') === 'popular' ? 'popular' : 'recent';
  const query = useInfiniteQuery(boardPostsQuery(buildingId, order));

  return (
    <Tabs
      label={copy['sort.label']}
      items={orders}
      value={order}
      onChange={(value) => setSearch(value === 'popular' ? { sort: value } : {}, { replace: true })}
    >
      <PostList query={query} empty={empty} />
    </Tabs>
  );
}
