import type { Page } from '@playwright/test';
import { countWrites } from '../testing/calls.ts';
import {
  change,
  confirmation,
  email,
  EMAIL_PATH,
  newPassword,
  password,
  profileFact,
} from '../testing/edit-forms.ts';
import { answerProblem } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD, type User } from '../testing/makers.ts';
import {
  expectAlert,
  expectFieldError,
  expectHome,
  expectLoginScreen,
  expectPath,
  logIn,
} from '../testing/screens.ts';

const NEW_PASSWORD = 'back in my hands';

/** Changes the address by the form of a browser that is signed in, and answers the new one. */
async function changeEmail(page: Page, user: User, address: string): Promise<void> {
  await page.goto('/mypage/viewprofile');
  await page.getByRole('link', { name: '이메일 변경' }).click();
  await email(page).fill(address);
  await password(page).fill(user.password);
  await change(page).click();
  await expectAlert(page, '이메일을 변경했습니다.');
  await expectPath(page, '/mypage/viewprofile');
  await expect(profileFact(page, '이메일')).toHaveText(address);
}

test('[VA-09] address and password are required, and the password is checked first', async ({
  page,
  watch,
  anybody,
  user: _,
}) => {
  await page.goto(EMAIL_PATH);
  const writes = countWrites(page);
  const required = '모든 정보를 입력해 주세요.';
  for (const [address, word, alert, wrong] of [
    ['', '', required, email(page)],
    ['', PASSWORD, required, email(page)],
    ['new@korea.ac.kr', '', required, password(page)],
    ['no address', PASSWORD, '올바른 이메일 주소를 입력해 주세요.', email(page)],
    ['two@@korea.ac.kr', PASSWORD, '올바른 이메일 주소를 입력해 주세요.', email(page)],
  ] as const) {
    await email(page).fill(address);
    await password(page).fill(word);
    await change(page).click();
    await expectAlert(page, alert);
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expect(wrong).toBeFocused();
    await page.getByRole('button', { name: '알림 닫기' }).click();
  }
  expect(writes()).toBe(0);

  // An address that somebody has is not told to whoever does not know the password.
  watch.expectStatus(403);
  await email(page).fill(anybody.email);
  await password(page).fill('not the password');
  await change(page).click();
  await expectAlert(page, '비밀번호가 일치하지 않습니다.');
  await expectFieldError(password(page), '비밀번호가 일치하지 않습니다.');
});

test('[ER-06] a wrong password changes no address, and what was typed stays', async ({
  page,
  watch,
  makers,
  user,
}) => {
  watch.expectStatus(403);
  await page.goto(EMAIL_PATH);
  const address = makers.newEmail();
  await email(page).fill(address);
  await password(page).fill('not the password');
  await change(page).click();
  await expectAlert(page, '비밀번호가 일치하지 않습니다.');
  await expectFieldError(password(page), '비밀번호가 일치하지 않습니다.');
  await expect(password(page)).toBeFocused();
  await expect(email(page)).toHaveValue(address);
  const { user: me } = await user.client.ask('GET /api/session', {});
  expect(me?.email).toBe(user.email);
});

test('[ER-07] an address that is taken is refused in any letter case', async ({
  page,
  watch,
  anybody,
  user,
}) => {
  watch.expectStatus(409);
  for (const address of [anybody.email, anybody.email.toUpperCase(), user.email]) {
    await page.goto(EMAIL_PATH);
    await email(page).fill(address);
    await password(page).fill(PASSWORD);
    await change(page).click();
    await expectAlert(page, '이미 등록된 이메일입니다.');
    await expectFieldError(email(page), '이미 등록된 이메일입니다.');
    await expect(email(page)).toBeFocused();
  }
});

test('[ER-08] an unknown failure of the change reads as unknown', async ({ page, watch, signIn }) => {
  watch.expectStatus(500);
  await signIn();
  await page.goto(EMAIL_PATH);
  await answerProblem(page, 'PUT', '**/api/profile/email', { status: 500, code: 'server.failed' });
  await email(page).fill('other@korea.ac.kr');
  await password(page).fill(PASSWORD);
  await change(page).click();
  await expectAlert(page, '알 수 없는 오류가 발생했습니다.');
  await expect(email(page)).toHaveValue('other@korea.ac.kr');
});

