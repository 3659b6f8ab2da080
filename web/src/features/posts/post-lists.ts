import type { PostPage, BookmarkPage } from '@madang/contract/posts/schema';
import { ask } from '../../lib/api.ts';
import { listPages, postListsKey, bookmarksKey } from './post-queries.ts';

export type PostOrder = 'recent' | 'popular';

function listPosts(name: readonly unknown[], askPage: Parameters<typeof listPages<PostPage>>[1]) {
  return listPages([...postListsKey, ...name], askPage);
}

export type PostListQuery = ReturnType<typeof listPosts>;

export function boardPostsQuery(buildingId: string, order: PostOrder) {
  return listPosts(['board', buildingId, order], (at) =>
    ask('GET /api/buildings/{buildingId}/posts', { path: { buildingId }, query: { order, ...at } }),
  );
}

/** Query of the newest posts of all boards, as one page. */
export const latestPostsQuery = listPosts(['latest'], () =>
  ask('GET /api/posts/latest', undefined, (page) => ({ ...page, nextCursor: null })),
);

/** Filter of festival posts: either keyword, the first, or the second [ST-09]. */
export type FestivalFilter = '0' | '1' | '2';

export function festivalPostsQuery(filter: FestivalFilter) {
  return listPosts(['festival', filter], (at) =>
    ask('GET /api/festival/posts', { query: { filter, ...at } }),
  );
}

export function keywordPostsQuery(keywordId: number, categoryId: number) {
  return listPosts(['keyword', keywordId, categoryId], (at) =>
    ask('GET /api/keywords/{keywordId}/{categoryId}/posts', { path: { keywordId, categoryId }, query: at }),
  );
}

export const bookmarkedPostsQuery = listPages<BookmarkPage>(bookmarksKey, (at) =>
  ask('GET /api/profile/scraps', { query: at }),
);

/** Refetched on every visit: the user's own replies change it. */
export const repliedPostsQuery: PostListQuery = {
  ...listPosts(['replied'], (at) => ask('GET /api/profile/replied', { query: at })),
  staleTime: 0,
};

export const ownPostsQuery = listPosts(['own'], (at) => ask('GET /api/profile/posts', { query: at }));
