import type { PostPage } from '@madang/contract/posts/schema';
import { call } from '../../platform/api.ts';
import { listPages, postListsKey } from './post-queries.ts';

export type PostOrder = 'recent' | 'popular';

function listPosts(name: readonly unknown[], readPage: Parameters<typeof listPages<PostPage>>[1]) {
  return listPages([...postListsKey, ...name], readPage);
}

export type PostListQuery = ReturnType<typeof listPosts>;

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
