/** Handling of a request; `leave` leaves it to the browser. */
type Way = 'leave' | 'page' | 'file' | 'picture';

/** First path segments that are no screens, as on the server. */
const NO_SCREEN = /^\/(?:api|images|EventImg|campus|assets|dev|health|metrics|shell)(?:\/|$)/;

/**
 * Returns the handling of a request. Pages are handled only for a fallback when our server does not answer; API answers never
 * are.
 */
export function wayOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, site: string): Way {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== site) return 'leave';
  if (mode === 'navigate') return NO_SCREEN.test(pathname) || pathname.includes('.') ? 'leave' : 'page';
  if (pathname.startsWith('/assets/')) return 'file';
  return pathname.startsWith('/campus/') ? 'picture' : 'leave';
}

/** Whether the answer is from our server: a network in between sends no such policy, and every page and file of ours does. */
export function isOurs({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.get('content-security-policy')?.startsWith("default-src 'none'") ?? false;
}

/**
 * Whether the answer to a navigation is shown unchanged: not a proxy's error, nor a captive portal's page. A redirect, also one
 * to a portal, and answers that are no page are shown.
 */
export function isShown(answer: Pick<Response, 'headers' | 'status' | 'type'>): boolean {
  if (answer.type === 'opaqueredirect') return true;
  if (answer.status >= 500) return false;
  return isOurs(answer) || !answer.headers.get('content-type')?.includes('html');
}

/** Returns the answer without its redirect mark: a navigation rejects a redirected one. */
export function unredirected(answer: Response): Response {
  const { redirected, body, status, statusText, headers } = answer;
  return redirected ? new Response(body, { status, statusText, headers }) : answer;
}

/** Returns the value if it resolves in time; null if it is late or fails. A late value is dropped. */
export function inTime<Value>(coming: Promise<Value>, milliseconds: number): Promise<Value | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, null);
    coming.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}
