import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectAlert, expectHome, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';

const NEW_PASSWORD = 'a better password';

test('[SC-33] a mailed link sets a new password, and the new password logs in', async ({
  page,
  watch,
  makers,
  openBrowser,
}) => {
  const user = await makers.user();
  const elsewhere = await openBrowser(user);
  await elsewhere.goto('/building');
  await expect(elsewhere.getByRole('tab', { name: '전체' })).toBeVisible();

  await page.goto('/login');
  await page.getByRole('link', { name: '비밀번호를 잊으셨나요?' }).click();
  await expect(page.getByRole('button', { name: '재설정 메일 보내기' })).toBeVisible();
  await page.getByLabel('이메일', { exact: true }).fill(user.email);
  await page.getByRole('button', { name: '재설정 메일 보내기' }).click();
  await expectAlert(page, '가입된 이메일이라면 비밀번호 재설정 메일을 보내 드립니다.');

  const link = await newestLink(user.client, user.email, '/reset');
  await user.client.read(link.pathname + link.search);
  await page.goto(link.href);
  const password = page.getByLabel('새 비밀번호', { exact: true });
  const confirmation = page.getByLabel('새 비밀번호 확인', { exact: true });
  const submit = page.getByRole('button', { name: '비밀번호 변경' });

  await password.fill(NEW_PASSWORD);
  await confirmation.fill(NEW_PASSWORD);
  await submit.click();
  await expectAlert(page, '비밀번호를 변경했습니다.');
  await expectPath(page, '/login');

  watch.expectStatus(401);
  await logIn(page, user.email, PASSWORD);
  await expectAlert(page, '비밀번호가 틀렸습니다.');
  await logIn(page, user.email, NEW_PASSWORD);
  await expectHome(page);

  // The link is spent, and anyone who was signed in elsewhere is so no more.
  await page.goto(link.href);
  await expectAlert(page, /이미 사용되었습니다/);
  await elsewhere.getByRole('main').getByRole('link').first().click();
  await expectLoginScreen(elsewhere);
});
