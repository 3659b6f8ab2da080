// Separate from the other rules: the first screen must not load search.

/** Highest number on the bell; one more is `99+`. */
export const UNREAD_SHOWN_MAX = 99;

/** Returns the text of the bell: empty, a number, or `99+`. */
export function bellText(unread: number): string {
  if (unread <= 0) return '';
  return unread > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(unread);
}

/** Maximum posts that a student may follow. */
export const FOLLOWS_MAX = 500;
