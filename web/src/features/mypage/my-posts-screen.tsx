import { copy } from '../../copy.ko.ts';
import { EmptyBoard } from '../posts/endless-list.tsx';
import { PostListScreen } from '../posts/post-list.tsx';
import { ownPostsQuery } from '../posts/post-queries.ts';
import { useUser } from '../session/session.ts';

/** A student without the writing right gets a link to a board open to them. */
const ask = { label: copy['tile.question'], to: '/board/question' };
const write = { label: copy['action.writeFirst'], to: '/write' };

export default function MyPostsScreen() {
  const { writingRight } = useUser();
  return (
    <PostListScreen
      title={copy['mypage.myposts']}
      heading="shown"
      list={ownPostsQuery}
      empty={<EmptyBoard text={copy['empty.myposts']} action={writingRight ? write : ask} />}
    />
  );
}
