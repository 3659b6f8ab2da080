import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { countWrites } from '../testing/calls.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { Makers, User } from '../testing/makers.ts';
import { bell, screenName, scrollTop } from '../testing/reading.ts';
import { backArrow, expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

// What lines, bell, menu and settings show for an answer is asked by `inbox.component.test.tsx`.

const lines = (page: Page): Locator => page.getByRole('main').getByRole('listitem').getByRole('link');
const line = (page: Page, text: string | RegExp): Locator => lines(page).filter({ hasText: text });
const readAll = (page: Page): Locator => page.getByRole('button', { name: '모두 읽음' });
const replyOf = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: '댓글' })
    .getByRole('listitem')
    .filter({ has: page.getByText(text, { exact: true }) });

/** What the bell says on a page that is loaded: what came along may be a second old. */
async function expectBell(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.goto('/');
    await expect(bell(page)).toHaveAccessibleName(name, { timeout: 500 });
  }).toPass({ timeout: 5_000 });
}

/** Opens the post of a line; who goes back before its marks are here has not read it. */
async function openUntilRead(page: Page, line: Locator): Promise<void> {
  const read = page.waitForResponse(/\/reply-marks/);
  await line.click();
  await read;
}

/** So many threads of the student's with an answer each. */
async function makeThreads(makers: Makers, user: User, other: User, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const post = await makers.post(user, { title: `글 ${number}` });
    await makers.reply(other, post.id, `답 ${number}`);
  }
}

test('[NO-01] five answers are one line with their count; it opens at the first of them, lit, and opening reads it', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  const post = await makers.post(user, { title: '몇 층이 조용한가요' });
  for (let number = 1; number <= 60; number += 1) await makers.reply(user, post.id, `내 덧글 ${number}`);
  await expectBell(page, '알림');
  for (let number = 1; number <= 5; number += 1) await makers.reply(other, post.id, `대답 ${number}`);
  await expectBell(page, '알림, 안 읽은 알림 1개');
  await expect(bell(page)).toHaveText('1');

  await bell(page).click();
  await expectPath(page, '/notifications');
  await expect(screenName(page)).toHaveText('알림');
  await expect(screenName(page)).toBeFocused();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText('안 읽음 내 글에 새 댓글 5개');
  await expect(lines(page)).toContainText(`${other.nickname}: 대답 5`);
  await expect(lines(page)).toContainText('몇 층이 조용한가요');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });

  await lines(page).click();
  await expectPath(page, `/post/${post.id}`);
  const first = replyOf(page, '대답 1');
  await expect(first).toBeInViewport();
  await expect(first).toBeFocused();
  // Lit for a moment, and then as all others.
  await expect.poll(() => countAnimations(first)).toBeGreaterThan(0);
  await expect.poll(() => countAnimations(first)).toBe(0);
  // Once: where the student scrolls to afterwards a reload leaves them.
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.reload();
  await expect.poll(() => scrollTop(page)).toBe(300);

  await backArrow(page).click();
  await expectPath(page, '/notifications');
  await expect(lines(page)).toContainText('내 글에 새 댓글 5개');
  await expect(lines(page)).not.toContainText('안 읽음');
  await expect(readAll(page)).toHaveCount(0);
  await expectBell(page, '알림');
});

const countAnimations = (reply: Locator): Promise<number> =>
  reply.evaluate((element) => element.getAnimations({ subtree: true }).length);

test('[NO-01] what comes while the inbox or the post is open is there within a second, read where it is looked at', async ({
  page,
  user,
  makers,
  openBrowser,
}) => {
  const other = await makers.user();
  const post = await makers.post(user, { title: '보고 있는 글' });
  const elsewhere = await makers.post(user, { title: '다른 글' });
  await page.goto('/notifications');
  await expect(page.getByText('아직 알림이 없습니다.')).toBeVisible();
  await expect(page.getByRole('link', { name: '키워드 알림' })).toBeVisible();
  await expect(page.getByRole('link', { name: '알림 설정' })).toBeVisible();
  await makers.reply(other, elsewhere.id, '첫 대답');
  await expect(line(page, '다른 글')).toContainText('내 글에 새 댓글', { timeout: 2_000 });
  await makers.reply(other, elsewhere.id, '둘째 대답');
  await expect(line(page, '다른 글')).toContainText('내 글에 새 댓글 2개', { timeout: 2_000 });

  // The post is looked at on another phone: there the answer is read as it comes, and no line stays unread here.
  const phone = await openBrowser(user);
  await phone.goto(`/post/${post.id}`);
  await expect(phone.getByText('댓글 0')).toBeVisible();
  await makers.reply(other, post.id, '보는 사이에 온 대답');
  await expect(phone.getByText('보는 사이에 온 대답')).toBeVisible({ timeout: 2_000 });
  await expect(line(page, '보고 있는 글')).toBeVisible();
  await expect(line(page, '보고 있는 글')).not.toContainText('안 읽음', { timeout: 4_000 });
  await expect(page.getByText('안 읽은 알림 1개')).toBeVisible();

  // What goes away takes its line with it.
  await user.client.ask('DELETE /api/posts/{id}', { path: { id: elsewhere.id } });
  await expect(line(page, '다른 글')).toHaveCount(0, { timeout: 2_000 });
});

test('[NO-01] all is read at one tap, what came since is not; many pages, and back to the same place', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  await makeThreads(makers, user, other, 45);
  await page.goto('/mypage');
  await expect(bell(page)).toHaveText('45');
  await bell(page).click();
  await expect(lines(page)).toHaveCount(20);
  await expect(lines(page).first()).toContainText('글 45');
  await page.mouse.move(195, 320);
  await expect(async () => {
    await page.mouse.wheel(0, 1_500);
    await expect(lines(page)).toHaveCount(45, { timeout: 300 });
  }).toPass();
  const far = line(page, '글 12').first();
  await far.scrollIntoViewIfNeeded();
  await expect(far).toBeInViewport();
  const before = await scrollTop(page);
  await openUntilRead(page, far);
  await expect(page.getByText('답 12')).toBeInViewport();
  await page.goBack();
  await expect(lines(page)).toHaveCount(45);
  await expect(async () => expect(Math.abs((await scrollTop(page)) - before)).toBeLessThan(2)).toPass();
  await expect(far).not.toContainText('안 읽음');

  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByText('안 읽은 알림 44개')).toBeVisible();
  const sent = countWrites(page);
  await readAll(page).dblclick();
  await expectAlert(page, '모두 읽었습니다.');
  expect(sent()).toBe(1);
  await expect(page.getByText('안 읽은 알림이 없습니다.')).toBeVisible();
  await expect(line(page, '안 읽음')).toHaveCount(0);
  await expect(screenName(page)).toBeFocused();
  await expectBell(page, '알림');
});
