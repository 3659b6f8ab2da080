import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from './endless-list.tsx';
import { PostListScreen } from './post-list.tsx';
import { latestPostsQuery } from './post-queries.ts';

export default function LatestScreen() {
  return (
    <PostListScreen
      title={copy['tile.new']}
      list={latestPostsQuery}
      empty={<EmptyBoard text={copy['empty.latest']} />}
    />
  );
}
