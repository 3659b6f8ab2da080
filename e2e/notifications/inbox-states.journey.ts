import { NICKNAME_MAX } from '@madang/contract/accounts/rules';
import { ALERT_WORD_MAX } from '@madang/contract/notifications/rules';
import { enlargeText, findBroken } from '../testing/broken-layout.ts';
import { answerProblem } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makeUuid } from '../testing/makers.ts';
import { screenName } from '../testing/reading.ts';
import { sidewaysScroll } from '../testing/screens.ts';

test.use({ edition: 'official' });

test('[NO-01] inbox: long names, titles and words fit 320 px with large text, as do errors @full', async ({
  page,
  user,
  makers,
  watch,
}) => {
  watch.expectStatus(400);
  const expectWhole = async (...paths: string[]): Promise<void> => {
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
  const { client } = user;
  await expect
    .poll(async () => (await client.ask('GET /api/notifications', { query: {} })).lines.length)
    .toBe(3);
  await expectWhole('/notifications', '/mypage/alerts', '/mypage/notifications');

  await answerProblem(page, 'GET', '**/api/notifications', { status: 400, code: 'request.malformed' });
  await expectWhole('/notifications');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
});
