// Separate from the other rules: the first screen has the bell and loads nothing of search.

/** Highest number on the bell; the server counts one further, which is shown as `99+`. */
export const UNREAD_SHOWN_MAX = 99;

/** Returns the text of the bell: empty, a number, or `99+`. */
export function bellText(unread: number): string {
  if (unread <= 0) return '';
  return unread > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(unread);
}

/** Maximum posts that a student may follow. */
export const FOLLOWS_MAX = 500;
