import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from '../posts/endless-list.tsx';
import { PostListScreen } from '../posts/post-list.tsx';
import { repliedPostsQuery } from '../posts/post-queries.ts';

const browse = { label: copy['action.browse'], to: '/board/new' };

export default function RepliedScreen() {
  return (
    <PostListScreen
      title={copy['mypage.replied']}
      heading="shown"
      list={repliedPostsQuery}
      empty={<EmptyBoard text={copy['empty.replied']} action={browse} />}
    />
  );
}
