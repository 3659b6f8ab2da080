import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { PostListScreen } from '../../parts/post/post-list.tsx';
import { scrappedPostsQuery } from '../../parts/post/post-lists.ts';

const browse = { label: copy['action.browse'], to: '/board/new' };

export default function ScrapScreen() {
  return (
    <PostListScreen
      title={copy['mypage.scrap']}
      heading="shown"
      list={scrappedPostsQuery}
      empty={<EmptyBoard text={copy['empty.scrap']} action={browse} />}
    />
  );
}
