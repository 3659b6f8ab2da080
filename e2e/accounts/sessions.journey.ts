import type { Page } from '@playwright/test';
import { leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD, type User } from '../testing/makers.ts';
import {
  backArrow,
  expectAlert,
  expectFieldError,
  expectHome,
  expectLoginScreen,
  expectPath,
  logIn,
} from '../testing/screens.ts';

async function logOut(page: Page): Promise<void> {
  await page.goto('/mypage');
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expectLoginScreen(page);
}

/** Ends the session on the server, as a changed password elsewhere does. */
async function revoke(user: User): Promise<void> {
  const { cookie } = user.client;
  await user.client.ask('DELETE /api/session', {});
  user.client.cookie = cookie;
}

test('[RT-04] the forgotten-password page opens by its address and leads back to login', async ({ page }) => {
  await page.goto('/sendPasswordResetEmail');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('비밀번호 재설정');
  const email = page.getByLabel('이메일', { exact: true });
  await email.fill('no address');
  await page.getByRole('button', { name: '재설정 메일 보내기' }).click();
  await expectFieldError(email, '올바른 이메일 주소를 입력해 주세요.');
  await expect(email).toBeFocused();
  await expectPath(page, '/sendPasswordResetEmail');
  await backArrow(page).click();
  await expectPath(page, '/login');
  await expectLoginScreen(page);
});

test('[ST-01] logging out in one tab logs out the others of that browser, and no other browser', async ({
  page,
  context,
  makers,
  openBrowser,
}) => {
  const user = await makers.user();
  const post = await makers.post(user);
  await page.goto('/mypage');
  await logIn(page, user.email, PASSWORD);
  await expectPath(page, '/mypage');
  const paths = ['/building', `/post/${post.id}`, '/mypage/viewprofile', '/terms'];
  const tabs: Page[] = [];
  for (const path of paths) {
    const tab = await context.newPage();
    tabs.push(tab);
    await tab.goto(path);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const elsewhere = await openBrowser(user);
  await elsewhere.goto('/mypage');

  await logOut(page);
  for (const tab of tabs.slice(0, 3)) {
    await expectLoginScreen(tab);
    await expectPath(tab, '/login');
  }
  // A page for everybody stays, without a student.
  const open = tabs[3];
  if (!open) throw new Error('no tab');
  await expectPath(open, '/terms');
  await open.getByRole('button', { name: '뒤로' }).click();
  await expectLoginScreen(open);

  await elsewhere.reload();
  await expect(elsewhere.getByText(user.nickname)).toBeVisible();

  // And logging in in one of them logs in all that wait for it.
  await logIn(page, user.email, PASSWORD);
  await expectHome(page);
  for (const tab of tabs) await expectHome(tab);
});

test('[ST-01] a tab shows nothing of the student who was here before', async ({ page, context, makers }) => {
  const [first, second] = [await makers.user(), await makers.user()];
  await makers.post(first, { title: '먼저 온 학생의 글' });
  await page.goto('/mypage/myposts');
  await logIn(page, first.email, PASSWORD);
  await expect(page.getByText('먼저 온 학생의 글')).toBeVisible();
  const other = await context.newPage();
  await logOut(other);
  await logIn(other, second.email, PASSWORD);
  await expectHome(other);

  await expectHome(page);
  await page.getByRole('link', { name: '마이페이지' }).click();
  await expect(page.getByText(second.nickname)).toBeVisible();
  await page.getByRole('link', { name: '내가 쓴 글' }).click();
  await expect(page.getByText('아직 작성한 글이 없습니다. 첫 글을 남겨 보세요.')).toBeVisible();
  await expect(page.getByText('먼저 온 학생의 글')).toHaveCount(0);
});

test('[ST-01] a revoked session falls back to login at its next call, and login leads back there', async ({
  page,
  watch,
  user,
}) => {
  watch.expectStatus(401);
  await page.goto('/mypage');
  await expect(page.getByText(user.nickname)).toBeVisible();
  await revoke(user);
  await page.getByRole('link', { name: '스크랩' }).click();
  await expectLoginScreen(page);
  await expectPath(page, `/login?next=${encodeURIComponent('/mypage/scrap')}`);
  await expect(page.getByText(user.nickname)).toHaveCount(0);
  await logIn(page, user.email, PASSWORD);
  await expectPath(page, '/mypage/scrap');
  await expect(page.getByText('아직 스크랩한 글이 없습니다. 게시판을 둘러보세요.')).toBeVisible();

  // A form that changes something is such a call too.
  await page.goto('/mypage/viewprofile/changenickname');
  await page.getByLabel('닉네임', { exact: true }).fill('아무개');
  await page.request.delete('/api/session', { headers: { Origin: user.client.origin } });
  await page.context().clearCookies();
  await page.getByRole('button', { name: '변경하기' }).click();
  await expectLoginScreen(page);
});

test('[ST-01] a revoked session ends at the latest when its live comments end', async ({
  page,
  watch,
  makers,
  user,
}) => {
  const post = await makers.post(user, { title: '읽고 있던 글' });
  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole('heading', { name: '읽고 있던 글' })).toBeVisible();
  await expect(page.getByText('아직 댓글이 없습니다.')).toBeVisible();
  watch.expectStatus(401);
  await revoke(user);
  // Nobody touches the page.
  await expectLoginScreen(page);
  await expect(page.getByText('읽고 있던 글')).toHaveCount(0);
  await logIn(page, user.email, PASSWORD);
  await expectPath(page, `/post/${post.id}`);
});

