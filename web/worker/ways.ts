/** What is done with a request: `leave` is the browser's own way. */
type Way = 'leave' | 'page' | 'file' | 'picture';

/** First segments of what is no screen, as the server knows them. */
const NO_SCREEN = /^\/(?:api|images|EventImg|campus|assets|dev|health|metrics|shell)(?:\/|$)/;

/** The way of a request. Pages go by here only to be replaced where nothing of ours answers; no answer of the API does. */
export function wayOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, site: string): Way {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== site) return 'leave';
  if (mode === 'navigate') return NO_SCREEN.test(pathname) || pathname.includes('.') ? 'leave' : 'page';
  if (pathname.startsWith('/assets/')) return 'file';
  return pathname.startsWith('/campus/') ? 'picture' : 'leave';
}

/** What a network in between answers has no policy like this; each page and file of every version of ours has. */
export function isOurs({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.get('content-security-policy')?.startsWith("default-src 'none'") ?? false;
}

/**
 * Whether the answer to a navigation is shown as it came: not what a proxy says in the server's place, nor the page of a network
 * that asks for a login. Where that network leads to its page by a redirect, or the answer is no page, it is.
 */
export function isShown(answer: Pick<Response, 'headers' | 'status' | 'type'>): boolean {
  if (answer.type === 'opaqueredirect') return true;
  if (answer.status >= 500) return false;
  return isOurs(answer) || !answer.headers.get('content-type')?.includes('html');
}

/** A navigation may not be answered with what came by a redirect. */
export function unredirected(answer: Response): Response {
  const { redirected, body, status, statusText, headers } = answer;
  return redirected ? new Response(body, { status, statusText, headers }) : answer;
}

/** What comes within the time; null where nothing does, or it fails. What comes later is dropped. */
export function inTime<Value>(coming: Promise<Value>, milliseconds: number): Promise<Value | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, null);
    coming.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}
