import type { Page } from '@playwright/test';
import { commentInput, comments, sendButton, storedComments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';

async function expectComments(page: Page, bodies: readonly string[]): Promise<void> {
  await expect(comments(page)).toHaveCount(bodies.length, { timeout: 30_000 });
  for (const [index, body] of bodies.entries()) await expect(comments(page).nth(index)).toContainText(body);
}

test('[SC-22] comments: oldest first, live without reload, also those written while the connection was cut', async ({
  watch,
  makers,
  openBrowser,
  line,
}) => {
  watch.expect(/Failed to load resource: net::ERR_/);
  const [author, reader] = [await makers.user(), await makers.user()];
  const post = await makers.post(author);
  const bodies = ['맨 처음 댓글', '두 번째 댓글'];
  await makers.reply(author, post.id, '맨 처음 댓글');
  await makers.reply(reader, post.id, '두 번째 댓글');
  const page = await openBrowser(reader, line);
  await page.goto(`/post/${post.id}`);
  await expectComments(page, bodies);
  await expect(comments(page).nth(1)).toContainText(reader.nickname);
  // A reloaded page loses this.
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  /** Adds a comment of another student. */
  const say = async (body: string): Promise<void> => {
    bodies.push(body);
    await makers.reply(author, post.id, body);
  };

  await say('다른 브라우저에서 보냅니다');
  await expectComments(page, bodies);
  await commentInput(page).fill('여기서도 보내요');
  await sendButton(page).click();
  bodies.push('여기서도 보내요');
  await expectComments(page, bodies);
  expect(await storedComments(author, post.id)).toEqual(bodies);

  await test.step('the connection is cut', async () => {
    const noticed = page.waitForEvent('requestfailed', (failed) => failed.url().includes('/replies/live'));
    line.cut();
    await noticed;
    const before = [...bodies];
    await say('끊긴 동안 하나');
    await say('끊긴 동안 둘');
    await expectComments(page, before);
    line.restore();
    await expectComments(page, bodies);
    await say('다시 이어진 뒤');
    await expectComments(page, bodies);
  });

  await test.step('the phone changes its network, and its old connection never says that it is dead', async () => {
    line.deaden();
    await page.context().setOffline(true);
    await expect(page.getByText(/오프라인/)).toBeVisible();
    const before = [...bodies];
    await say('지하철에서 놓친 말');
    await expectComments(page, before);
    line.restore();
    await page.context().setOffline(false);
    await expect(page.getByText(/오프라인/)).toBeHidden();
    await expectComments(page, bodies);
    await say('새 네트워크에서');
    await expectComments(page, bodies);
  });
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
});
