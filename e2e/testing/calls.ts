import type { Page, Request } from '@playwright/test';

/** Whether the request counts a screen view: every navigation sends one. */
export function isView(request: Request): boolean {
  return new URL(request.url()).pathname === '/api/views';
}

/** Whether the request asks which stored posts are deleted; sent when that script starts. */
const asksGone = (request: Request) => new URL(request.url()).pathname === '/api/device/gone';

/** Counts write requests: an invalid form must send none. */
export function countWrites(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !isView(request) && !asksGone(request)) count += 1;
  });
  return () => count;
}
