import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectHome, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';

test('deep link before login: opens after login with query and hash, never on another site', async ({
  page,
  makers,
  server,
}) => {
  const user = await makers.user();
  const post = await makers.post(user, { title: '공유받은 글' });
  await page.goto(`/post/${post.id}?from=chat#comments`);
  await expectLoginScreen(page);
  await page.reload();
  await logIn(page, user.email, PASSWORD);
  await expectPath(page, `/post/${post.id}?from=chat`);
  expect(new URL(page.url()).hash).toBe('#comments');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('공유받은 글');
  // Back does not show the login form to a logged-in user.
  await page.goBack();
  await expect(page.getByRole('button', { name: '로그인', exact: true })).toHaveCount(0);

  // A hand-written link.
  for (const search of ['next=/%09/evil.example', 'next=/login/..//evil.example']) {
    await page.goto(`/login?${search}`);
    await expectHome(page);
    expect(new URL(page.url()).origin, search).toBe(server.origin);
  }
  await page.context().clearCookies();
  await page.goto(`/login?next=${encodeURIComponent('/\\evil.example')}`);
  await logIn(page, user.email, PASSWORD);
  await expectHome(page);
  expect(new URL(page.url()).origin).toBe(server.origin);
});
