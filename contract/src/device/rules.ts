/** So many posts and replies of others a phone holds at most: it asks for all of them in one call [PH-10]. */
export const HELD_MAX = 1_000;
/** So many replies of one post: the first ones. */
export const HELD_REPLIES_MAX = 50;
/**
 * The version of the answers that phones keep: what an app of another shape stored is never read. The first part is raised by
 * hand where what is stored of an answer changes; the second follows their schemas, and a test says it.
 */
export const SHAPE = '1.1emmkzx';
