import type { Post } from '@madang/contract/posts/schema';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ask, type Asked, firstPage } from '../../lib/api.ts';

/** Stale time of a list: coming back from a post must not move it. */
const LIST_FRESH_FOR = 20_000;

/** Keys that a write changes or drops: all lists of posts (`post-lists.ts`), popular posts, viewer state. */
export const postListsKey = ['posts'] as const;
export const bookmarksKey = [...postListsKey, 'scraps'] as const;
export const hotsKey = ['hots'] as const;
export const marksKey = ['marks'] as const;

type Cursor = { cursor?: string };

/** Returns the query of an infinite list with cursors. */
export function listPages<Page extends { nextCursor: string | null }>(
  queryKey: readonly unknown[],
  askPage: (at: Cursor) => Asked<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      askPage(pageParam === null ? {} : { cursor: pageParam }).queryFn({ signal }),
    ...firstPage(askPage({}), null as string | null),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: LIST_FRESH_FOR,
  });
}

export function postQuery(id: string) {
  return queryOptions({
    queryKey: ['post', id],
    ...ask('GET /api/posts/{id}', { path: { id } }, (post): Post => post),
    staleTime: 0,
  });
}

/** Shows an edited post on its page, unless a newer revision is there. */
export function showEditedPost(client: QueryClient, edited: Post): void {
  client.setQueryData(postQuery(edited.id).queryKey, (post) =>
    post && post.revision > edited.revision ? post : edited,
  );
}

/** Returns the query of the user's likes and bookmarks among these posts. */
export function marksQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...marksKey, ids],
    ...ask('GET /api/posts/marks', { query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
    staleTime: LIST_FRESH_FOR,
  });
}

/**
 * Returns a link's state under this name [RT-19], enough to render. History outlives reloads and deploys, so it must match the
 * address.
 */
export function readEntry<Entry extends { id: string; title: string; createdAt: string }>(
  state: unknown,
  name: string,
  id: string,
): Entry | undefined {
  const entry = (state as Record<string, Partial<Entry> | undefined> | null)?.[name];
  const fits = entry?.id === id && typeof entry.title === 'string' && typeof entry.createdAt === 'string';
  return fits ? (entry as Entry) : undefined;
}

/** Returns the address of a post's board. */
export function boardPath(buildingId: string): string {
  // Equals `TICKET_BOARD`: home needs no other code of tickets.
  if (buildingId === 'ticket') return '/tickets';
  const special = ['question', 'festival', 'buildingNotice'].includes(buildingId);
  return `/${special ? 'board' : 'building'}/${buildingId}`;
}
