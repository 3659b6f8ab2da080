import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';
import { bell, screenName } from '../testing/reading.ts';
import { backArrow, expectPath } from '../testing/screens.ts';

// A notice stands in every inbox, whose lines other journeys count.
test.use({ ownServer: { EDITION: 'official' } });

const replyOf = (page: Page, text: string) =>
  page
    .getByRole('region', { name: '댓글' })
    .getByRole('listitem')
    .filter({ has: page.getByText(text, { exact: true }) });

test('[NO-01] a notice is read however it is opened, asked once, and only if needed; an accepted answer and a case have a line each, which opens the right place', async ({
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
  // Who reads a notice has read the older ones too.
  await tab.getByRole('link', { name: /둘째 공지/ }).click();
  await expectPath(tab, /^\/board\/notice\/.+/);
  await expect(screenName(tab)).toHaveText('둘째 공지');
  await expect(bell(page)).toHaveText('1', { timeout: 3_000 });
  const inbox = await page.context().newPage();
  await inbox.goto('/notifications');
  const line = (text: string) =>
    inbox.getByRole('main').getByRole('listitem').getByRole('link').filter({ hasText: text });
  await expect(line('셋째 공지')).toContainText('안 읽음 새 공지사항');
  const opening = page.context().waitForEvent('page');
  await line('셋째 공지').click({ button: 'middle' });
  const opened = await opening;
  await expect(screenName(opened)).toHaveText('셋째 공지');
  await expect(bell(page)).toHaveText('', { timeout: 3_000 });
  await expect(line('셋째 공지')).not.toContainText('안 읽음');
  // Nothing is unread any more, so nothing is asked.
  await opened.reload();
  await expect(screenName(opened)).toHaveText('셋째 공지');
  // The screen asks when the app shows it, so before the app leads away from it.
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
  // One report for such a reason hides it at once.
  await asker.client.ask('PUT /api/posts/{id}/report', {
    path: { id: hidden.id },
    body: { reason: 'illegalFilming', note: '' },
  });
  await expect(line('가려질 글')).toContainText('안 읽음 내 글이 가려졌습니다', { timeout: 2_000 });
  await line('가려질 글').click();
  await expectPath(inbox, '/mypage/cases');
  await inbox.goBack();
  await expect(line('가려질 글')).not.toContainText('안 읽음');
  await expect(bell(page)).toHaveText('');
});
