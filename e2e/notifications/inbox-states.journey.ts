import { NICKNAME_MAX } from '@madang/contract/accounts/rules';
import { ALERT_WORD_MAX } from '@madang/contract/notifications/rules';
import type { Locator, Page } from '@playwright/test';
import { enlargeText, findBroken } from '../testing/broken-layout.ts';
import { answerProblem } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makeUuid } from '../testing/makers.ts';
import { bell, screenName } from '../testing/reading.ts';
import { expectPath, sidewaysScroll } from '../testing/screens.ts';

test.use({ edition: 'official' });

const lines = (page: Page): Locator => page.getByRole('main').getByRole('listitem').getByRole('link');
const line = (page: Page, text: string): Locator => lines(page).filter({ hasText: text });

test('[NO-01] an inbox that is first opened without a network comes by itself once there is one', async ({
  page,
  user,
  makers,
  watch,
}) => {
  watch.allow(/net::ERR_/);
  const other = await makers.user();
  await makers.reply(other, (await makers.post(user)).id, '먼저 온 대답');
  await page.goto('/');
  await expect(bell(page)).toHaveText('1');
  await page.context().setOffline(true);
  await bell(page).click();
  await expectPath(page, '/notifications');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('인터넷 연결');
  await page.context().setOffline(false);
  await expect(lines(page)).toHaveCount(1, { timeout: 15_000 });
  await expect(page.getByText('안 읽은 알림 1개')).toBeVisible();
  // What comes from now on is there, too.
  const post = await makers.post(user, { title: '나중 글' });
  await makers.reply(other, post.id, '나중 대답');
  await expect(line(page, '나중 글')).toBeVisible({ timeout: 5_000 });
});

test('[NO-01] 320 px with large text breaks nothing, whatever the names and whether there is something or not', async ({
  page,
  user,
  makers,
  watch,
}) => {
  watch.expectStatus(400);
  const paths = ['/', '/mypage', '/notifications', '/mypage/alerts', '/mypage/notifications'];
  const expectWhole = async (): Promise<void> => {
    for (const path of paths) {
      await page.goto(path);
      await expect(screenName(page)).toBeAttached();
      await expect(page.getByRole('main').locator('svg[aria-hidden][width="100%"]')).toHaveCount(0);
      expect(await sidewaysScroll(page), path).toBe(0);
      expect(await findBroken(page), path).toEqual([]);
    }
  };
  await page.setViewportSize({ width: 320, height: 640 });
  await enlargeText(page, '200%');
  await expectWhole();

  const other = await makers.user();
  await other.client.ask('PUT /api/profile/nickname', { body: { nickname: '뷁'.repeat(NICKNAME_MAX) } });
  const long = `${'아주긴제목'.repeat(12)} https://madang.example/${'gachi'.repeat(12)}`.slice(0, 90);
  const muted = await makers.post(user, { title: long });
  await user.client.ask('PUT /api/posts/{id}/mute', { path: { id: muted.id } });
  const shown = await makers.post(user, { title: `둘 ${long}`.slice(0, 90) });
  await makers.reply(other, shown.id, 'gachi'.repeat(50));
  await user.client.ask('PUT /api/profile/alerts/{id}', {
    path: { id: makeUuid() },
    body: { word: 'w'.repeat(ALERT_WORD_MAX), buildingId: null },
  });
  await makers.post(other, { title: `${'w'.repeat(ALERT_WORD_MAX)} ${long}`.slice(0, 90) });
  const question = await makers.post(other, { board: 'question', title: `셋 ${long}`.slice(0, 90) });
  const answer = await makers.reply(user, question.id, '2층 창가요');
  await other.client.ask('PUT /api/posts/{id}/accepted', {
    path: { id: question.id },
    body: { replyId: answer.id },
  });
  await page.goto('/notifications');
  await expect(lines(page)).toHaveCount(3, { timeout: 5_000 });
  await expectWhole();

  for (const path of [
    '**/api/notifications',
    '**/api/profile/alerts',
    '**/api/profile/notification-settings',
  ])
    await answerProblem(page, 'GET', path, { status: 400, code: 'request.malformed' });
  await expectWhole();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
});
