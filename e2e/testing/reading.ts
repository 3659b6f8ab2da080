import { expect, type Locator, type Page } from '@playwright/test';
import type { Post } from '@madang/contract/posts/schema';
import type { Makers, User } from './makers.ts';

/** Likes at which a post becomes hot by itself. */
export const HOT_THRESHOLD = 10;

/** What stands around a page, by its path. */
export const header = (page: Page): Locator => page.getByRole('banner');
/** The way to the inbox, on home and my page. */
export const bell = (page: Page): Locator => header(page).getByRole('link', { name: /^알림/ });
export const tabBar = (page: Page): Locator => page.getByRole('navigation');
export const writeButton = (page: Page): Locator => page.getByRole('link', { name: '글쓰기', exact: true });

/** The titles of a list's cards, which are their links: posts, popular posts, events and notices alike. */
export function cardLinks(page: Page): Locator {
  return page.getByRole('main').locator('h2 a');
}

/** The name of the screen, shown or not. */
export function screenName(page: Page): Locator {
  return page.getByRole('heading', { level: 1 });
}

export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

/** Waits until the app has taken over the page that the server rendered. */
export const expectTakenOver = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => 'early' in window)).toBe(false);

/** Waits until two frames are drawn: what an event changes is laid out by then. */
export const drawFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** What the last navigation carried along. */
export function navigationState(page: Page): Promise<unknown> {
  return page.evaluate(() => (window.history.state as { usr?: unknown } | null)?.usr ?? null);
}

/** A picture that the browser could read. */
export async function expectDecoded(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

/** As many students as it takes to make a post popular. */
export async function makeFans(makers: Makers, count = HOT_THRESHOLD): Promise<User[]> {
  const fans = [];
  while (fans.length < count) fans.push(await makers.user({ right: false }));
  return fans;
}

/** Makes a post popular, and so a hot one. */
export async function promote(makers: Makers, fans: readonly User[], post: Post): Promise<void> {
  for (const fan of fans) await makers.like(fan, post.id);
}
