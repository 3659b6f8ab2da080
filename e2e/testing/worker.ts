import { expect, type Page } from '@playwright/test';
import { expectHome } from './screens.ts';

/** Waits until the worker is installed, has its caches and controls this page. */
export async function expectWorker(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 40_000 })
    .toBe('activated');
}

/** Opens home and waits until the worker controls it. */
export async function openByWorker(page: Page): Promise<void> {
  await page.goto('/');
  await expectHome(page);
  await expectWorker(page);
}

/** Returns a function that checks whether the page was reloaded since. */
export async function markLoad(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { sameLoad: true }));
  // A page during a load cannot answer.
  return () => page.evaluate(() => !('sameLoad' in window)).catch(() => true);
}

/** Returns the cached addresses by cache name, without build hashes. */
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

/** Response of a captive portal, or with 503 of a proxy without its server. */
export const foreignPage = (status: number, text: string) => ({
  status,
  body: `<!doctype html><title>other</title><p>${text}</p>`,
});
