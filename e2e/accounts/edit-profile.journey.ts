import {
  change,
  confirmation,
  newPassword,
  nickname,
  oldPassword,
  profileFact,
} from '../testing/edit-forms.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectAlert, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';

const NEW_PASSWORD = 'a better password';

test('[SC-38] [ER-14] a changed nickname shows everywhere, on old posts too', async ({
  page,
  makers,
  user,
}) => {
  const post = await makers.post(user, { board: 'hana-square' });
  await page.goto('/building/hana-square');
  await expect(page.getByRole('link', { name: post.title })).toBeVisible();
  await page.goto('/mypage/viewprofile');
  await page.getByRole('link', { name: '닉네임 변경' }).click();
  // Typed on a Mac, the letters of a syllable arrive apart; what the student sees are seven.
  await nickname(page).fill('안암동호랑이7'.normalize('NFD'));
  await change(page).click();
  await expectAlert(page, '닉네임을 변경했습니다.');
  await expectPath(page, '/mypage/viewprofile');
  await expect(profileFact(page, '닉네임')).toHaveText('안암동호랑이7');
  await page.goto('/building/hana-square');
  await expect(page.getByRole('article').first()).toContainText('안암동호랑이7');
  const { user: me } = await user.client.ask('GET /api/session', {});
  expect(me?.nickname).toBe('안암동호랑이7');
});

test('[SC-38] [ER-14] a changed password logs in, the old one does not, and other browsers are logged out', async ({
  page,
  watch,
  openBrowser,
  user,
}) => {
  watch.expectStatus(401);
  const elsewhere = await openBrowser();
  await elsewhere.goto('/mypage');
  await logIn(elsewhere, user.email, PASSWORD);
  await expect(elsewhere.getByText(user.nickname)).toBeVisible();

  await page.goto('/mypage/viewprofile');
  await page.getByRole('link', { name: '비밀번호 변경' }).click();
  await oldPassword(page).fill(PASSWORD);
  await newPassword(page).fill(NEW_PASSWORD);
  await confirmation(page).fill(NEW_PASSWORD);
  await change(page).click();
  await expectAlert(page, '비밀번호를 변경했습니다.');
  await expectPath(page, '/mypage/viewprofile');

  // This session goes on; the other one is over at its next call.
  await page.reload();
  await expect(profileFact(page, '이메일')).toHaveText(user.email);
  await elsewhere.getByRole('link', { name: '프로필 보기' }).click();
  await expectLoginScreen(elsewhere);
  await logIn(elsewhere, user.email, PASSWORD);
  await expectAlert(elsewhere, '비밀번호가 틀렸습니다.');
  await logIn(elsewhere, user.email, NEW_PASSWORD);
  await expectPath(elsewhere, '/mypage/viewprofile');
});
