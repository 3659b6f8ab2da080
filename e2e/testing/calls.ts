import type { Page, Request } from '@playwright/test';

/** The count of a screen view: every navigation sends one, and it changes nothing for anybody. */
export function isView(request: Request): boolean {
  return new URL(request.url()).pathname === '/api/views';
}

/** Counts the calls that change something: a form with a fault must make none. */
export function countWrites(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += request.method() === 'GET' || isView(request) ? 0 : 1));
  return () => count;
}
