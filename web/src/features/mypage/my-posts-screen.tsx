import { useInfiniteQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { PostList } from '../../parts/post/post-list.tsx';
import { ownPostsQuery } from '../../parts/post/post-lists.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { StateMessage } from '../../ui/state-message.tsx';

export function MyPostsScreen() {
  const query = useInfiniteQuery(ownPostsQuery);
  return (
    <Screen title={copy['mypage.myposts']} heading="shown">
      <PostList
        query={query}
        empty={
          <StateMessage picture="posts" text={copy['empty.myposts']}>
            <ButtonLink look="plain" to="/write">
              {copy['action.writeFirst']}
            </ButtonLink>
          </StateMessage>
        }
      />
    </Screen>
  );
}