test('[SC-38] [ER-14] a changed address starts unverified, and its own mail verifies it', async ({
  page,
  watch,
  makers,
  openBrowser,
  user,
}) => {
  const elsewhere = await openBrowser();
  await elsewhere.goto('/building');
  await logIn(elsewhere, user.email, PASSWORD);
  await expectPath(elsewhere, '/building');

  const address = makers.newEmail();
  await changeEmail(page, user, address);
  await expect(profileFact(page, '인증 상태')).toHaveText('미인증');
  await expect(profileFact(page, '글쓰기 권한')).toHaveText('질문 게시판과 댓글');
  watch.expectStatus(401);
  await elsewhere.getByRole('main').getByRole('link').first().click();
  await expectLoginScreen(elsewhere);

  const link = await newestLink(user.client, address, '/verify');
  await page.goto(link.href);
  await expect(page.getByText(address, { exact: false })).toBeVisible();
  await page.getByRole('button', { name: '이메일 인증하기' }).click();
  await expectHome(page);
  await page.goto('/mypage/viewprofile');
  await expect(profileFact(page, '인증 상태')).toHaveText('인증 완료');
  await expect(profileFact(page, '글쓰기 권한')).toHaveText('모든 게시판');

  await logIn(elsewhere, user.email, PASSWORD);
  await expectAlert(elsewhere, '비밀번호가 틀렸습니다.');
  await logIn(elsewhere, address, PASSWORD);
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: '로그인', exact: true })).toHaveCount(0);
});

test('[SC-38] the notice to the old address takes the change back and sets a new password', async ({
  page,
  watch,
  makers,
  openBrowser,
  user,
}) => {
  const address = makers.newEmail();
  await changeEmail(page, user, address);

  const owner = await openBrowser();
  const link = await newestLink(user.client, user.email, '/reset');
  expect(link.searchParams.has('undo')).toBe(true);
  // A mail scanner fetches links.
  await user.client.read(link.pathname + link.search);
  await owner.goto(link.href);
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('이메일 변경 되돌리기');
  const submit = owner.getByRole('button', { name: '되돌리고 비밀번호 변경' });
  await newPassword(owner).fill('12345');
  await confirmation(owner).fill('12345');
  await submit.click();
  await expectFieldError(newPassword(owner), '비밀번호는 6자 이상이어야 합니다.');
  await newPassword(owner).fill(NEW_PASSWORD);
  await confirmation(owner).fill(PASSWORD);
  await submit.click();
  await expectAlert(owner, '비밀번호 확인이 일치하지 않습니다.');
  await expectFieldError(confirmation(owner), '비밀번호 확인이 일치하지 않습니다.');
  await confirmation(owner).fill(NEW_PASSWORD);
  await submit.click();
  await expectAlert(owner, '이메일을 되돌리고 비밀번호를 변경했습니다.');
  await expectPath(owner, '/login');

  // Whoever made the change is out, with the address and the password they knew.
  watch.expectStatus(401);
  await page.reload();
  await expectLoginScreen(page);
  await logIn(page, address, PASSWORD);
  await expectAlert(page, '비밀번호가 틀렸습니다.');
  await logIn(page, user.email, PASSWORD);
  await expectAlert(page, '비밀번호가 틀렸습니다.');

  await logIn(owner, user.email, NEW_PASSWORD);
  await expectHome(owner);
  await owner.goto('/mypage/viewprofile');
  await expect(profileFact(owner, '이메일')).toHaveText(user.email);
  await expect(profileFact(owner, '인증 상태')).toHaveText('인증 완료');
  await expect(profileFact(owner, '글쓰기 권한')).toHaveText('모든 게시판');

  watch.expectStatus(410);
  await owner.goto(link.href);
  await newPassword(owner).fill('once more please');
  await confirmation(owner).fill('once more please');
  await submit.click();
  await expectAlert(owner, /링크가 만료되었거나 이미 사용되었습니다/);
});
