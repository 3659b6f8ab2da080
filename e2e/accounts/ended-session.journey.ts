import type { Page } from '@playwright/test';
import { commentInput } from '../testing/comments.ts';
import { change, email, EMAIL_PATH, nickname, NICKNAME_PATH, password } from '../testing/edit-forms.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD, type User } from '../testing/makers.ts';
import { expectAlert, expectHome, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';
import { body, openWrite, submit, title } from '../testing/write-form.ts';

const ENDED = '로그인이 만료되었습니다. 다시 로그인하면 보던 화면으로 돌아갑니다.';

/** Ends the session on the server, as a changed password elsewhere does. */
async function revoke(user: User): Promise<void> {
  await user.client.ask('DELETE /api/session', {});
  await user.client.ask('POST /api/session', { body: { email: user.email, password: PASSWORD } });
}

/** The login says why, and only the password is left to type. */
async function logInAgain(page: Page, user: User): Promise<void> {
  await expectLoginScreen(page);
  await expect(page.getByRole('alert').filter({ hasText: ENDED })).toBeVisible();
  await expect(page.getByLabel('이메일', { exact: true })).toHaveValue(user.email);
  await expect(page.getByLabel('비밀번호', { exact: true })).toHaveValue('');
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
}

test('[M-06a] a session that ended says so, knows the address and leads back; one that was left does not', async ({
  page,
  watch,
  user,
}) => {
  watch.expectStatus(401);
  await page.goto('/mypage');
  await expect(page.getByText(user.nickname)).toBeVisible();
  await revoke(user);
  await page.getByRole('link', { name: '스크랩' }).click();
  await logInAgain(page, user);
  await expectPath(page, '/mypage/scrap');

  // Also days later, when the page is opened anew.
  await page.context().clearCookies();
  await page.goto('/building');
  await logInAgain(page, user);
  await expectPath(page, '/building');

  await page.goto('/mypage');
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expectLoginScreen(page);
  await expect(page.getByText(ENDED)).toHaveCount(0);
  await expect(page.getByLabel('이메일', { exact: true })).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('이메일', { exact: true })).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(user.email);
});

test('[M-06b] a post that is sent too late waits where it was written, its building included', async ({
  page,
  watch,
  user,
}) => {
  watch.expectStatus(401);
  await openWrite(page, '/building/main-hall');
  await title(page).fill('늦게 보낸 글');
  await body(page).fill('창가 자리가 비었어요');
  await revoke(user);
  await submit(page).click();
  await expectAlert(page, '로그인이 필요합니다.');
  await expectPath(page, '/');
  await logInAgain(page, user);
  await expectPath(page, '/write');
  await expect(page.getByText('본관')).toBeVisible();
  await expect(title(page)).toHaveValue('늦게 보낸 글');
  await expect(body(page)).toHaveValue('창가 자리가 비었어요');
  await submit(page).click();
  await expectPath(page, '/building/main-hall');
});

test('[M-06c] comments and what was typed into the forms of the profile wait too, for nobody else', async ({
  page,
  watch,
  makers,
  user,
}) => {
  watch.expectStatus(401);
  const post = await makers.post(user);
  await page.goto(`/post/${post.id}`);
  await commentInput(page).fill('쓰다 만 댓글');
  await revoke(user);
  // The live comments end with the session.
  await logInAgain(page, user);
  await expectPath(page, `/post/${post.id}`);
  await expect(commentInput(page)).toHaveValue('쓰다 만 댓글');

  await page.goto(NICKNAME_PATH);
  await nickname(page).fill('새로운이름');
  await page.context().clearCookies();
  await change(page).click();
  await logInAgain(page, user);
  await expectPath(page, NICKNAME_PATH);
  await expect(nickname(page)).toHaveValue('새로운이름');

  await page.goto(EMAIL_PATH);
  await email(page).fill('typed@example.com');
  await password(page).fill(PASSWORD);
  await page.context().clearCookies();
  await change(page).click();
  await expectLoginScreen(page);

  // Somebody else takes the phone.
  const other = await makers.user();
  await logIn(page, other.email, PASSWORD);
  await expectPath(page, EMAIL_PATH);
  await expect(email(page)).toHaveValue('');
  await page.goto(`/post/${post.id}`);
  await expect(commentInput(page)).toHaveValue('');
  await page.goto('/');
  await expectHome(page);
});
