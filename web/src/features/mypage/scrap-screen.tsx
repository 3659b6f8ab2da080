import type { BookmarkPage, GoneBookmark, PostSummary } from '@madang/contract/posts/schema';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { EmptyBoard, EndlessList } from '../posts/endless-list.tsx';
import { PostCard, useMarks } from '../posts/post-list.tsx';
import { bookmarkedPostsQuery } from '../posts/post-queries.ts';

const browse = { label: copy['action.browse'], to: '/board/new' };

export default function ScrapScreen() {
  const query = useInfiniteQuery(bookmarkedPostsQuery);
  const { liked, folded } = useMarks(query.data?.pages.map(({ posts }) => posts.map(({ id }) => id)) ?? []);
  return (
    <Screen title={copy['mypage.scrap']} heading="shown">
      <EndlessList
        query={query}
        readItems={(page) => readScraps(page).filter(({ id }) => !folded.has(id))}
        renderItem={(scrap) =>
          'reason' in scrap ? (
            <Gone {...scrap} />
          ) : (
            <PostCard post={scrap} preview={scrap.preview} liked={liked.has(scrap.id)} />
          )
        }
        empty={<EmptyBoard text={copy['empty.scrap']} action={browse} />}
      />
    </Screen>
  );
}

/** Returns the posts of a page, with deleted or hidden bookmarks at their positions. */
function readScraps({ posts, gone = [] }: BookmarkPage): readonly (PostSummary | GoneBookmark)[] {
  const scraps: (PostSummary | GoneBookmark)[] = [...posts];
  for (const one of gone) scraps.splice(one.index, 0, one);
  return scraps;
}

/** Renders the reason a bookmarked post is unavailable, and its removal [SB-02]. */
function Gone({ id, reason }: GoneBookmark) {
  const client = useQueryClient();
  const removal = useAction(async () => {
    await call('DELETE /api/posts/{id}/scrap', { path: { id } });
    client.setQueryData(
      bookmarkedPostsQuery.queryKey,
      (list) => list && { ...list, pages: list.pages.map((page) => without(page, id)) },
    );
    showToast(copy['scrap.removed']);
  });
  return (
    <p className="row flex-wrap justify-between gap-x-2 px-margin text-faint text-note border-b">
      <span>{reason === 'deleted' ? copy['scrap.gone.deleted'] : copy['scrap.gone.hidden']}</span>
      <Button look="small" {...removal}>
        {copy['scrap.remove']}
      </Button>
    </p>
  );
}

function without({ gone = [], ...page }: BookmarkPage, id: string): BookmarkPage {
  const left = gone.find((one) => one.id === id);
  if (!left) return { ...page, gone };
  return {
    ...page,
    gone: gone
      .filter((one) => one !== left)
      .map((one) => (one.index > left.index ? { ...one, index: one.index - 1 } : one)),
  };
}
