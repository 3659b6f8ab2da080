import type { Page, Request } from '@playwright/test';

/** The count of a screen view: every navigation sends one, and it changes nothing for anybody. */
export function isView(request: Request): boolean {
  return new URL(request.url()).pathname === '/api/views';
}

/** The question which of the posts on the phone are gone, sent when its part of the app starts. */
const asksGone = (request: Request) => new URL(request.url()).pathname === '/api/device/gone';

/** Counts the calls that change something: a form with a fault must make none. */
export function countWrites(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !isView(request) && !asksGone(request)) count += 1;
  });
  return () => count;
}
