import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { PostListScreen } from '../../parts/post/post-list.tsx';
import { latestPostsQuery } from '../../parts/post/post-lists.ts';

export default function LatestScreen() {
  return (
    <PostListScreen
      title={copy['tile.new']}
      list={latestPostsQuery}
      empty={<EmptyBoard text={copy['empty.latest']} />}
    />
  );
}
