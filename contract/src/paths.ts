/** Matches the first path segment of addresses that the server answers without a screen. */
export const SERVER_FOLDER = /^\/(?:EventImg|api|assets|campus|dev|health|images)(?=\/|$)/;

/** Pages that are no useful destination after signing in. */
const NOT_AFTER_LOGIN = new Set(['/', '/login', '/signup', '/sendPasswordResetEmail']);

/** Placeholder origin: URLs that keep it stay on the site. */
const OWN = 'http://own.invalid';

/** Returns the path of `?next=`; null if not of this site. Browsers also parse `//host`, `/\host` and control characters. */
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

/** Returns the login page that leads back to the given path. */
export function loginPath(wanted: string): string {
  return `/login?${new URLSearchParams({ next: wanted })}`;
}
