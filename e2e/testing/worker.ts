import { expect, type Page } from '@playwright/test';
import { expectHome } from './screens.ts';

/** Waits until the worker is there, has what it keeps, and follows this page. */
export async function expectWorker(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 40_000 })
    .toBe('activated');
}

/** Opens home, and waits until the worker follows it. */
export async function openByWorker(page: Page): Promise<void> {
  await page.goto('/');
  await expectHome(page);
  await expectWorker(page);
}

/** Says whether the page was loaded again since. */
export async function markLoad(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { sameLoad: true }));
  // A page on its way to another load answers nothing.
  return () => page.evaluate(() => !('sameLoad' in window)).catch(() => true);
}

/** What the phone keeps, by the names of the caches; the addresses without what marks their build. */
export function readCaches(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const found: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys();
      found[name] = keys.map(({ url }) => new URL(url).pathname);
    }
    return found;
  });
}

/** A network that asks for a login answers so; a proxy whose server is gone with 503. */
export const foreignPage = (status: number, text: string) => ({
  status,
  body: `<!doctype html><title>other</title><p>${text}</p>`,
});
