import { countWrites } from '../testing/calls.ts';
import { password, withdraw, WITHDRAW_PATH } from '../testing/edit-forms.ts';
import { answerProblem } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectAlert, expectFieldError, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';
import { openWrite, title } from '../testing/write-form.ts';

test('[RT-13] the withdraw form says what withdrawing means', async ({ page, signIn }) => {
  await signIn();
  await page.goto(WITHDRAW_PATH);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('회원 탈퇴');
  await expect(page.getByText(/되돌릴 수 없습니다/)).toBeVisible();
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(withdraw(page)).toBeVisible();
  await expectPath(page, WITHDRAW_PATH);
});

test('[VA-09] [ER-06] withdrawing needs the password, and the right one', async ({ page, watch, user }) => {
  await page.goto(WITHDRAW_PATH);
  const writes = countWrites(page);
  await withdraw(page).click();
  await expectAlert(page, '모든 정보를 입력해 주세요.');
  await expectFieldError(password(page), '모든 정보를 입력해 주세요.');
  await expect(password(page)).toBeFocused();
  expect(writes()).toBe(0);

  watch.expectStatus(403);
  await password(page).fill('not the password');
  await withdraw(page).click();
  await expectAlert(page, '비밀번호가 일치하지 않습니다.');
  await expectFieldError(password(page), '비밀번호가 일치하지 않습니다.');
  await expectPath(page, WITHDRAW_PATH);
  const { user: me } = await user.client.ask('GET /api/session', {});
  expect(me?.id).toBe(user.id);
});

test('[ER-08] each stage that may fail has its own number, and the student stays', async ({
  page,
  watch,
  user,
}) => {
  watch.expectStatus(500);
  for (const [code, alert] of [
    ['withdrawal.reauthentication', '문제가 발생했습니다. (1)'],
    ['withdrawal.profile', '문제가 발생했습니다. (2)'],
    ['withdrawal.account', '문제가 발생했습니다. (3)'],
    ['server.failed', '알 수 없는 오류가 발생했습니다.'],
  ] as const) {
    await page.goto(WITHDRAW_PATH);
    await answerProblem(page, 'POST', '**/api/profile/withdrawal', { status: 500, code });
    await password(page).fill(PASSWORD);
    await withdraw(page).click();
    await expectAlert(page, alert);
    await expectPath(page, WITHDRAW_PATH);
    await page.unroute('**/api/profile/withdrawal');
  }
  await page.goto('/mypage');
  await expect(page.getByText(user.nickname)).toBeVisible();
});

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
