import type { PostPage } from '@madang/contract/posts/schema';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Output } from '../../lib/api.ts';
import { hotsKey, marksKey, postListsKey } from './post-queries.ts';

/** A user's like of a post or reply. */
export interface LikeState {
  liked: boolean;
  likeCount: number;
}

/** Returns the like after a press. */
export function turnLike({ liked, likeCount }: LikeState): LikeState {
  return { liked: !liked, likeCount: Math.max(0, likeCount + (liked ? -1 : 1)) };
}

type Marks = Output<'GET /api/posts/marks'>;

/** Updates the user's viewer state of a post in every cache entry. */
export function patchMarks(client: QueryClient, id: string, mark: keyof Marks, present: boolean): void {
  client.setQueriesData<Marks>(
    { queryKey: marksKey, predicate: ({ queryKey: [, ids] }) => Array.isArray(ids) && ids.includes(id) },
    (marks) => marks && { ...marks, [mark]: withId(marks[mark], id, present) },
  );
}

/** Changes a post in all lists; null removes it. The order stays for the reader's position. */
export function patchPost(
  client: QueryClient,
  id: string,
  fields: { likeCount: number } | { solved: boolean } | null,
): void {
  // A popular post's entry has its own id, and references its post.
  const patch = <Item extends { id: string; postId?: string }>(items: readonly Item[]): Item[] =>
    items.flatMap((item) => {
      if ((item.postId ?? item.id) !== id) return item;
      return fields ? { ...item, ...fields } : [];
    });
  client.setQueriesData<InfiniteData<PostPage>>(
    { queryKey: postListsKey },
    (list) => list && patchPages(list, (page) => ({ ...page, posts: patch(page.posts) })),
  );
  client.setQueryData<InfiniteData<Output<'GET /api/hots'>>>(
    hotsKey,
    (list) => list && patchPages(list, (page) => ({ ...page, hots: patch(page.hots) })),
  );
}

export function patchPages<Page>(list: InfiniteData<Page>, patch: (page: Page) => Page): InfiniteData<Page> {
  return { ...list, pages: list.pages.map(patch) };
}

/** Returns the ids with this one at the end, or without it. */
export function withId(ids: readonly string[] = [], id: string, present: boolean): string[] {
  const others = ids.filter((other) => other !== id);
  return present ? [...others, id] : others;
}