test('[ST-02] an account without profile stays logged out; only the console says so', async ({
  page,
  watch,
  anybody,
}) => {
  watch.expect(/^console\.\w+: No such user!$/);
  await leaveOutAnswers(page);
  await page.route('**/api/session', (route) =>
    route.fulfill({
      status: route.request().method() === 'POST' ? 201 : 200,
      json: { user: null },
    }),
  );
  await page.goto('/mypage');
  await expectLoginScreen(page);
  const logged = page.waitForEvent('console', (message) => message.text() === 'No such user!');
  await logIn(page, anybody.email, PASSWORD);
  await logged;
  await expectPath(page, `/login?next=${encodeURIComponent('/mypage')}`);
  await expect(page.getByRole('button', { name: '로그인', exact: true })).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await page.reload();
  await expectLoginScreen(page);
  await page.goto('/');
  await expectLoginScreen(page);
});

test('[ST-11] logging out goes to login, and neither back nor reload shows anything private', async ({
  page,
  makers,
}) => {
  const user = await makers.user();
  await makers.post(user, { board: 'question', title: '나만 알던 글' });
  await page.goto('/');
  await logIn(page, user.email, PASSWORD);
  await expectHome(page);
  await page.getByRole('link', { name: '마이페이지' }).click();
  await page.getByRole('link', { name: '내가 쓴 글' }).click();
  await expect(page.getByText('나만 알던 글')).toBeVisible();
  await page.getByRole('button', { name: '뒤로' }).click();
  await page.getByRole('link', { name: '프로필 보기' }).click();
  await expect(page.getByText(user.email)).toBeVisible();
  await page.getByRole('button', { name: '뒤로' }).click();
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expectPath(page, '/login');
  await expectLoginScreen(page);

  const expectNothingPrivate = async () => {
    await expectLoginScreen(page);
    for (const secret of [user.nickname, user.email, '나만 알던 글']) {
      await expect(page.getByText(secret)).toHaveCount(0);
    }
    await expect(page.getByRole('link', { name: '마이페이지' })).toHaveCount(0);
  };
  await page.goBack();
  await expectNothingPrivate();
  await page.goForward();
  await expectNothingPrivate();
  await page.reload();
  await expectNothingPrivate();
  await page.goto('/mypage/myposts');
  await expectNothingPrivate();
  expect((await page.request.get('/api/profile')).status()).toBe(401);
});

test('a log-out that does not reach the server says so and is none', async ({
  page,
  context,
  watch,
  user,
}) => {
  watch.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await page.goto('/mypage');
  await expect(page.getByText(user.nickname)).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expectAlert(page, /인터넷 연결이 원활하지 않습니다/);
  await expect(page.getByText(user.nickname)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: '알림 닫기' }).click();
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expectLoginScreen(page);
});
