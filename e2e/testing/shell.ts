import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const built = fileURLToPath(new URL('../../web/dist', import.meta.url));
const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };

/** Cuts the page's network and serves the offline cache: the page without a user, and the build's files. */
export async function loseNetwork(page: Page): Promise<void> {
  const answer = await page.request.get('/login', { headers: { cookie: '' } });
  const drawn = await answer.text();
  const shell = drawn
    .replace(/(<div id="root">)[\s\S]*?(<script type="application\/json" id="shared">)/, '$1</div>$2')
    .replace(/(id="shared">)[\s\S]*?<\/script>/, '$1{"shell":true,"scripts":[]}</script>')
    .replace(/(id="own">)[\s\S]*?<\/script>/, '$1{}</script>');
  const { 'content-security-policy': policy = '' } = answer.headers();
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.isNavigationRequest())
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': policy },
        body: shell,
      });
    if (!pathname.startsWith('/assets/')) return route.abort('internetdisconnected');
    const contentType = TYPES[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return route.fulfill({ contentType, body: await readFile(`${built}${pathname}`) });
  });
  await page.context().setOffline(true);
}

/** Restores the network. */
export async function regainNetwork(page: Page): Promise<void> {
  // A file's answer may still be pending.
  await page.unrouteAll({ behavior: 'wait' });
  await page.context().setOffline(false);
}

/** Returns the cached reads on the phone as one text. */
export const readKept = (page: Page, store: 'reads' | 'campus' = 'reads'): Promise<string> =>
  page.evaluate(
    (name) =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('device');
        // The database is missing, and a test must not create it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve('[]');
        opening.onsuccess = () => {
          const all = opening.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
          all.onerror = () => reject(new Error('unread'));
        };
      }),
    store,
  );
