import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { JourneyServer } from '../testing/journey-server.ts';
import { makeUuid } from '../testing/makers.ts';
import { operate } from '../testing/operator-command.ts';
import { PushLine, standInForPushService } from '../testing/push.ts';
import { bell, screenName } from '../testing/reading.ts';
import { backArrow, expectAlert, expectPath } from '../testing/screens.ts';
import { expectWorker } from '../testing/worker.ts';

// A notice changes every inbox; a server with push keys offers pushes in each.
test.use({ ownServer: { EDITION: 'official' } });

const replyOf = (page: Page, text: string) =>
  page
    .getByRole('region', { name: '댓글' })
    .getByRole('listitem')
    .filter({ has: page.getByText(text, { exact: true }) });

test('[NO-01] a notice is read by any way to open it, and asks for consent once; an accepted answer and a case link to their place', async ({
  page,
  user,
  makers,
  server,
}) => {
  const calls: string[] = [];
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/notifications\/[^/]+\/read$/.test(pathname)) calls.push(pathname);
  });
  const notices = ['첫 공지', '둘째 공지', '셋째 공지'];
  for (const title of notices)
    await operate(server, 'notice', 'add', '--title', title, '--body', '읽어 주세요.');
  await page.goto('/');
  await expect(bell(page)).toHaveText('3');

  const tab = await page.context().newPage();
  await tab.goto('/board/notice');
  // Reading a notice marks older notices as read.
  await tab.getByRole('link', { name: /둘째 공지/ }).click();
  await expectPath(tab, /^\/board\/notice\/.+/);
  await expect(screenName(tab)).toHaveText('둘째 공지');
  await expect(bell(page)).toHaveText('1');
  const inbox = await page.context().newPage();
  await inbox.goto('/notifications');
  const line = (text: string) =>
    inbox.getByRole('main').getByRole('listitem').getByRole('link').filter({ hasText: text });
  await expect(line('셋째 공지')).toContainText('안 읽음 새 공지사항');
  const opening = page.context().waitForEvent('page');
  await line('셋째 공지').click({ button: 'middle' });
  const opened = await opening;
  await expect(screenName(opened)).toHaveText('셋째 공지');
  await expect(bell(page)).toHaveText('');
  await expect(line('셋째 공지')).not.toContainText('안 읽음');
  // Nothing is unread, so no request is sent.
  await opened.reload();
  await expect(screenName(opened)).toHaveText('셋째 공지');
  // The request is sent when the app shows the screen, before it navigates away.
  await backArrow(opened).click();
  await expectPath(opened, '/board/notice');
  expect(calls).toHaveLength(2);

  const asker = await makers.user();
  const question = await makers.post(asker, { board: 'question', title: '콘센트 많은 곳' });
  const answer = await makers.reply(user, question.id, '2층 창가요');
  await asker.client.ask('PUT /api/posts/{id}/accepted', {
    path: { id: question.id },
    body: { replyId: answer.id },
  });
  await expect(line('내 답변이 채택되었습니다')).toContainText('콘센트 많은 곳');
  await line('내 답변이 채택되었습니다').click();
  await expectPath(inbox, `/post/${question.id}`);
  await expect(replyOf(inbox, '2층 창가요')).toBeFocused();
  await inbox.goBack();

  const hidden = await makers.post(user, { title: '가려질 글' });
  // One report for this reason hides it.
  await asker.client.ask('PUT /api/posts/{id}/report', {
    path: { id: hidden.id },
    body: { reason: 'illegalFilming', note: '' },
  });
  await expect(line('가려질 글')).toContainText('안 읽음 내 글이 가려졌습니다');
  await line('가려질 글').click();
  await expectPath(inbox, '/mypage/cases');
  await inbox.goBack();
  await expect(line('가려질 글')).not.toContainText('안 읽음');
  await expect(bell(page)).toHaveText('');
});

test.describe('with keys for pushes', () => {
  test.use({ serviceWorkers: 'allow' });

  test.beforeAll(async ({ owned }) => {
    if (!owned) throw new Error('this file has its own server');
    await operate(owned, 'push', 'keys');
    await JourneyServer.own(owned).restart();
  });

  test('[NO-04] push: offered after the first answer, granted by a tap, opens the right place; revoked permission removes the subscription', async ({
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
    // Pushes for the previously logged-in user are not shown.
    await service.deliver({
      ...payload,
      notification: { ...payload.notification, tag: 'other' },
      device: makeUuid(),
    });
    await service.deliver(payload);
    await expect.poll(() => service.listShown()).toEqual([['내 글에 새 댓글', '눌러서 확인해 보세요.']]);

    // The worker controls the app when it sends the subscription to the server again.
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
});
