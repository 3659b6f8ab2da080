import type { Page, Request } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { bell, screenName, tabBar } from '../testing/reading.ts';
import { expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

const STREAM = '/api/notifications/live';

/** Counts the open inbox streams of the page, and all opened so far. */
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

/** Simulates the page being hidden or shown. */
const show = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

test('[NO-01] bell and open inbox follow changes from elsewhere; hidden pages close their stream, and logged-out users go to login', async ({
  user,
  makers,
  openBrowser,
  line,
  watch,
}) => {
  watch.expect(/net::ERR_/);
  const other = await makers.user();
  const [post, second] = [
    await makers.post(user, { title: '지켜보는 글' }),
    await makers.post(user, { title: '또 다른 글' }),
  ];
  const page = await openBrowser(user, line);
  const streams = countStreams(page);
  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('알림');
  await expect.poll(streams).toBe(1);
  await makers.reply(other, post.id, '첫 대답');
  await expect(bell(page)).toHaveText('1');
  await expect(bell(page)).toHaveAccessibleName('알림, 안 읽은 알림 1개');

  await tabBar(page).getByRole('link', { name: '마이' }).click();
  await expectPath(page, '/mypage');
  await expect(screenName(page)).toBeAttached();
  await makers.reply(other, second.id, '둘째 대답');
  await expect(bell(page)).toHaveText('2');
  // Read on another device, which requests the post's viewer state.
  await user.client.ask('GET /api/posts/{id}/reply-marks', { path: { id: post.id } });
  await expect(bell(page)).toHaveText('1');
  expect(streams()).toBe(1);
  // A page without the bell opens no stream.
  await tabBar(page).getByRole('link', { name: '키워드' }).click();
  await expectPath(page, '/keyword');
  await expect.poll(streams).toBe(0);
  await page.goBack();

  /** Events during hiding arrive when the page is shown again. */
  const hideUntil = async (replied: string): Promise<void> => {
    await expect.poll(streams).toBe(1);
    await show(page, 'hidden');
    await expect.poll(streams).toBe(0);
    const before = streams.opened();
    await makers.reply(other, replied, '안 보는 사이에');
    await show(page, 'visible');
    await expect.poll(streams).toBe(1);
    expect(streams.opened()).toBe(before + 1);
  };
  await hideUntil(post.id);
  await expect(bell(page)).toHaveText('2');

  await test.step('an inbox that is first opened without a network comes by itself once there is one', async () => {
    await page.context().setOffline(true);
    await bell(page).click();
    await expectPath(page, '/notifications');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('인터넷 연결');
    await page.context().setOffline(false);
    await expect(page.getByText('안 읽은 알림 2개')).toBeVisible({ timeout: 15_000 });
  });
  await hideUntil(second.id);
  // The number is unchanged: the notification counts one more reply.
  await expect(page.getByText('내 글에 새 댓글 2개')).toBeVisible({ timeout: 2_000 });

  await test.step('the bell comes back with the network', async () => {
    const third = await makers.post(user);
    await page.goto('/mypage');
    await expect(bell(page)).toHaveText('2');
    await expect.poll(streams).toBe(1);
    line.cut();
    await expect.poll(streams).toBe(0);
    await makers.reply(other, third.id, '끊긴 동안');
    await expect(bell(page)).toHaveText('2');
    line.restore();
    await expect(bell(page)).toHaveText('3', { timeout: 15_000 });
  });

  await user.client.ask('DELETE /api/session', {});
  // The stream ends with the session; the next request returns the reason.
  watch.expectStatus(401);
  await expectPath(page, /^\/login/);
  await expect.poll(streams).toBe(0);
});
