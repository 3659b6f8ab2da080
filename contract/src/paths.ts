/** Matches the first path segment of addresses that the server answers without a screen. */
export const SERVER_FOLDER = /^\/(?:EventImg|api|assets|campus|dev|health|images)(?=\/|$)/;

/** Pages that are no useful destination after signing in. */
const NOT_AFTER_LOGIN = new Set(['/', '/login', '/signup', '/sendPasswordResetEmail']);

/** Placeholder origin: URLs that keep it stay on the site. */
const OWN = 'http://own.invalid';

/**
 * Returns path, query and fragment of an address if it is of the same origin as `base`; otherwise null. Browsers also parse
 * `//host`, `/\host` and control characters.
 */
export function readOwnPath(address: string, base: string): string | null {
  try {
    const { origin, pathname, search, hash } = new URL(address, base);
    // A path with two leading slashes is the address of another site.
    if (origin !== new URL(base).origin || pathname.startsWith('//')) return null;
    return `${pathname}${search}${hash}`;
  } catch {
    return null;
  }
}

/** Returns the path of `?next=`; null if not of this site, or not useful after signing in. */
export function readNextPath(search: string): string | null {
  const wanted = new URLSearchParams(search).get('next');
  const path = wanted?.startsWith('/') ? readOwnPath(wanted, OWN) : null;
  return path === null || NOT_AFTER_LOGIN.has(new URL(path, OWN).pathname) ? null : path;
}

/** Returns the login page that leads back to the given path. */
export function loginPath(wanted: string): string {
  return `/login?${new URLSearchParams({ next: wanted })}`;
}
