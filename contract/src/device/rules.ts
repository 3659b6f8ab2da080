/** So many posts and replies of others a phone holds at most: it asks for all of them in one call [PH-10]. */
export const HELD_MAX = 1_000;
/** So many replies of one post: the first ones. */
export const HELD_REPLIES_MAX = 50;
/**
 * The version of the answers that phones keep: what an app of another shape stored is never read. The first part is raised by
 * hand where what is stored of an answer changes; the second follows their schemas, and a test says it.
 */
export const SHAPE = '1.z8qc3e';

/** Begins the keys of `localStorage` below which a page saves what it showed, when it is left before that is stored. */
export const SHOWN = `shown ${SHAPE} `;

/** A page that the server rendered, with its data as JSON and the user it was sent to. */
export interface ShownPage {
  userId: string;
  blocked?: string[] | undefined;
  page: string;
}
