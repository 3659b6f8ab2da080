import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { ApiClient } from '../../server/testing/outside/api-client.ts';

const PATIENCE = 15_000;

/**
 * The link to `path` in the newest mail to the address, as the built-in mailbox shows it, waiting until one
 * has gone out. With `after`, the mail that held that link does not count.
 */
export async function newestLink(client: ApiClient, to: string, path: string, after?: URL): Promise<URL> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const link = findLink(await client.read('/dev/mailbox'), to, path);
    if (link && link.href !== after?.href) return link;
    if (Date.now() > end) throw new Error(`no mail to ${to} with a link to ${path}`);
    await pause(50);
  }
}

/** To this page every mailed link for a new password is a good one. */
export const trustLinks = (page: Page): Promise<unknown> =>
  page.route('**/api/password-reset?*', (route) => route.fulfill({ json: { usable: true } }));

/** Mails stand newest first, each an article with its recipient before its text. */
function findLink(page: string, to: string, path: string): URL | undefined {
  for (const article of page.split('<article').slice(1)) {
    if (!article.includes(`>${to} ·`)) continue;
    for (const [, address = ''] of article.matchAll(/<a href="([^"]+)"/g)) {
      const link = new URL(address.replaceAll('&amp;', '&'));
      if (link.pathname === path) return link;
    }
  }
  return undefined;
}
