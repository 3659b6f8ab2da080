import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { CUT, loseAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectAlert, expectHome, expectPath } from '../testing/screens.ts';
import { fillSignUp, signUp, signUpButton } from '../testing/sign-up-form.ts';

/** As somebody who comes back from their mails: tests' pages are never hidden, so they say it by hand. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

test('[M-04a] signing up signs in and says to look into the mailbox, with the address and how to change it', async ({
  page,
  makers,
}) => {
  const email = makers.newEmail();
  await page.goto('/signup');
  await signUp(page, email);
  await expectPath(page, '/verify');
  await expect(page.getByText(email)).toBeVisible();
  const { user: me } = await (await page.request.get('/api/session')).json();
  expect(me).toMatchObject({ email, emailVerified: false, writingRight: false });
  await expectAccessible(page);

  const other = makers.newEmail();
  await page.getByRole('link', { name: '이메일 주소 바꾸기' }).click();
  await page.getByLabel('새 이메일', { exact: true }).fill(other);
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '변경하기' }).click();
  await expectPath(page, '/verify');
  await expect(page.getByText(other)).toBeVisible();

  // Signed in one is at home, and sign-up is no screen for students.
  await page.goto('/signup');
  await expectHome(page);
});

test('[M-04c] verified in another tab or on another device, the waiting page leads on to what was asked for first', async ({
  page,
  context,
  makers,
  anybody,
  openBrowser,
}) => {
  const post = await makers.post(anybody, { title: '가입하고 볼 글' });
  const email = makers.newEmail();
  await page.goto(`/post/${post.id}`);
  await page.getByRole('link', { name: '회원가입' }).click();
  await signUp(page, email);
  const tab = await context.newPage();
  await tab.goto((await newestLink(anybody.client, email, '/verify')).href);
  await tab.getByRole('button', { name: '이메일 인증하기' }).click();
  await expectHome(tab);
  await expectPath(page, `/post/${post.id}`);
  await expectAlert(page, '이제 모든 게시판에 글을 쓸 수 있습니다.');

  const laptop = await openBrowser();
  const second = makers.newEmail();
  await laptop.goto('/signup');
  await signUp(laptop, second);
  const phone = await openBrowser();
  await phone.goto((await newestLink(anybody.client, second, '/verify')).href);
  await phone.getByRole('link', { name: '로그인', exact: true }).click();
  await phone.getByLabel('이메일', { exact: true }).fill(second);
  await phone.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await phone.getByRole('button', { name: '로그인', exact: true }).click();
  await phone.getByRole('button', { name: '이메일 인증하기' }).click();
  await expectHome(phone);
  await comeBack(laptop);
  await expectHome(laptop);
});

test('[M-04e] who signs up with a stranger’s address is signed in, and gains nothing by the stranger’s click', async ({
  page,
  makers,
  anybody,
  openBrowser,
}) => {
  const strangers = makers.newEmail();
  await page.goto('/signup');
  await signUp(page, strangers);
  const link = await newestLink(anybody.client, strangers, '/verify');
  const stranger = await openBrowser();
  await stranger.goto(link.href);
  // Without the password of that account there is nothing to press.
  await expect(stranger.getByRole('link', { name: '로그인', exact: true })).toBeVisible();
  await expect(stranger.getByRole('button', { name: '이메일 인증하기' })).toHaveCount(0);
  await comeBack(page);
  const { user: me } = await (await page.request.get('/api/session')).json();
  expect(me).toMatchObject({ email: strangers, emailVerified: false, writingRight: false });
});

test('[M-04f] after a lost answer the second tap enters instead of saying that the address is taken', async ({
  page,
  watch,
  makers,
}) => {
  watch.expect(CUT);
  watch.expectStatus(409);
  await loseAnswers(page, 'POST', '**/api/accounts');
  await page.goto('/signup');
  await fillSignUp(page, makers.newEmail());
  await signUpButton(page).click();
  await expectAlert(page, /인터넷 연결이 원활하지 않습니다/);
  await page.unroute('**/api/accounts');
  await signUpButton(page).click();
  await expect(page.getByRole('heading', { name: '메일함을 확인하세요' })).toBeVisible();
  await expect(page.getByText('이미 가입된 이메일입니다.')).toHaveCount(0);
});

test('[M-10a] until the address is verified, home and my page say so and send the mail again', async ({
  page,
  context,
  makers,
  signIn,
  openBrowser,
}) => {
  const user = await makers.user({ right: false });
  const first = await newestLink(user.client, user.email, '/verify');
  await signIn(user);
  const line = page.getByText('이메일 인증을 마치면 모든 게시판에 글을 쓸 수 있습니다.');
  // The tiles stay on the first screen of a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('link', { name: '축제 게시판' })).toBeInViewport({ ratio: 1 });
  for (const path of ['/mypage', '/']) {
    await page.goto(path);
    await expect(line).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: '인증 메일 다시 받기' }).click();
  await expectAlert(page, '인증 메일을 보냈습니다.');
  const again = await newestLink(user.client, user.email, '/verify', first);
  await page.reload();
  await expect(line).toBeVisible();

  const tab = await context.newPage();
  await tab.goto(again.href);
  await tab.getByRole('button', { name: '이메일 인증하기' }).click();
  await expectHome(tab);
  await expect(line).toHaveCount(0);
  await page.goto('/mypage');
  await expect(page.getByText('인증 완료')).toBeVisible();
  await expect(line).toHaveCount(0);

  const elsewhere = await openBrowser(await makers.user());
  await elsewhere.goto('/');
  await expectHome(elsewhere);
  await expect(elsewhere.getByRole('button', { name: '인증 메일 다시 받기' })).toHaveCount(0);
});
