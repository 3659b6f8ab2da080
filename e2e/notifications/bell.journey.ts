import type { Page, Request } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { bell, screenName, tabBar } from '../testing/reading.ts';
import { expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

const STREAM = '/api/notifications/live';

/** How many streams of the inbox the page holds now, and how many it has opened. */
function countStreams(page: Page): (() => number) & { opened: () => number } {
  let open = 0;
  let opened = 0;
  page.on('request', (request) => {
    if (!request.url().endsWith(STREAM)) return;
    open += 1;
    opened += 1;
  });
  const close = (request: Request): void => {
    if (request.url().endsWith(STREAM)) open -= 1;
  };
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return Object.assign(() => open, { opened: () => opened });
}

/** As when another tab or app comes before the page, or goes. */
const show = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

test('[NO-01] the bell of home and of my page follows what comes and what is read elsewhere, without being loaded again', async ({
  page,
  user,
  makers,
  openBrowser,
}) => {
  const other = await makers.user();
  const post = await makers.post(user, { title: '지켜보는 글' });
  const streams = countStreams(page);
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('알림');
  await expect.poll(streams).toBe(1);
  await makers.reply(other, post.id, '첫 대답');
  await expect(bell(page)).toHaveText('1', { timeout: 2_000 });
  await expect(bell(page)).toHaveAccessibleName('알림, 안 읽은 알림 1개');

  await tabBar(page).getByRole('link', { name: '마이' }).click();
  await expectPath(page, '/mypage');
  await expect(screenName(page)).toBeAttached();
  const second = await makers.post(user, { title: '또 다른 글' });
  await makers.reply(other, second.id, '둘째 대답');
  await expect(bell(page)).toHaveText('2', { timeout: 2_000 });
  // Read on the phone.
  const phone = await openBrowser(user);
  await phone.goto(`/post/${post.id}`);
  await expect(bell(page)).toHaveText('1', { timeout: 4_000 });
  expect(streams()).toBe(1);

  // A page without the bell holds no stream for it.
  await tabBar(page).getByRole('link', { name: '키워드' }).click();
  await expectPath(page, '/keyword');
  await expect.poll(streams).toBe(0);
});

test('[NO-01] a page that is hidden holds no stream, and knows the number once it is shown again', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  const post = await makers.post(user);
  const streams = countStreams(page);
  for (const path of ['/', '/notifications']) {
    await page.goto(path);
    await expect.poll(streams).toBe(1);
    await show(page, 'hidden');
    await expect.poll(streams).toBe(0);
    const before = streams.opened();
    await makers.reply(other, post.id, '안 보는 사이에');
    await show(page, 'visible');
    await expect.poll(streams).toBe(1);
    expect(streams.opened()).toBe(before + 1);
    if (path === '/') await expect(bell(page)).toHaveText('1', { timeout: 2_000 });
    // The number is the same: the line says one answer more.
    else await expect(page.getByText('내 글에 새 댓글 2개')).toBeVisible({ timeout: 2_000 });
  }
});

test('[NO-01] the bell comes back with the network; anyone who is logged out elsewhere is led to the login, and holds no stream', async ({
  user,
  makers,
  openBrowser,
  line,
  watch,
}) => {
  watch.expect(/net::ERR_/);
  const other = await makers.user();
  const post = await makers.post(user);
  const page = await openBrowser(user, line);
  const streams = countStreams(page);
  await page.goto('/mypage');
  await expect.poll(streams).toBe(1);
  line.cut();
  await expect.poll(streams).toBe(0);
  await makers.reply(other, post.id, '끊긴 동안');
  await expect(bell(page)).toHaveText('');
  line.restore();
  await expect(bell(page)).toHaveText('1', { timeout: 15_000 });

  await user.client.ask('DELETE /api/session', {});
  // The stream ends with the session; asking again finds out why.
  watch.expectStatus(401);
  await expectPath(page, /^\/login/);
  await expect.poll(streams).toBe(0);
});
