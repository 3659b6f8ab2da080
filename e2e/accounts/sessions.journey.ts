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

/** Ends the session on the server, like a password change elsewhere. */
async function revoke(user: User): Promise<void> {
  const { cookie } = user.client;
  await user.client.ask('DELETE /api/session', {});
  user.client.cookie = cookie;
}

test('[ST-01] [ST-11] logging out in one tab logs out the browser’s other tabs, which show nothing private, also on back', async ({
  page,
  context,
  makers,
  watch,
}) => {
  test.slow();
  // Pending requests of the tabs are rejected at the logout.
  watch.allow(/Failed to load resource: the server responded with a status of 401/);
  const [user, second] = [await makers.user(), await makers.user()];
  const post = await makers.post(user, { board: 'question', title: '나만 알던 글' });
  await page.goto('/mypage');
  await logIn(page, user.email, PASSWORD);
  await expectPath(page, '/mypage');
  const tabs: Page[] = [];
  for (const path of [`/post/${post.id}`, '/mypage/myposts', '/terms']) {
    const tab = await context.newPage();
    tabs.push(tab);
    await tab.goto(path);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const [reading, own, open] = tabs as [Page, Page, Page];
  await openWrite(reading, '/building/robot-convergence-hall');
  await title(reading).fill('다른 탭에서 로그아웃');

  await logOut(page);
  for (const tab of [reading, own]) {
    await expectLoginScreen(tab);
    await expectPath(tab, '/login');
  }
  await expect(reading.getByText('다른 탭에서 로그아웃')).toHaveCount(0);
  // A public page stays open after the logout.
  await expectPath(open, '/terms');
  await open.getByRole('button', { name: '뒤로' }).click();
  await expectLoginScreen(open);
  // No other browser is logged out.
  expect((await user.client.ask('GET /api/session', {})).user?.id).toBe(user.id);

  await test.step('logging in in one of them logs in all that wait for it; what was written waits too', async () => {
    await logIn(page, user.email, PASSWORD);
    await expectHome(page);
    for (const tab of tabs) await expectHome(tab);
    await openWrite(reading, '/building/robot-convergence-hall');
    await expect(title(reading)).toHaveValue('다른 탭에서 로그아웃');
  });

  await test.step('a tab shows nothing of the student who was here before', async () => {
    await own.getByRole('link', { name: '마이페이지' }).click();
    await own.getByRole('link', { name: '내가 쓴 글' }).click();
    await expect(own.getByText('나만 알던 글')).toBeVisible();
    await logOut(page);
    await logIn(page, second.email, PASSWORD);
    await expectHome(own);
    await own.getByRole('link', { name: '마이페이지' }).click();
    await expect(own.getByText(second.nickname)).toBeVisible();
    await own.getByRole('link', { name: '내가 쓴 글' }).click();
    await expect(own.getByText('아직 작성한 글이 없습니다. 첫 글을 남겨 보세요.')).toBeVisible();
    await expect(own.getByText('나만 알던 글')).toHaveCount(0);
  });

  await test.step('neither back nor reload shows anything private after a logout', async () => {
    await own.getByRole('button', { name: '뒤로' }).click();
    await own.getByRole('link', { name: '프로필 보기' }).click();
    await expect(own.getByText(second.email)).toBeVisible();
    await own.getByRole('button', { name: '뒤로' }).click();
    await own.getByRole('button', { name: '로그아웃' }).click();
    await expectPath(own, '/login');
    const expectNothingPrivate = async () => {
      await expectLoginScreen(own);
      for (const secret of [second.nickname, second.email, user.nickname, '나만 알던 글'])
        await expect(own.getByText(secret)).toHaveCount(0);
      await expect(own.getByRole('link', { name: '마이페이지' })).toHaveCount(0);
    };
    await expectNothingPrivate();
    await own.goBack();
    await expectNothingPrivate();
    await own.goForward();
    await expectNothingPrivate();
    await own.goto('/mypage/myposts');
    await expectNothingPrivate();
    expect((await own.request.get('/api/profile')).status()).toBe(401);
  });
});

test('[ST-01] revoked session: the next call or the end of live comments leads to login, with a reason and a return path; a left tab does not', async ({
  page,
  watch,
  makers,
  user,
  signIn,
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

  // Also when the page is reopened days later.
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

  // Without input, the session ends at the latest with its live stream.
  const reader = await makers.user();
  const post = await makers.post(reader, { title: '읽고 있던 글' });
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  await expect(page.getByText('아직 댓글이 없습니다.')).toBeVisible();
  await revoke(reader);
  await expectLoginScreen(page);
  await expect(page.getByText('읽고 있던 글')).toHaveCount(0);
  await logIn(page, reader.email, PASSWORD);
  await expectPath(page, `/post/${post.id}`);
});
