/** Maximum of other users' posts and replies in the offline cache, checked in one call [PH-10]. */
export const HELD_MAX = 1_000;
/** Maximum of cached replies of one post, the first ones. */
export const HELD_REPLIES_MAX = 50;
/**
 * Version of cached answers; others are ignored. The first part is raised by hand when the storage format changes; the
 * second is derived from the schemas, checked by a test.
 */
export const SHAPE = '1.z8qc3e';

/** Prefix of the `localStorage` keys for the content of a closing page until it is cached. */
export const SHOWN = `shown ${SHAPE} `;

/** A server-rendered page, with its data as JSON and the user it was sent to. */
export interface ShownPage {
  userId: string;
  blocked?: string[] | undefined;
  page: string;
}
