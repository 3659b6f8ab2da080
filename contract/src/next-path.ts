/** Pages that make no sense as a place to land on after signing in. */
const NOT_AFTER_LOGIN = new Set(['/', '/login', '/signup', '/sendPasswordResetEmail']);

/** Stands for this very site: what keeps to it stays on any. */
const OWN = 'http://own.invalid';

/**
 * The wanted path of a `?next=`, or null unless it is a page of this very site: the address bar is anybody's
 * to write, and browsers read `//host`, `/\host` and control characters in ways a prefix test does not see.
 */
export function readNextPath(search: string): string | null {
  const wanted = new URLSearchParams(search).get('next');
  if (!wanted?.startsWith('/')) return null;
  try {
    const url = new URL(wanted, OWN);
    if (url.origin !== OWN || url.pathname.startsWith('//') || NOT_AFTER_LOGIN.has(url.pathname)) return null;
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return null;
  }
}

/** The login page that leads back to the given path. */
export function loginPath(wanted: string): string {
  return `/login?${new URLSearchParams({ next: wanted })}`;
}
