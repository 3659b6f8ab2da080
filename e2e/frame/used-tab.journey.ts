import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, drawFrames, expectTakenOver, scrollTop } from '../testing/reading.ts';
import { expectPath } from '../testing/screens.ts';

/** What the tab keeps from page to page. */
const STORE = 'places:v1';

/** The browser made this entry: a load that no link of the app led to. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(cardLinks(page).first()).toBeVisible();
}

/** Scrolls as a student does, and to a place that is known to the app. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.mouse.move(195, 320);
  await page.mouse.wheel(0, top - (await scrollTop(page)));
  await expect.poll(() => scrollTop(page)).toBe(top);
}

function readKey(page: Page): Promise<string | undefined> {
  return page.evaluate(() => (window.history.state as { key?: string } | null)?.key);
}

test.describe('a tab used before', () => {
  test.use({ viewport: { width: 390, height: 500 } });

  test('every full load has a key of its own and opens at its top', async ({ page, signIn }) => {
    await signIn();
    const keys = [];
    for (const path of ['/board/new', '/board/question', '/board/new']) {
      await load(page, path);
      // The app scrolls when it takes the page over.
      await expectTakenOver(page);
      await drawFrames(page);
      expect(await scrollTop(page)).toBe(0);
      keys.push(await readKey(page));
      await scrollTo(page, 400);
    }
    expect(new Set(keys).size).toBe(3);
    expect(keys).not.toContain(undefined);
  });

  test('each of these loads is found again where it was left, by reload, back and forward', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await load(page, '/board/new');
    await scrollTo(page, 700);
    await load(page, '/board/question');
    await scrollTo(page, 300);
    await page.reload();
    await expect.poll(() => scrollTop(page)).toBe(300);
    await page.goBack();
    await expectPath(page, '/board/new');
    await expect.poll(() => scrollTop(page)).toBe(700);
    await page.goForward();
    await expectPath(page, '/board/question');
    await expect.poll(() => scrollTop(page)).toBe(300);
  });

  test('a page out of the browser’s own cache keeps what later pages of the tab remembered', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await load(page, '/board/new');
    await scrollTo(page, 200);
    // What a page loaded after this one left behind, before the browser came back here without loading again.
    await page.evaluate((store) => {
      sessionStorage.setItem(store, JSON.stringify([['later', { top: 900, pages: 2 }]]));
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, STORE);
    await page.goto('/board/question');
    const stored = await page.evaluate((store) => sessionStorage.getItem(store), STORE);
    const places = new Map(JSON.parse(stored ?? '[]') as [string, { top: number }][]);
    expect(places.get('later')?.top).toBe(900);
    expect([...places.values()].map(({ top }) => top)).toContain(200);
  });
});
