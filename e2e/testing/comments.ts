import { expect, type Locator, type Page } from '@playwright/test';
import type { User } from './makers.ts';

/** The comment part of a post's page. */
export const commentInput = (page: Page): Locator =>
  page.getByRole('textbox', { name: '댓글을 입력하세요', exact: true });
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: '보내기', exact: true });
export const likeButton = (page: Page): Locator => page.getByRole('button', { name: /^좋아요/ });

/** The comments on the screen. */
export const comments = (page: Page): Locator =>
  page.getByRole('region', { name: '댓글' }).getByRole('listitem');

/** Opens a post in several browsers and waits for so many comments in each. */
export async function openPost(browsers: readonly Page[], postId: string, count: number): Promise<void> {
  for (const browser of browsers) {
    await browser.goto(`/post/${postId}`);
    await expect(comments(browser)).toHaveCount(count);
  }
}

/** The comments on the screen, oldest first, are exactly these. */
export async function expectComments(page: Page, bodies: readonly string[]): Promise<void> {
  await expect(comments(page)).toHaveCount(bodies.length);
  for (const [index, body] of bodies.entries()) await expect(comments(page).nth(index)).toContainText(body);
}

/** What the server holds, by the API. */
export async function storedComments(user: User, postId: string): Promise<string[]> {
  const { replies } = await user.client.ask('GET /api/posts/{id}/replies', { path: { id: postId } });
  return replies.map(({ body }) => body);
}

/** The script that keeps what is sent runs: without a network it does not come. */
export async function expectOutbox(page: Page): Promise<void> {
  const script = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/outbox-parts'))?.name,
  );
  await page.evaluate((address) => import(`${address}`), await script.jsonValue());
}
