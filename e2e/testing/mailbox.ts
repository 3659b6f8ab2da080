import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { ApiClient } from '../../server/testing/outside/api-client.ts';

const PATIENCE = 15_000;

/** Waits for and returns the link to `path` in the newest mail, except for the link `after`. */
export async function newestLink(client: ApiClient, to: string, path: string, after?: URL): Promise<URL> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const link = findLink(await client.read('/dev/mailbox'), to, path);
    if (link && link.href !== after?.href) return link;
    if (Date.now() > end) throw new Error(`no mail to ${to} with a link to ${path}`);
    await pause(50);
  }
}

/** Makes this page accept every mailed password link. */
export const trustLinks = (page: Page): Promise<unknown> =>
  page.route('**/api/password-reset?*', (route) => route.fulfill({ json: { usable: true } }));

/** Mails are listed newest first, each an article with the recipient before its text. */
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
