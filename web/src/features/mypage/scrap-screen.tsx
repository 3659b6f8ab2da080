import { useInfiniteQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { PostList } from '../../parts/post/post-list.tsx';
import { scrappedPostsQuery } from '../../parts/post/post-lists.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { StateMessage } from '../../ui/state-message.tsx';

export function ScrapScreen() {
  const query = useInfiniteQuery(scrappedPostsQuery);
  return (
    <Screen title={copy['mypage.scrap']} heading="shown">
      <PostList
        query={query}
        empty={
          <StateMessage picture="posts" text={copy['empty.scrap']}>
            <ButtonLink look="plain" to="/board/new">
              {copy['action.browse']}
            </ButtonLink>
          </StateMessage>
        }
      />
    </Screen>
  );
}
