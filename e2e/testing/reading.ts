import { expect, type Locator, type Page } from '@playwright/test';
import type { Post } from '@madang/contract/posts/schema';
import type { Makers, User } from './makers.ts';
import { backArrow, escapePattern, expectPath } from './screens.ts';

/** Likes after which a post becomes popular automatically. */
export const HOT_THRESHOLD = 10;

/** Parts of the frame around a page. */
export const header = (page: Page): Locator => page.getByRole('banner');
/** Link to the inbox, on home and my page. */
export const bell = (page: Page): Locator => header(page).getByRole('link', { name: /^알림/ });
export const tabBar = (page: Page): Locator => page.getByRole('navigation');
export const writeButton = (page: Page): Locator => page.getByRole('link', { name: '글쓰기', exact: true });

/** Returns the card links of a list: posts, popular posts, events or notices. */
export function cardLinks(page: Page): Locator {
  return page.getByRole('main').locator('h2 a');
}

/** Returns the screen's name, visible or not. */
export function screenName(page: Page): Locator {
  return page.getByRole('heading', { level: 1 });
}

export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

/** Waits for the end of hydration. */
export const expectTakenOver = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => 'early' in window)).toBe(false);

/** Waits two frames: an event's changes are then laid out. */
export const drawFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Returns the state of the last navigation. */
export function navigationState(page: Page): Promise<unknown> {
  return page.evaluate(() => (window.history.state as { usr?: unknown } | null)?.usr ?? null);
}

/** Expects the browser to have decoded the picture. */
export async function expectDecoded(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

/** Creates enough students to make a post popular. */
export async function makeFans(makers: Makers, count = HOT_THRESHOLD): Promise<User[]> {
  const fans = [];
  while (fans.length < count) fans.push(await makers.user({ right: false }));
  return fans;
}

/** Makes a post popular. */
export async function promote(makers: Makers, fans: readonly User[], post: Post): Promise<void> {
  for (const fan of fans) await makers.like(fan, post.id);
}

/** Returns the top of a card once it stops moving. */
async function settledTop(card: Locator): Promise<number> {
  let before = Number.NaN;
  await expect(async () => {
    const box = await card.boundingBox();
    const moved = Math.abs((box?.y ?? Number.NaN) - before);
    before = box?.y ?? Number.NaN;
    expect(moved).toBeLessThan(0.5);
  }).toPass({ intervals: [150] });
  return before;
}

/** Scrolls like a user until the list has `count` cards. */
export async function loadCards(page: Page, count: number): Promise<void> {
  await page.mouse.move(195, 320);
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    expect(await cardLinks(page).count()).toBeGreaterThanOrEqual(count);
  }).toPass({ timeout: 30_000, intervals: [100] });
}

/** Expects the card at the same position, and at least as many cards as before. */
async function expectSamePlace(page: Page, title: string, top: number, count: number): Promise<void> {
  const card = page.getByRole('main').locator('h2 a', { hasText: new RegExp(`^${escapePattern(title)}$`) });
  await expect(async () => {
    expect(await cardLinks(page).count()).toBeGreaterThanOrEqual(count);
    const box = await card.first().boundingBox();
    expect(Math.abs((box?.y ?? -10_000) - top)).toBeLessThan(3);
  }).toPass({ timeout: 20_000 });
  expect(Math.abs((await settledTop(card.first())) - top)).toBeLessThan(3);
}

/**
 * Opens a card and returns to the same position, by the arrow, then by the browser after a reload. Expects `count` cards again.
 */
export async function expectReturns(page: Page, path: string, card: Locator, count: number): Promise<void> {
  await card.evaluate((link) => link.scrollIntoView({ block: 'center' }));
  const top = await settledTop(card);
  const title = (await card.textContent()) ?? '';
  expect(await scrollTop(page)).toBeGreaterThan(200);
  await card.click();
  await expect(screenName(page)).toHaveText(title);
  await expect.poll(() => scrollTop(page)).toBe(0);
  await backArrow(page).click();
  await expectPath(page, path);
  await expectSamePlace(page, title, top, count);
  await page.reload();
  await expectSamePlace(page, title, top, count);
  await card.click();
  await expect(screenName(page)).toHaveText(title);
  await page.reload();
  await expect(screenName(page)).toHaveText(title);
  await page.goBack();
  await expectPath(page, path);
  await expectSamePlace(page, title, top, count);
}
