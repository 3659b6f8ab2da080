import { expect, type Locator, type Page } from '@playwright/test';
import type { User } from './makers.ts';

export const commentInput = (page: Page): Locator =>
  page.getByRole('textbox', { name: '댓글을 입력하세요', exact: true });
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: '보내기', exact: true });
export const likeButton = (page: Page): Locator => page.getByRole('button', { name: /^좋아요/ });

export const comments = (page: Page): Locator =>
  page.getByRole('region', { name: '댓글' }).getByRole('listitem');

/** Opens a post in several browsers and waits for `count` comments in each. */
export async function openPost(browsers: readonly Page[], postId: string, count: number): Promise<void> {
  for (const browser of browsers) {
    await browser.goto(`/post/${postId}`);
    await expect(comments(browser)).toHaveCount(count);
  }
}

/** Expects exactly these comments, oldest first. */
export async function expectComments(page: Page, bodies: readonly string[]): Promise<void> {
  await expect(comments(page)).toHaveCount(bodies.length);
  for (const [index, body] of bodies.entries()) await expect(comments(page).nth(index)).toContainText(body);
}

/** Returns the stored comments from the API. */
export async function storedComments(user: User, postId: string): Promise<string[]> {
  const { replies } = await user.client.ask('GET /api/posts/{id}/replies', { path: { id: postId } });
  return replies.map(({ body }) => body);
}

/** Waits for the scripts that keep an unsent post or reply, as they cannot load offline. */
export async function expectOutbox(page: Page): Promise<void> {
  await expectScript(page, 'outbox-(?!screen)');
  if (new URL(page.url()).pathname.startsWith('/post/')) await expectScript(page, 'follow-replies-');
}

async function expectScript(page: Page, name: string): Promise<void> {
  const script = await page.waitForFunction(
    (pattern) =>
      performance.getEntriesByType('resource').find((entry) => new RegExp(pattern).test(entry.name))?.name,
    `/${name}[\\w-]+\\.js$`,
    // A renamed script fails here, not at the end of the journey's time.
    { timeout: 40_000 },
  );
  await page.evaluate((address) => import(`${address}`), await script.jsonValue());
}
