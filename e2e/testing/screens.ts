import { expect, type Locator, type Page } from '@playwright/test';

/** Expects a toast. Failures within a page are alerts too, so the text identifies it. */
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

/** Expects home, identified by its six board tiles. */
export async function expectHome(page: Page): Promise<void> {
  await expectPath(page, '/');
  await expect(page.getByRole('main').getByRole('link', { name: '질문 게시판' })).toBeVisible();
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('이메일', { exact: true }).fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
}

/** Returns the post titles of a list. */
export function cardTitles(page: Page): Locator {
  return page.getByRole('article').getByRole('heading');
}

/** Returns the back arrow of pages outside the tabs. */
export function backArrow(page: Page): Locator {
  return page.getByRole('button', { name: '뒤로' });
}

export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Returns the horizontal scroll range in pixels. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    return Math.max(root.scrollWidth - root.clientWidth, document.body.scrollWidth - root.clientWidth);
  });
}

/** Expects no skeletons; one may stay behind an open dialog. */
export async function expectLoaded(page: Page): Promise<void> {
  const asked = page.getByRole('dialog');
  // An empty live region is not loading.
  const loading = page.getByRole('main').getByRole('status').filter({ hasText: /./ });
  await expect(async () => {
    if (!(await asked.isVisible())) await expect(loading).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
}

/** Expects `right` to the right of `left`, at about the same height. */
export async function expectBeside(left: Locator, right: Locator): Promise<void> {
  await expect(left).toBeVisible();
  await expect(right).toBeVisible();
  const [first, second] = [await left.boundingBox(), await right.boundingBox()];
  expect(second?.x ?? 0).toBeGreaterThanOrEqual((first?.x ?? 0) + (first?.width ?? 0));
  expect(Math.abs((second?.y ?? 0) - (first?.y ?? 0))).toBeLessThan(120);
}
