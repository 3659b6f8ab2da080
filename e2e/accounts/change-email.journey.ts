import type { Page } from '@playwright/test';
import { change, confirmation, email, newPassword, password, profileFact } from '../testing/edit-forms.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD, type User } from '../testing/makers.ts';
import { expectAlert, expectHome, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';

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
  await newPassword(owner).fill(NEW_PASSWORD);
  await confirmation(owner).fill(NEW_PASSWORD);
  await submit.click();
  await expectAlert(owner, '이메일을 되돌리고 비밀번호를 변경했습니다.');
  await expectPath(owner, '/login');

  // Anyone who made the change is out, with the address and the password they knew.
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
});
