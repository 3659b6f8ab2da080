import { placeKeyword } from '@madang/contract/campus/rules';
import type { Campus } from '@madang/contract/campus/schema';
import type { BookmarkPage, Post, PostPage } from '@madang/contract/posts/schema';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { ask, type Asked, firstPage, freshIfGiven, type Output } from '../../lib/api.ts';
import { sessionQuery } from '../session/session.ts';

/** Stale time of a list: coming back from a post must not move it. */
const LIST_FRESH_FOR = 20_000;

/** Keys that a write changes or drops: all lists of posts, popular posts, viewer state. */
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

export function boardPath(buildingId: string): string {
  // Equals `TICKET_BOARD`: home needs no other code of tickets.
  if (buildingId === 'ticket') return '/tickets';
  const special = ['question', 'festival', 'buildingNotice'].includes(buildingId);
  return `/${special ? 'board' : 'building'}/${buildingId}`;
}

/** Query of home's posts and the newest times; refetched whenever home is shown. */
export const homeQuery = queryOptions({ queryKey: ['home'], ...ask('GET /api/home', undefined) });

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
  staleTime: freshIfGiven,
};

export const ownPostsQuery = listPosts(['own'], (at) => ask('GET /api/profile/posts', { query: at }));

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

/** Query of the users blocked by this user, latest first. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  ...ask('GET /api/profile/blocks', undefined, ({ blocks }) => blocks),
});

/** Refetches blocks and collapsed content, also for screens in the history. */
export function readFoldsAgain(client: QueryClient): void {
  void client.invalidateQueries(sessionQuery);
  void client.invalidateQueries({ queryKey: marksKey, refetchType: 'all' });
  void client.invalidateQueries({ ...blocksQuery, refetchType: 'active' });
}

/** Collapses a post, or an author's replies, before the refetch. */
export function showFold(
  client: QueryClient,
  { postId, authorId }: { postId?: string | undefined; authorId?: string | null | undefined },
  folded: boolean,
): void {
  if (authorId)
    client.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, blocked: withId(session.blocked, authorId, folded) },
    );
  if (postId) patchMarks(client, postId, 'folded', folded);
}

/**
 * Returns the path of the list with the post's kind and keyword, otherwise of the keyword search, as for questions. Null in the
 * beta, or without the building's category.
 */
export function keywordPath(
  { buildingId, buildingCategory }: { buildingId: string; buildingCategory?: string },
  keyword: string,
  campus: Pick<Campus, 'keywords' | 'placeWord' | 'keywordCategories' | 'festivalKeywords' | 'edition'>,
): string | null {
  const search =
    campus.edition === 'official' ? `/search?${new URLSearchParams({ query: keyword }).toString()}` : null;
  if (buildingId === 'festival') {
    const filter = campus.festivalKeywords.indexOf(keyword) + 1;
    return filter ? `/board/festival?filter=${filter}` : search;
  }
  const number = campus.keywords.findIndex((word) => placeKeyword(word, campus.placeWord) === keyword) + 1;
  const category = campus.keywordCategories.find((entry) => entry.category === buildingCategory);
  // A list may lack the category until the post is loaded.
  if (buildingCategory === undefined) return null;
  return number && category && buildingId !== 'question' ? `/keyword/${number}/${category.id}` : search;
}
