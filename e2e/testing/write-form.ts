import { expect, type Locator, type Page } from '@playwright/test';
import type { User } from './makers.ts';
import { expectPath } from './screens.ts';

/** Fields of the write form. */
export const title = (page: Page): Locator => page.getByLabel('제목', { exact: true });
export const body = (page: Page): Locator => page.getByLabel('내용', { exact: true });
export const submit = (page: Page): Locator => page.getByRole('button', { name: '등록', exact: true });
export const keywordButton = (page: Page): Locator => page.getByRole('button', { name: /키워드 선택/ });
/** Returns the preview of the attached picture. */
export const preview = (page: Page): Locator => page.getByRole('main').locator('img[src^="blob:"]');

/** Opens the form by a board's write button. */
export async function openWrite(page: Page, board: string): Promise<void> {
  await page.goto(board);
  await page.getByRole('link', { name: '글쓰기' }).click();
  await expectPath(page, '/write');
  // The address changes before the screen.
  await expect(page.locator('h1', { hasText: '글쓰기' })).toBeAttached();
}

export function attach(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  return page.getByLabel('이미지 첨부').setInputFiles({ name, mimeType, buffer });
}

/** Expects the browser to have decoded the attached picture. */
export async function expectPreview(page: Page): Promise<void> {
  await expect.poll(() => preview(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
}

/** Expects the typed text to be still in the fields. */
export async function expectText(page: Page, typed: { title: string; body: string }): Promise<void> {
  await expectPath(page, '/write');
  await expect(title(page)).toHaveValue(typed.title);
  await expect(body(page)).toHaveValue(typed.body);
}

/** Returns the board's titles from the API, newest first. */
export async function titlesOn(user: User, buildingId: string): Promise<string[]> {
  const { posts } = await user.client.ask('GET /api/buildings/{buildingId}/posts', {
    path: { buildingId },
    query: {},
  });
  return posts.map((post) => post.title);
}
