import type { PostPage } from '@madang/contract/posts/schema';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Output } from '../../platform/api.ts';
import { hotsKey, marksKey, postListsKey, postQuery } from './post-queries.ts';

type Marks = Output<'GET /api/posts/marks'>;

/** Shows one user's like everywhere the post is shown: its page, the lists behind it, the marks. */
export function showLike(client: QueryClient, id: string, like: { liked: boolean; likeCount: number }): void {
  const { liked, likeCount } = like;
  client.setQueryData(postQuery(id).queryKey, (post) => post && { ...post, likeCount });
  client.setQueriesData<InfiniteData<PostPage>>(
    { queryKey: postListsKey },
    (list) => list && patchPages(list, (page) => ({ ...page, posts: patchCount(page.posts, id, likeCount) })),
  );
  client.setQueryData<InfiniteData<Output<'GET /api/hots'>>>(
    hotsKey,
    (list) => list && patchPages(list, (page) => ({ ...page, hots: patchCount(page.hots, id, likeCount) })),
  );
  client.setQueriesData<Marks>(
    { queryKey: marksKey, predicate: ({ queryKey: [, ids] }) => Array.isArray(ids) && ids.includes(id) },
    (marks) => marks && { ...marks, liked: withId(marks.liked, id, liked) },
  );
}

/** The order stays, so that the reader does not lose their place. */
export function patchPages<Page>(list: InfiniteData<Page>, patch: (page: Page) => Page): InfiniteData<Page> {
  return { ...list, pages: list.pages.map(patch) };
}

/** A popular post's entry has an id of its own, and names its post. */
function patchCount<Item extends { id: string; postId?: string; likeCount: number }>(
  items: readonly Item[],
  id: string,
  likeCount: number,
): Item[] {
  return items.map((item) => ((item.postId ?? item.id) === id ? { ...item, likeCount } : item));
}

function withId(ids: string[], id: string, present: boolean): string[] {
  const others = ids.filter((other) => other !== id);
  return present ? [...others, id] : others;
}
