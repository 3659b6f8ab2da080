import { password, withdraw } from '../testing/edit-forms.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectAlert, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';
import { openWrite, title } from '../testing/write-form.ts';

test('[SC-38] [ST-12] [ER-14] withdrawing says so, shows login at /, and leaves posts without their author', async ({
  page,
  context,
  watch,
  makers,
  openBrowser,
  anybody,
  user,
}) => {
  const post = await makers.post(user);
  await makers.reply(user, post.id, '떠나기 전의 댓글');
  await openWrite(page, '/board/question');
  await title(page).fill('끝내지 못한 글');
  const other = await context.newPage();
  await other.goto('/building');
  await expect(other.getByRole('tab', { name: '전체' })).toBeVisible();

  await page.goto('/mypage/viewprofile');
  await page.getByRole('link', { name: '회원 탈퇴' }).click();
  await password(page).fill(PASSWORD);
  await withdraw(page).click();
  await expectAlert(page, '회원 탈퇴가 완료되었습니다.');
  await expectPath(page, '/');
  await expectLoginScreen(page);
  await expectLoginScreen(other);
  // Nothing of the student stays on the device.
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.goBack();
  await expectLoginScreen(page);
  await expect(page.getByText(user.email)).toHaveCount(0);

  watch.expectStatus(401);
  await logIn(page, user.email, PASSWORD);
  await expectAlert(page, '비밀번호가 틀렸습니다.');
  const reader = await openBrowser(anybody);
  await reader.goto(`/post/${post.id}`);
  await expect(reader.getByText('(알 수 없음)')).toHaveCount(2);
  await expect(reader.getByText(user.nickname)).toHaveCount(0);
});
