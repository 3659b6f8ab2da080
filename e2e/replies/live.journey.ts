import type { Page } from '@playwright/test';
import { comments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert } from '../testing/screens.ts';

async function expectComments(page: Page, bodies: readonly string[]): Promise<void> {
  await expect(comments(page)).toHaveCount(bodies.length, { timeout: 30_000 });
  for (const [index, body] of bodies.entries()) await expect(comments(page).nth(index)).toContainText(body);
}

async function sendComment(page: Page, body: string): Promise<void> {
  await page.getByPlaceholder('댓글을 입력하세요').fill(body);
  await page.getByRole('button', { name: '보내기' }).click();
}

/** A page that is reloaded forgets this. */
async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  return async () => expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
}

test('[SC-22] comments stand oldest first, and one sent in one browser appears in another without reload', async ({
  page,
  signIn,
  makers,
  openBrowser,
}) => {
  const [author, reader] = [await makers.user(), await makers.user({ right: false })];
  const post = await makers.post(author);
  await makers.reply(author, post.id, '맨 처음 댓글');
  await makers.reply(reader, post.id, '두 번째 댓글');
  await signIn(author);
  const other = await openBrowser(reader);
  for (const browser of [page, other]) {
    await browser.goto(`/post/${post.id}`);
    await expect(browser.getByRole('textbox', { name: '댓글을 입력하세요' })).toBeVisible();
    await expectComments(browser, ['맨 처음 댓글', '두 번째 댓글']);
  }
  await expect(comments(page).nth(1)).toContainText(reader.nickname);
  const expectSamePage = await markPage(page);

  await sendComment(other, '다른 브라우저에서 보냅니다');
  await expectComments(page, ['맨 처음 댓글', '두 번째 댓글', '다른 브라우저에서 보냅니다']);
  await sendComment(page, '여기서도 보여요');
  for (const browser of [page, other]) {
    await expectComments(browser, [
      '맨 처음 댓글',
      '두 번째 댓글',
      '다른 브라우저에서 보냅니다',
      '여기서도 보여요',
    ]);
  }
  await expectSamePage();
});

test('[SC-22] what was said while the connection was cut appears when it is back', async ({
  watch,
  makers,
  openBrowser,
  line,
}) => {
  watch.expect(/Failed to load resource: net::ERR_/);
  const [author, reader] = [await makers.user(), await makers.user()];
  const post = await makers.post(author);
  await makers.reply(author, post.id, '끊기기 전');
  const page = await openBrowser(reader, line);
  await page.goto(`/post/${post.id}`);
  await expectComments(page, ['끊기기 전']);
  await makers.reply(author, post.id, '아직 이어져 있음');
  await expectComments(page, ['끊기기 전', '아직 이어져 있음']);
  const expectSamePage = await markPage(page);

  const noticed = page.waitForEvent('requestfailed', (failed) => failed.url().includes('/replies/live'));
  line.cut();
  await noticed;
  await sendComment(page, '끊겨서 못 보낸 댓글');
  await expectAlert(page, /연결/);
  await makers.reply(author, post.id, '끊긴 동안 하나');
  await makers.reply(author, post.id, '끊긴 동안 둘');
  await expectComments(page, ['끊기기 전', '아직 이어져 있음']);

  line.restore();
  const bodies = ['끊기기 전', '아직 이어져 있음', '끊긴 동안 하나', '끊긴 동안 둘'];
  await expectComments(page, bodies);
  await makers.reply(author, post.id, '다시 이어진 뒤');
  await expectComments(page, [...bodies, '다시 이어진 뒤']);
  await expectSamePage();
});

test('[SC-22] a phone that changed its network reads on, though its old connection never says that it is dead', async ({
  makers,
  openBrowser,
  watch,
  line,
}) => {
  // What the page asks for between the end of its line and the end of its network.
  watch.allow(/Failed to load resource: net::ERR_/);
  const [author, reader] = [await makers.user(), await makers.user()];
  const post = await makers.post(author);
  const page = await openBrowser(reader, line);
  await page.goto(`/post/${post.id}`);
  await makers.reply(author, post.id, '와이파이에서');
  await expectComments(page, ['와이파이에서']);
  const expectSamePage = await markPage(page);

  line.deaden();
  await page.context().setOffline(true);
  await expect(page.getByText(/오프라인/)).toBeVisible();
  await makers.reply(author, post.id, '지하철에서 놓친 말');
  await expectComments(page, ['와이파이에서']);
  line.restore();
  await page.context().setOffline(false);
  await expect(page.getByText(/오프라인/)).toBeHidden();
  await expectComments(page, ['와이파이에서', '지하철에서 놓친 말']);
  await makers.reply(author, post.id, '새 네트워크에서');
  await expectComments(page, ['와이파이에서', '지하철에서 놓친 말', '새 네트워크에서']);
  await expectSamePage();
});

test.describe('with a real keyboard', () => {
  test.use({ isMobile: false, hasTouch: false });

  test('Enter sends, but not while Korean is being composed', async ({ page, signIn, makers }) => {
    const author = await makers.user();
    const post = await makers.post(author);
    await signIn(author);
    await page.goto(`/post/${post.id}`);
    const input = page.getByPlaceholder('댓글을 입력하세요');
    await input.focus();
    const keyboard = await page.context().newCDPSession(page);
    for (const text of ['ㅎ', '하', '한', '한그', '한글']) {
      await keyboard.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    }
    await expect(input).toHaveValue('한글');
    // The Enter that ends a composition arrives as key code 229 and belongs to the input method.
    await keyboard.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Enter',
      windowsVirtualKeyCode: 229,
    });
    await input.evaluate((field) => {
      const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }));
    });
    await keyboard.send('Input.insertText', { text: '한글' });
    await expect(input).toHaveValue('한글');
    await expectComments(page, []);

    await page.keyboard.type(' 댓글');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('둘째 줄');
    await page.keyboard.press('Enter');
    await expectComments(page, ['한글 댓글']);
    await expect(comments(page)).toContainText('둘째 줄');
    await expect(input).toHaveValue('');
    const { replies } = await author.client.ask('GET /api/posts/{id}/replies', { path: { id: post.id } });
    expect(replies.map(({ body }) => body)).toEqual(['한글 댓글\n둘째 줄']);
  });
});
