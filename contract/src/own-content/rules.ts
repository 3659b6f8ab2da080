export const EDITS_MAX = 10;

/** Minutes within which an edit is unmarked, unless another user replied. */
export const UNMARKED_MINUTES = 5;

/** Seconds that the toast offers to undo a deletion. */
export const UNDO_SECONDS = 10;

/** Extra seconds that the server accepts, for slow connections. */
export const UNDO_GRACE_SECONDS = 20;

/** Days until deleted content is purged and cannot be restored. */
export const PURGE_AFTER_DAYS = 7;

/** Days that earlier versions are stored, for moderators only. */
export const REVISIONS_DAYS = 90;
