import type { PostPage } from '@madang/contract/posts/schema';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Output } from '../../platform/api.ts';
import { patchPages } from '../post/post-cache.ts';
import { hotsKey, postListsKey } from '../post/post-queries.ts';

/** Takes a deleted post out of everything that is shown. */
export function dropPost(client: QueryClient, id: string): void {
  const without = <Item extends { id: string; postId?: string }>(items: readonly Item[]) =>
    items.filter((item) => (item.postId ?? item.id) !== id);
  client.setQueriesData<InfiniteData<PostPage>>(
    { queryKey: postListsKey },
    (list) => list && patchPages(list, (page) => ({ ...page, posts: without(page.posts) })),
  );
  client.setQueryData<InfiniteData<Output<'GET /api/hots'>>>(
    hotsKey,
    (list) => list && patchPages(list, (page) => ({ ...page, hots: without(page.hots) })),
  );
}
