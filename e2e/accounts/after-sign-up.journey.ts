import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectAlert, expectHome, expectPath } from '../testing/screens.ts';
import { signUp } from '../testing/sign-up-form.ts';

test('signing up leads to the mailbox, where the address can be changed; verified in another tab, it leads on to what was asked for first', async ({
  page,
  context,
  makers,
  anybody,
}) => {
  const post = await makers.post(anybody, { title: '가입하고 볼 글' });
  const [email, other] = [makers.newEmail(), makers.newEmail()];
  await page.goto(`/post/${post.id}`);
  await page.getByRole('link', { name: '회원가입' }).click();
  await signUp(page, email);
  await expectPath(page, /^\/verify\?/);
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: '이메일 주소 바꾸기' }).click();
  await page.getByLabel('새 이메일', { exact: true }).fill(other);
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '변경하기' }).click();
  await expectPath(page, /^\/verify\?/);
  await expect(page.getByText(other)).toBeVisible();

  const tab = await context.newPage();
  await tab.goto((await newestLink(anybody.client, other, '/verify')).href);
  await tab.getByRole('button', { name: '이메일 인증하기' }).click();
  await expectHome(tab);
  await expectPath(page, `/post/${post.id}`);
  await expectAlert(page, '이제 모든 게시판에 글을 쓸 수 있습니다.');
  // Sign-up is no screen for students.
  await page.goto('/signup');
  await expectHome(page);
});

test('what home says until the address is verified leaves the tiles on the first screen of a phone', async ({
  page,
  makers,
  signIn,
}) => {
  await signIn(await makers.user({ right: false }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByText('이메일 인증을 마치면 모든 게시판에 글을 쓸 수 있습니다.')).toBeVisible();
  await expect(page.getByRole('link', { name: '축제 게시판' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});
