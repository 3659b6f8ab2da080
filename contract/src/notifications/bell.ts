// Apart from the other rules: the bell stands on the first screen, which loads nothing of search.

/** The bell shows a number up to this one; the server counts one further, which is shown as `99+`. */
export const UNREAD_SHOWN_MAX = 99;

/** What the bell shows: nothing, a number, or `99+`. */
export function bellText(unread: number): string {
  if (unread <= 0) return '';
  return unread > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(unread);
}

/** So many posts a student may follow. */
export const FOLLOWS_MAX = 500;
