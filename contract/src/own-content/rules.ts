/** How often one post or reply may be edited in all. */
export const EDITS_MAX = 10;

/** An edit within this time after writing leaves no mark while nobody else has replied, in minutes. */
export const UNMARKED_MINUTES = 5;

/** How long the toast offers to undo a deletion, in seconds. */
export const UNDO_SECONDS = 10;

/** How much longer the server takes it: a tap in the last moment on a slow line. */
export const UNDO_GRACE_SECONDS = 20;

/** After so many days what was deleted is purged: nobody can bring it back. */
export const PURGE_AFTER_DAYS = 7;

/** Earlier versions are stored for so many days, for moderators only. */
export const REVISIONS_DAYS = 90;
