import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { JourneyServer } from '../testing/journey-server.ts';
import { makeUuid } from '../testing/makers.ts';
import { operate } from '../testing/operator-command.ts';
import { PushLine, standInForPushService } from '../testing/push.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { expectWorker } from '../testing/worker.ts';

// Its server has keys for pushes: where there are some, every inbox of another journey would offer them.
test.use({ ownServer: { EDITION: 'official' }, serviceWorkers: 'allow' });

test.beforeAll(async ({ owned }) => {
  if (!owned) throw new Error('this file has its own server');
  await operate(owned, 'push', 'keys');
  await JourneyServer.own(owned).restart();
});

test('[NO-04] offered after the first answer and granted by a tap, a push shows a notification that opens the right place; permission taken back takes it off the server', async ({
  openBrowser,
  makers,
  line,
}) => {
  test.slow();
  const [user, other] = [await makers.user(), await makers.user()];
  const post = await makers.post(user, { title: '콘센트 있는 자리 있나요' });
  PushLine.prepare(line);
  const page = await openBrowser(user, line);
  const context = page.context();
  await context.grantPermissions(['notifications']);
  await standInForPushService(context);
  const offer = page.getByRole('complementary', { name: '댓글 알림 안내' });
  const listDevices = async () => (await user.client.ask('GET /api/profile/push', {})).devices;

  await page.goto('/notifications');
  await expectWorker(page);
  await expect(page.getByText('아직 알림이 없')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await makers.reply(other, post.id, '2층 창가에 있어요');
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  expect(await listDevices()).toEqual([]);
  await offer.getByRole('button', { name: '알림 받기' }).click();
  await expectAlert(page, '이제 새 소식이 오면 이 기기로 알려 드려요.');
  await expect(offer).toHaveCount(0);
  const [device] = await listDevices();
  expect(device).toMatchObject({ here: true });

  const id = makeUuid();
  const payload = {
    web_push: 8030,
    notification: {
      title: '내 글에 새 댓글',
      body: '눌러서 확인해 보세요.',
      navigate: new URL(`/post/${post.id}?push=${id}#r1`, page.url()).href,
      tag: post.id,
      lang: 'ko',
    },
    app_badge: 1,
    device: device?.id,
  };
  const service = await PushLine.open(page);
  // What is for somebody who was logged in here before is not shown.
  await service.deliver({
    ...payload,
    notification: { ...payload.notification, tag: 'other' },
    device: makeUuid(),
  });
  await service.deliver(payload);
  await expect.poll(() => service.listShown()).toEqual([['내 글에 새 댓글', '눌러서 확인해 보세요.']]);

  // The app follows its worker when it tells the server of the subscription again.
  const compared = page.waitForResponse(/\/api\/profile\/push\/device$/);
  await page.goto('/board/new');
  await compared;
  await page.evaluate(() => Object.assign(window, { sameLoad: true }));
  const opened = page.waitForResponse((response) => response.url().endsWith(`/api/push/${id}/opened`));
  await service.tap();
  await expectPath(page, `/post/${post.id}`);
  expect((await opened).status()).toBe(204);
  await expect(page.getByText('2층 창가에 있어요')).toBeInViewport();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await page.evaluate(() => 'sameLoad' in window)).toBe(true);
  await expect.poll(() => service.listShown()).toEqual([]);
  await page.goBack();
  await expectPath(page, '/board/new');

  await page.goto('/mypage/notifications');
  await expect(page.getByRole('switch', { name: '이 기기로 받기' })).toBeChecked();
  await expectAccessible(page);

  await context.clearPermissions();
  await page.reload();
  await expect.poll(listDevices).toEqual([]);
  await expect(page.getByText('알림이 막혀 있어요.')).toBeVisible();
});
