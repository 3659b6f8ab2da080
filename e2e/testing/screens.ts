import { expect, type Locator, type Page } from '@playwright/test';

/** The one surface of all alerts: a toast. Failures within a page are alerts too, so it is found by its text. */
export async function expectAlert(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
}

export async function expectPath(page: Page, path: string | RegExp): Promise<void> {
  await expect(page).toHaveURL((url) =>
    typeof path === 'string' ? url.pathname + url.search === path : path.test(url.pathname + url.search),
  );
}

export async function expectLoginScreen(page: Page): Promise<void> {
  await expect(page.getByLabel('이메일', { exact: true })).toBeVisible();
  await expect(page.getByLabel('비밀번호', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeVisible();
}

/** Home is where the six board tiles are. */
export async function expectHome(page: Page): Promise<void> {
  await expectPath(page, '/');
  await expect(page.getByRole('main').getByRole('link', { name: '질문 게시판' })).toBeVisible();
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('이메일', { exact: true }).fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
}

/** The titles of the posts in a list. */
export function cardTitles(page: Page): Locator {
  return page.getByRole('article').getByRole('heading');
}

/** The arrow on every page that is no tab. */
export function backArrow(page: Page): Locator {
  return page.getByRole('button', { name: '뒤로' });
}

export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** How far the page can be scrolled sideways, in pixels. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    return Math.max(root.scrollWidth - root.clientWidth, document.body.scrollWidth - root.clientWidth);
  });
}

/** No skeleton is left in the page; behind a question that must be answered first, one may stay. */
export async function expectLoaded(page: Page): Promise<void> {
  const asked = page.getByRole('dialog');
  // A region that will say something later is empty.
  const loading = page.getByRole('main').getByRole('status').filter({ hasText: /./ });
  await expect(async () => {
    if (!(await asked.isVisible())) await expect(loading).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
}

/** The right one stands to the right of the left one, at about the same height. */
export async function expectBeside(left: Locator, right: Locator): Promise<void> {
  await expect(left).toBeVisible();
  await expect(right).toBeVisible();
  const [first, second] = [await left.boundingBox(), await right.boundingBox()];
  expect(second?.x ?? 0).toBeGreaterThanOrEqual((first?.x ?? 0) + (first?.width ?? 0));
  expect(Math.abs((second?.y ?? 0) - (first?.y ?? 0))).toBeLessThan(120);
}
