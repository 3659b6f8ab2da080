import { useInfiniteQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { PostList } from '../../parts/post/post-list.tsx';
import { latestPostsQuery } from '../../parts/post/post-lists.ts';

export function LatestScreen() {
  const query = useInfiniteQuery(latestPostsQuery);
  return (
    <Screen title={copy['tile.new']}>
      <PostList query={query} empty={<EmptyBoard text={copy['empty.latest']} />} />
    </Screen>
  );
}
