import type { Locator, Page } from '@playwright/test';
import { countWrites } from '../testing/calls.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { Makers, User } from '../testing/makers.ts';
import { bell, screenName, scrollTop } from '../testing/reading.ts';
import { backArrow, expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

// `inbox.component.test.tsx` tests notifications, bell, menu and settings per answer.

const lines = (page: Page): Locator => page.getByRole('main').getByRole('listitem').getByRole('link');
const line = (page: Page, text: string | RegExp): Locator => lines(page).filter({ hasText: text });
const readAll = (page: Page): Locator => page.getByRole('button', { name: '모두 읽음' });
const replyOf = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: '댓글' })
    .getByRole('listitem')
    .filter({ has: page.getByText(text, { exact: true }) });

/** Opens the notification's post. Going back before the viewer state arrives leaves it unread. */
async function openUntilRead(page: Page, line: Locator): Promise<void> {
  const read = page.waitForResponse(/\/reply-marks/);
  await line.click();
  await read;
}

/** Creates `count` threads of the student with one reply each. */
async function makeThreads(makers: Makers, user: User, other: User, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const post = await makers.post(user, { title: `글 ${number}` });
    await makers.reply(other, post.id, `답 ${number}`);
  }
}

test('[NO-01] open inbox: new lines appear within a second; five answers share a line, which opens the first and is marked as read', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  const post = await makers.post(user, { title: '몇 층이 조용한가요' });
  const elsewhere = await makers.post(user, { title: '다른 글' });
  for (let number = 1; number <= 25; number += 1) await makers.reply(user, post.id, `내 덧글 ${number}`);
  await page.goto('/');
  await bell(page).click();
  await expectPath(page, '/notifications');
  await expect(screenName(page)).toHaveText('알림');
  await expect(screenName(page)).toBeFocused();
  await expect(page.getByText('아직 알림이 없습니다.')).toBeVisible();
  await expect(page.getByRole('link', { name: '키워드 알림' })).toBeVisible();
  await expect(page.getByRole('link', { name: '알림 설정' })).toBeVisible();
  await makers.reply(other, elsewhere.id, '첫 대답');
  await expect(line(page, '다른 글')).toContainText('내 글에 새 댓글');
  // Deleting the post deletes its notification.
  await user.client.ask('DELETE /api/posts/{id}', { path: { id: elsewhere.id } });
  await expect(line(page, '다른 글')).toHaveCount(0);
  for (let number = 1; number <= 5; number += 1) await makers.reply(other, post.id, `대답 ${number}`);
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText('안 읽음 내 글에 새 댓글 5개');
  await expect(lines(page)).toContainText(`${other.nickname}: 대답 5`);
  await expect(lines(page)).toContainText('몇 층이 조용한가요');

  await lines(page).click();
  await expectPath(page, `/post/${post.id}`);
  const first = replyOf(page, '대답 1');
  await expect(first).toBeInViewport();
  await expect(first).toBeFocused();
  // Highlighted for a moment, then like the others.
  await expect.poll(() => countAnimations(first)).toBeGreaterThan(0);
  await expect.poll(() => countAnimations(first)).toBe(0);
  // Only once: a reload keeps the user's later scroll position.
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.reload();
  await expect.poll(() => scrollTop(page)).toBe(300);

  await makers.reply(other, post.id, '보는 사이에 온 대답');
  await expect(replyOf(page, '보는 사이에 온 대답')).toBeAttached();
  await expect
    .poll(async () => (await user.client.ask('GET /api/notifications', { query: {} })).unread)
    .toBe(0);
  await backArrow(page).click();
  await expectPath(page, '/notifications');
  await expect(lines(page)).toHaveCount(2);
  await expect(line(page, '안 읽음')).toHaveCount(0);
  await expect(readAll(page)).toHaveCount(0);
});

const countAnimations = (reply: Locator): Promise<number> =>
  reply.evaluate((element) => element.getAnimations({ subtree: true }).length);

test('[NO-01] mark all: newer lines stay unread; with two pages, back restores the position @full', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  await makeThreads(makers, user, other, 25);
  await page.goto('/mypage');
  await expect(bell(page)).toHaveText('25');
  await bell(page).click();
  await expect(lines(page)).toHaveCount(20);
  await expect(lines(page).first()).toContainText('글 25');
  await page.mouse.move(195, 320);
  await expect(async () => {
    await page.mouse.wheel(0, 1_500);
    await expect(lines(page)).toHaveCount(25, { timeout: 300 });
  }).toPass();
  const far = line(page, '글 3').first();
  await far.scrollIntoViewIfNeeded();
  await expect(far).toBeInViewport();
  const before = await scrollTop(page);
  await openUntilRead(page, far);
  await expect(page.getByText('답 3')).toBeInViewport();
  await page.goBack();
  await expect(lines(page)).toHaveCount(25);
  await expect(async () => expect(Math.abs((await scrollTop(page)) - before)).toBeLessThan(2)).toPass();
  await expect(far).not.toContainText('안 읽음');

  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByText('안 읽은 알림 24개')).toBeVisible();
  const sent = countWrites(page);
  await readAll(page).dblclick();
  await expectAlert(page, '모두 읽었습니다.');
  expect(sent()).toBe(1);
  await expect(page.getByText('안 읽은 알림이 없습니다.')).toBeVisible();
  await expect(line(page, '안 읽음')).toHaveCount(0);
  await expect(screenName(page)).toBeFocused();
  await page.goto('/mypage');
  await expect(bell(page)).toHaveAccessibleName('알림');
});
