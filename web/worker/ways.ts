import { SERVER_FOLDER } from '@madang/contract/paths';

/** Handling of a request; `leave` leaves it to the browser. */
type Way = 'leave' | 'page' | 'file' | 'picture';

/** Further addresses without a screen: numbers of operators, and the worker's own page. */
const NO_SCREEN = new Set(['/metrics', '/shell']);

/** Returns the handling of a request. Pages get a fallback only if our server fails, API answers never. */
export function wayOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, site: string): Way {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== site) return 'leave';
  if (mode === 'navigate') {
    const isScreen = !SERVER_FOLDER.test(pathname) && !NO_SCREEN.has(pathname) && !pathname.includes('.');
    return isScreen ? 'page' : 'leave';
  }
  if (pathname.startsWith('/assets/')) return 'file';
  return pathname.startsWith('/campus/') ? 'picture' : 'leave';
}

/** Whether our server answered: only its pages and files have this policy. */
export function isOurs({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.get('content-security-policy')?.startsWith("default-src 'none'") ?? false;
}

/**
 * Whether a navigation's answer is shown: no proxy errors or captive portal pages, but redirects and non-page answers.
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

/** Returns the value if it resolves in time; null if late or failed. */
export function inTime<Value>(coming: Promise<Value>, milliseconds: number): Promise<Value | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, null);
    coming.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}
