import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { PostListScreen } from '../../parts/post/post-list.tsx';
import { ownPostsQuery } from '../../parts/post/post-lists.ts';

const write = { label: copy['action.writeFirst'], to: '/write' };

export default function MyPostsScreen() {
  return (
    <PostListScreen
      title={copy['mypage.myposts']}
      heading="shown"
      list={ownPostsQuery}
      empty={<EmptyBoard text={copy['empty.myposts']} action={write} />}
    />
  );
}
