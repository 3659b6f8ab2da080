import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, drawFrames, expectTakenOver, scrollTop } from '../testing/reading.ts';
import { expectPath } from '../testing/screens.ts';

/** Session storage key of the scroll positions. */
const STORE = 'places:v1';

/** Loads the page as a new browser entry, not by a link of the app. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(cardLinks(page).first()).toBeVisible();
}

/** Scrolls by wheel, to a position the app records. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.mouse.move(195, 320);
  await page.mouse.wheel(0, top - (await scrollTop(page)));
  await expect.poll(() => scrollTop(page)).toBe(top);
}

function readKey(page: Page): Promise<string | undefined> {
  return page.evaluate(() => (window.history.state as { key?: string } | null)?.key);
}

test.use({ viewport: { width: 390, height: 500 } });

test('used tab: each full load has its own key, opens at the top and restores its position @full', async ({
  page,
  signIn,
}) => {
  await signIn();
  const keys = [];
  for (const [path, top] of [
    ['/board/question', 300],
    ['/board/new', 700],
    ['/board/question', 400],
  ] as const) {
    await load(page, path);
    // The app restores the scroll position during hydration.
    await expectTakenOver(page);
    await drawFrames(page);
    expect(await scrollTop(page)).toBe(0);
    keys.push(await readKey(page));
    await scrollTo(page, top);
  }
  expect(new Set(keys).size).toBe(3);
  expect(keys).not.toContain(undefined);

  await page.reload();
  await expect.poll(() => scrollTop(page)).toBe(400);
  await page.goBack();
  await expectPath(page, '/board/new');
  await expect.poll(() => scrollTop(page)).toBe(700);
  await page.goForward();
  await expectPath(page, '/board/question');
  await expect.poll(() => scrollTop(page)).toBe(400);

  await test.step('a page out of the browser’s own cache keeps what later pages of the tab remembered', async () => {
    // Leftovers of a later page, before the browser returns here without a load.
    await page.evaluate((store) => {
      sessionStorage.setItem(store, JSON.stringify([['later', { top: 900, pages: 2 }]]));
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, STORE);
    await page.goto('/board/question');
    const stored = await page.evaluate((store) => sessionStorage.getItem(store), STORE);
    const places = new Map(JSON.parse(stored ?? '[]') as [string, { top: number }][]);
    expect(places.get('later')?.top).toBe(900);
    expect([...places.values()].map(({ top }) => top)).toContain(400);
  });
});
