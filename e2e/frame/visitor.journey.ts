import type { Problem } from '@madang/contract/errors';
import { countWrites } from '../testing/calls.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import {
  expectAlert,
  expectFieldError,
  expectHome,
  expectLoginScreen,
  expectPath,
  logIn,
} from '../testing/screens.ts';

test('[RT-01] [RT-02] logged out, / and /login show the login screen', async ({ page }) => {
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expectLoginScreen(page);
    await expectPath(page, path);
  }
});

test('[RT-03] logged out, /signup shows the sign-up screen', async ({ page }) => {
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: '회원가입' })).toBeVisible();
  await expect(page.getByRole('button', { name: '가입하기' })).toBeVisible();
  await expectPath(page, '/signup');
});

test('[RT-04] logged out, /sendPasswordResetEmail shows the forgotten-password page', async ({ page }) => {
  await page.goto('/sendPasswordResetEmail');
  await expect(page.getByLabel('이메일', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '재설정 메일 보내기' })).toBeVisible();
});

test('[RT-05] logged out, every other path leads to login, and from there to the path first asked for', async ({
  page,
  makers,
  openBrowser,
}) => {
  const user = await makers.user();
  const post = await makers.post(user, { title: '로그인하고 볼 글' });
  for (const path of [
    '/building',
    '/building/main-hall',
    '/board/question?sort=popular',
    '/board/nowhere',
    '/mypage/viewprofile',
    '/write',
    '/search',
    '/keyword/2/3',
    '/hotpost/1',
    '/no/such/page',
  ]) {
    await page.goto(path);
    await expectLoginScreen(page);
    await expectPath(page, /^\/login(\?|$)/);
  }
  for (const path of [`/post/${post.id}`, '/building?category=%EB%85%B9%EC%A7%80']) {
    const visitor = await openBrowser();
    await visitor.goto(path);
    await expectPath(visitor, /^\/login(\?|$)/);
    await logIn(visitor, user.email, PASSWORD);
    await expectPath(visitor, path);
  }
});

test('an address to return to cannot leave the site', async ({ openBrowser, anybody }) => {
  for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    const visitor = await openBrowser();
    await visitor.goto(`/login?next=${encodeURIComponent(next)}`);
    await logIn(visitor, anybody.email, PASSWORD);
    await expectHome(visitor);
  }
});

test('[RT-23] verify, reset, terms and privacy open for everybody; a student is past forgotten passwords', async ({
  page,
  openBrowser,
  anybody,
}) => {
  const user = await openBrowser(anybody);
  for (const reader of [page, user]) {
    for (const [path, heading] of [
      ['/verify', '이메일 인증'],
      ['/reset', /비밀번호/],
      ['/terms', '이용약관'],
      ['/privacy', '개인정보 처리방침'],
    ] as const) {
      await reader.goto(path);
      await expect(reader.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expectPath(reader, path);
    }
  }
  await user.goto('/sendPasswordResetEmail');
  await expectHome(user);
});

test('[SC-32] the login screen has both fields and links to reset, sign-up and inquiry', async ({
  page,
  anybody,
}) => {
  const { inquiryUrl } = await anybody.client.ask('GET /api/campus', {});
  await page.goto('/login');
  await expect(page.getByLabel('이메일', { exact: true })).toBeEditable();
  await expect(page.getByLabel('비밀번호', { exact: true })).toHaveAttribute('type', 'password');
  // Another site: it opens in a window of its own, which learns nothing about this one.
  const inquiry = page.getByRole('link', { name: '문의하기' });
  await expect(inquiry).toHaveAttribute('href', inquiryUrl);
  await expect(inquiry).toHaveAttribute('target', '_blank');
  await expect(inquiry).toHaveAttribute('rel', /noopener/);
  await page.getByRole('link', { name: '비밀번호를 잊으셨나요?' }).click();
  await expectPath(page, '/sendPasswordResetEmail');
  await page.goBack();
  await page.getByRole('link', { name: '회원가입' }).click();
  await expectPath(page, '/signup');
  await page.goBack();
  await logIn(page, anybody.email, PASSWORD);
  await expectHome(page);
});

test('[VA-06] [ER-01] both fields of login are required', async ({ page }) => {
  const sent = countWrites(page);
  await page.goto('/login');
  const email = page.getByLabel('이메일', { exact: true });
  const password = page.getByLabel('비밀번호', { exact: true });
  for (const [given, missing] of [
    [['', ''], email],
    [['', PASSWORD], email],
    [['student@korea.ac.kr', ''], password],
  ] as const) {
    await page.reload();
    await logIn(page, given[0], given[1]);
    await expectAlert(page, '모든 정보를 입력해 주세요.');
    await expect(missing).toHaveAttribute('aria-invalid', 'true');
    await expect(missing).toBeFocused();
  }
  expect(sent()).toBe(0);
});

test('[ER-02] any sign-in error reads as a wrong password, for known and unknown addresses alike', async ({
  page,
  watch,
  anybody,
  makers,
}) => {
  watch.expectStatus(401);
  for (const [email, password] of [
    [anybody.email, 'not the password'],
    [makers.newEmail(), PASSWORD],
    ['no address at all', PASSWORD],
  ] as const) {
    await page.goto('/login');
    await logIn(page, email, password);
    await expectAlert(page, '비밀번호가 틀렸습니다.');
    await expectFieldError(page.getByLabel('비밀번호', { exact: true }), '비밀번호가 틀렸습니다.');
    // What was typed is still there to be mended.
    await expect(page.getByLabel('이메일', { exact: true })).toHaveValue(email);
  }
});

test('[ER-02] what is no sign-in error reads as unknown', async ({ page, watch, anybody }) => {
  watch.expectStatus(500);
  await page.route('**/api/session', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const problem: Problem = { type: 'about:blank', title: 'failed', status: 500, code: 'server.failed' };
    return route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem });
  });
  await page.goto('/login');
  await logIn(page, anybody.email, PASSWORD);
  await expectAlert(page, '알 수 없는 오류가 발생했습니다.');
  await expectLoginScreen(page);
});

test('[ST-02] an account without profile stays logged out, and only the console says so', async ({
  page,
  watch,
  anybody,
}) => {
  watch.expect(/^console\.\w+: No such user!$/);
  await page.route('**/api/session', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.fulfill({ status: 201, json: { user: null } });
  });
  await page.goto('/login');
  const logged = page.waitForEvent('console');
  await logIn(page, anybody.email, PASSWORD);
  await logged;
  await expectLoginScreen(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
