import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectHome, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';

test('a deep link before login lands there after login, its search and its place on the page included', async ({
  page,
  makers,
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
  // Going back does not show the login form to somebody who is logged in.
  await page.goBack();
  await expect(page.getByRole('button', { name: '로그인', exact: true })).toHaveCount(0);
});

test('a deep link is not forgotten on the way through sign-up', async ({
  page,
  context,
  makers,
  anybody,
}) => {
  const post = await makers.post(anybody, { title: '가입하고 볼 글' });
  const email = makers.newEmail();
  await page.goto(`/post/${post.id}`);
  await page.getByRole('link', { name: '회원가입' }).click();
  await page.getByLabel('이름', { exact: true }).fill('김새내기');
  // The first focus puts the cursor in front of the domain, a moment after the focus itself.
  const field = page.getByLabel('이메일', { exact: true });
  await field.focus();
  await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe(0);
  await field.fill(email);
  await page.getByLabel('닉네임', { exact: true }).fill('새내기호랑이');
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByLabel('비밀번호 확인', { exact: true }).fill(PASSWORD);
  await page.getByLabel('이용약관에 동의합니다').check();
  await page.getByLabel('개인정보 처리방침에 동의합니다').check();
  await page.getByRole('button', { name: '가입하기' }).click();
  await expectPath(page, `/verify?next=${encodeURIComponent(`/post/${post.id}`)}`);
  const tab = await context.newPage();
  await tab.goto((await newestLink(anybody.client, email, '/verify')).href);
  await tab.getByRole('button', { name: '이메일 인증하기' }).click();
  await expectPath(page, `/post/${post.id}`);
});

const elsewhere = [
  '//evil.example',
  '///evil.example',
  'https://evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'http://evil.example@evil.example',
  'javascript:alert(document.domain)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,evil',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/login/..//evil.example',
  '/.//evil.example',
  '/%2F%2Fevil.example',
  '%2F%2Fevil.example',
  '/login?next=//evil.example',
  'evil.example',
];

test('the address to return to cannot leave the site, whichever way it is written', async ({
  page,
  server,
  signIn,
}) => {
  await signIn();
  for (const next of elsewhere) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await expectHome(page);
    expect(new URL(page.url()).origin, next).toBe(server.origin);
  }
  // As somebody would write it into a link by hand.
  for (const search of [
    'next=//evil.example',
    'next=%2F%2Fevil.example',
    'next=%252F%252Fevil.example',
    'next=/%5Cevil.example',
    'next=/%09/evil.example',
    'next=/building&next=//evil.example',
  ]) {
    await page.goto(`/login?${search}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectPath(page, /^\/(building)?$/);
    expect(new URL(page.url()).origin, search).toBe(server.origin);
  }
});

test('nor can it after a real login', async ({ openBrowser, server, anybody }) => {
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login/..//evil.example',
  ]) {
    const visitor = await openBrowser();
    await visitor.goto(`/login?next=${encodeURIComponent(next)}`);
    await logIn(visitor, anybody.email, PASSWORD);
    await expectHome(visitor);
    expect(new URL(visitor.url()).origin, next).toBe(server.origin);
  }
});
