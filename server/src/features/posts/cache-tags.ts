// Cache tags of answers with posts: each shown post, and their selection.
import type { Hot } from '@madang/contract/posts/schema';
import type { JsonPage } from '../../database/json-rows.ts';

/** Tag of a post's text, picture and counts. */
export const postTag = (postId: string) => `post:${postId}`;

/** Returns the tags of a page; cursors contain the post's id second. */
export function tagsOfPage({ places }: JsonPage): string[] {
  return places.map((place) => postTag(place.split(' ', 2)[1] ?? ''));
}

/** Returns a popular page's tags; its cursors contain entry ids. */
export function tagsOfHots({ items }: Pick<JsonPage, 'items'>): string[] {
  return (JSON.parse(`[${items}]`) as Hot[]).map(({ postId }) => postTag(postId));
}

/** Tag of the posts on a board. */
export const boardTag = (buildingId: string) => `board:${buildingId}`;

/** Tag of the most liked posts on a board. */
export const popularTag = (buildingId: string) => `popular:${buildingId}`;

/** Tag of the newest posts of all boards. */
export const LATEST_TAG = 'latest';

export const KEYWORDS_TAG = 'keywords';

export const SOLVED_TAG = 'solved';

/** Tag of the popular posts of all boards. */
export const HOTS_TAG = 'hots';

/** Returns the tags that a new post on this board invalidates. */
export function tagsOfNewPost(buildingId: string): string[] {
  return [boardTag(buildingId), popularTag(buildingId), LATEST_TAG, KEYWORDS_TAG];
}

/** Returns tags that a like invalidates; `hot`: the popular list too. */
export function tagsOfLike(postId: string, buildingId: string, hot: boolean): string[] {
  return [postTag(postId), popularTag(buildingId), ...(hot ? [HOTS_TAG] : [])];
}
