import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD, type User } from '../testing/makers.ts';
import { expectHome, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';
import { openWrite, title } from '../testing/write-form.ts';

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

test('[ST-01] logging out in one tab logs out the others of that browser, and no other browser; what was written waits', async ({
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
  const writing = await context.newPage();
  await openWrite(writing, '/building/robot-convergence-hall');
  await title(writing).fill('다른 탭에서 로그아웃');
  const elsewhere = await openBrowser(user);
  await elsewhere.goto('/mypage');

  await logOut(page);
  for (const tab of tabs.slice(0, 3)) {
    await expectLoginScreen(tab);
    await expectPath(tab, '/login');
  }
  await expectLoginScreen(writing);
  await expect(writing.getByText('다른 탭에서 로그아웃')).toHaveCount(0);
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
  for (const tab of [...tabs, writing]) await expectHome(tab);
  await openWrite(writing, '/building/robot-convergence-hall');
  await expect(title(writing)).toHaveValue('다른 탭에서 로그아웃');
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

test('[ST-01] a revoked session falls back to login at its next call, says why, knows the address and leads back; one that was left does not', async ({
  page,
  watch,
  user,
}) => {
  watch.expectStatus(401);
  const email = page.getByLabel('이메일', { exact: true });
  const why = page.getByText('로그인이 만료되었습니다. 다시 로그인하면 보던 화면으로 돌아갑니다.');
  const logInAgain = async () => {
    await expectLoginScreen(page);
    await expect(why).toBeVisible();
    await expect(email).toHaveValue(user.email);
    await expect(page.getByLabel('비밀번호', { exact: true })).toHaveValue('');
    await logIn(page, user.email, PASSWORD);
  };
  await page.goto('/mypage');
  await expect(page.getByText(user.nickname)).toBeVisible();
  await revoke(user);
  await page.getByRole('link', { name: '스크랩' }).click();
  await expectPath(page, `/login?next=${encodeURIComponent('/mypage/scrap')}`);
  await expect(page.getByText(user.nickname)).toHaveCount(0);
  await logInAgain();
  await expectPath(page, '/mypage/scrap');

  // Also days later, when the page is opened again.
  await page.context().clearCookies();
  await page.goto('/building');
  await logInAgain();
  await expectPath(page, '/building');

  await logOut(page);
  await expect(why).toHaveCount(0);
  await expect(email).toHaveValue('');
  await page.reload();
  await expect(email).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(user.email);
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
