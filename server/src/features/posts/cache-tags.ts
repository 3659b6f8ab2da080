// What cached answers with posts in them depend on, and so what a write invalidates. An answer depends on every post it
// shows, and on what decides which posts it shows.
import type { Hot } from '@madang/contract/posts/schema';
import type { JsonPage } from '../../platform/database/json-rows.ts';

/** A post's text, picture and counts. */
export const postTag = (postId: string) => `post:${postId}`;

/** The posts that a page of cards shows: a row's place ends with, or goes on after, its post's id. */
export function tagsOfPage({ places }: JsonPage): string[] {
  return places.map((place) => postTag(place.split(' ', 2)[1] ?? ''));
}

/** The posts that a page of popular posts shows; its places hold the entries' ids instead. */
export function tagsOfHots({ items }: Pick<JsonPage, 'items'>): string[] {
  return (JSON.parse(`[${items}]`) as Hot[]).map(({ postId }) => postTag(postId));
}

/** Which posts stand on a board. */
export const boardTag = (buildingId: string) => `board:${buildingId}`;

/** Which posts of a board have the most likes. */
export const popularTag = (buildingId: string) => `popular:${buildingId}`;

/** Which posts are the newest of all boards. */
export const LATEST_TAG = 'latest';

/** Which posts carry keywords. */
export const KEYWORDS_TAG = 'keywords';

/** Which questions are solved. */
export const SOLVED_TAG = 'solved';

/** Which posts are popular over all boards. */
export const HOTS_TAG = 'hots';

/** What a new post on this board changes. */
export function tagsOfNewPost(buildingId: string): string[] {
  return [boardTag(buildingId), popularTag(buildingId), LATEST_TAG, KEYWORDS_TAG];
}

/** What a like changes; `hot` when the post has enough of them to be in the popular list. */
export function tagsOfLike(postId: string, buildingId: string, hot: boolean): string[] {
  return [postTag(postId), popularTag(buildingId), ...(hot ? [HOTS_TAG] : [])];
}
