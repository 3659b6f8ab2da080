/** Maximum of others' posts and replies in the offline cache, checked in one call [PH-10]. */
export const HELD_MAX = 1_000;
/** Maximum of cached replies of one post, the first ones. */
export const HELD_REPLIES_MAX = 50;
/**
 * Version of cached answers; others are ignored. First part: raised when storage changes; second: the schemas, checked by
 * a test.
 */
export const SHAPE = '1.1o9w1m3';

/** Prefix of `localStorage` keys for a closing page's content until cached. */
export const SHOWN = `shown ${SHAPE} `;

/** A server-rendered page, its JSON data, and its user. */
export interface ShownPage {
  userId: string;
  blocked?: string[] | undefined;
  page: string;
}
