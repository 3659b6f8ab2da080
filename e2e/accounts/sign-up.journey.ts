import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectDecoded, screenName } from '../testing/reading.ts';
import { expectAlert, expectHome, expectPath, sidewaysScroll } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';
import { field, signUp, signUpButton } from '../testing/sign-up-form.ts';

// `sign-up.component.test.tsx` tests the texts of the forms, `verify.component.test.tsx` a mailed link.

/** The first focus moves the cursor before the domain shortly afterwards. */
async function waitForCursor(page: Page): Promise<void> {
  const email = field(page, '이메일');
  await email.focus();
  await expect.poll(() => email.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe(0);
}

test('visitor: sees the campus in light and dark without layout shift; signing up is the second button', async ({
  page,
  anybody,
}) => {
  const { product } = await anybody.client.ask('GET /api/campus', {});
  const moved = await watchShifts(page);
  const logIn = page.getByRole('button', { name: '로그인', exact: true });
  for (const [colorScheme, address] of [
    ['light', /\/campus\/welcome\.webp$/],
    ['dark', /\/campus\/welcome-dark\.webp$/],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const picture = page.locator('main img');
    await expectDecoded(picture);
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(address);
    expect(await moved()).toEqual([]);
    await expect(logIn).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(product.tagline, { exact: true })).toBeInViewport({ ratio: 1 });
  }
  const signingUp = page.getByRole('link', { name: '회원가입' });
  const [first, second] = [await logIn.boundingBox(), await signingUp.boundingBox()];
  expect([second?.x, second?.width]).toEqual([first?.x, first?.width]);
  expect(second?.height).toBeGreaterThanOrEqual(44);
  expect((second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBeLessThan(32);
  expect(await sidewaysScroll(page)).toBe(0);
  await signingUp.click();
  await expectPath(page, '/signup');
  // The login form has a field of the same name.
  await expect(screenName(page)).toHaveText('회원가입');

  // Only the part before the domain is typed; a typed or pasted full address replaces all.
  await waitForCursor(page);
  await page.keyboard.type('student');
  await expect(field(page, '이메일')).toHaveValue('student@korea.ac.kr');
  await page.reload();
  await waitForCursor(page);
  await page.keyboard.type('someone@example.com');
  await expect(field(page, '이메일')).toHaveValue('someone@example.com');
  await page.reload();
  await waitForCursor(page);
  await page.keyboard.insertText('student@korea.ac.kr');
  await expect(field(page, '이메일')).toHaveValue('student@korea.ac.kr');

  // The password can be revealed, the cursor stays, and sending hides it.
  await field(page, '이용약관에 동의합니다').check();
  const password = field(page, '비밀번호');
  const toggle = page.getByRole('button', { name: '비밀번호 표시', exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await password.fill('창가자리12');
  await password.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toBeFocused();
  await expect.poll(() => password.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2);
  await expectAccessible(page);
  await page.keyboard.type('!');
  await expect(password).toHaveValue('창가!자리12');
  await signUpButton(page).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('sign-up: leads to the mailbox screen, which can change the address; verified in another tab, it continues to the requested page', async ({
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

  // The verification notice leaves the tiles on a phone's first screen.
  const tab = await context.newPage();
  await tab.goto('/');
  await expect(tab.getByText('이메일 인증을 마치면 모든 게시판에 글을 쓸 수 있습니다.')).toBeVisible();
  await expect(tab.getByRole('link', { name: '축제 게시판' })).toBeInViewport({ ratio: 1 });

  const link = await newestLink(anybody.client, other, '/verify');
  // A mail scanner fetches links.
  await anybody.client.read(link.pathname + link.search);
  await tab.goto(link.href);
  await tab.getByRole('button', { name: '이메일 인증하기' }).click();
  await expectHome(tab);
  await expectPath(page, `/post/${post.id}`);
  await expectAlert(page, '이제 모든 게시판에 글을 쓸 수 있습니다.');
  // Signed-in students cannot open the sign-up.
  await page.goto('/signup');
  await expectHome(page);
});
