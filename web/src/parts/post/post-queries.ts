import type { Post, PostPage, PostSummary } from '@madang/contract/posts/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export type PostOrder = 'recent' | 'popular';

/** How long a list shown again is taken as it is: coming back from a post must not move it. */
const LIST_FRESH_FOR = 20_000;

type Cursor = { cursor?: string };

/** An endless list of posts, page after page by cursor. */
function listPosts(
  name: readonly unknown[],
  readPage: (at: Cursor, signal: AbortSignal) => Promise<PostPage>,
) {
  return infiniteQueryOptions({
    queryKey: ['posts', ...name],
    queryFn: ({ pageParam, signal }) => readPage(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: LIST_FRESH_FOR,
  });
}

/** Posts of a building or special board. */
export function boardPostsQuery(buildingId: string, order: PostOrder) {
  return listPosts(['board', buildingId, order], (at, signal) =>
    call(
      'GET /api/buildings/{buildingId}/posts',
      { path: { buildingId }, query: { order, ...at } },
      { signal },
    ),
  );
}

/** The newest posts of all boards: one page. */
export const latestPostsQuery = listPosts(['latest'], async (_, signal) => ({
  ...(await call('GET /api/posts/latest', undefined, { signal })),
  nextCursor: null,
}));

/** Which festival posts: with either keyword, the first, or the second [ST-09]. */
export type FestivalFilter = '0' | '1' | '2';

export function festivalPostsQuery(filter: FestivalFilter) {
  return listPosts(['festival', filter], (at, signal) =>
    call('GET /api/festival/posts', { query: { filter, ...at } }, { signal }),
  );
}

export function keywordPostsQuery(keywordId: number, categoryId: number) {
  return listPosts(['keyword', keywordId, categoryId], (at, signal) =>
    call(
      'GET /api/keywords/{keywordId}/{categoryId}/posts',
      { path: { keywordId, categoryId }, query: at },
      { signal },
    ),
  );
}

export const scrappedPostsQuery = listPosts(['scraps'], (at, signal) =>
  call('GET /api/profile/scraps', { query: at }, { signal }),
);

export const ownPostsQuery = listPosts(['own'], (at, signal) =>
  call('GET /api/profile/posts', { query: at }, { signal }),
);

export function postQuery(id: string) {
  return queryOptions({
    queryKey: ['post', id],
    queryFn: ({ signal }): Promise<Post> => call('GET /api/posts/{id}', { path: { id } }, { signal }),
    staleTime: 0,
  });
}

/** What the student liked and scrapped among these posts. */
export function marksQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['marks', ids],
    queryFn: ({ signal }) => call('GET /api/posts/marks', { query: { ids: ids.join(',') } }, { signal }),
    enabled: ids.length > 0,
    staleTime: LIST_FRESH_FOR,
  });
}

/** What a link to a post carries [RT-19]: enough to paint at once, and where the student came from. */
export interface PostState {
  post?: PostSummary;
  from?: string;
}

/** The state of a history entry outlives reloads and deploys: only what fits this address is believed. */
export function readPostState(state: unknown, id: string): PostState {
  if (typeof state !== 'object' || state === null) return {};
  const { post, from } = state as { post?: Partial<PostSummary>; from?: unknown };
  const fits = post?.id === id && typeof post.title === 'string' && typeof post.createdAt === 'string';
  return {
    ...(fits ? { post: post as PostSummary } : {}),
    ...(typeof from === 'string' && from.startsWith('/') ? { from } : {}),
  };
}

/** The page of the board a post stands on. */
export function boardPath(buildingId: string): string {
  const special = ['question', 'festival', 'buildingNotice'].includes(buildingId);
  return special ? `/board/${buildingId}` : `/building/${buildingId}`;
}
