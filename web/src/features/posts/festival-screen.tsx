import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { EmptyBoard } from './endless-list.tsx';
import { PostList } from './post-list.tsx';
import { type FestivalFilter, festivalPostsQuery } from './post-queries.ts';
import { useSearchParams } from '../../lib/router.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Board } from './board.tsx';

/** Tabs in order: all, then one per festival keyword [ST-09]. */
const filters: readonly FestivalFilter[] = ['0', '1', '2'];

export default function FestivalScreen() {
  const { festivalKeywords } = useCampus();
  const [search, setSearch] = useSearchParams();
  const labels = [copy['festival.all'], ...festivalKeywords];
  const tabs = filters.map((value, index) => ({ value, label: labels[index] ?? '' }));
  const filter = filters.find((value) => value === search.get('filter')) ?? '0';
  const client = useQueryClient();
  const query = useInfiniteQuery(festivalPostsQuery(filter));

  /** Refetches the filter's posts, like any tab of a board. */
  function choose(value: FestivalFilter): void {
    const { queryKey } = festivalPostsQuery(value);
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
    setSearch(value === '0' ? {} : { filter: value }, { replace: true });
  }

  return (
    <Board boardId="festival" title={copy['tile.festival']}>
      <Tabs label={copy['festival.filter']} items={tabs} value={filter} onChange={choose}>
        <PostList
          query={query}
          empty={<EmptyBoard text={filter === '0' ? copy['empty.posts'] : copy['empty.festival']} writable />}
        />
      </Tabs>
    </Board>
  );
}
