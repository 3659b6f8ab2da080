import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectHome, expectPath, logIn } from '../testing/screens.ts';

function emailOf(page: Page) {
  return page.getByLabel('이메일', { exact: true });
}

/** The first focus puts the cursor in front of the domain, a moment after the focus itself. */
async function waitForCursor(page: Page): Promise<void> {
  const field = emailOf(page);
  await field.focus();
  await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe(0);
}

test('[VA-02] what is typed stands before the domain, and a whole address, typed or pasted, alone', async ({
  page,
}) => {
  await page.goto('/signup');
  await waitForCursor(page);
  // Only the part before it is left to type.
  await page.keyboard.type('student');
  await expect(emailOf(page)).toHaveValue('student@korea.ac.kr');
  await page.reload();
  await waitForCursor(page);
  await page.keyboard.type('someone@example.com');
  await expect(emailOf(page)).toHaveValue('someone@example.com');
  await page.reload();
  await waitForCursor(page);
  await page.keyboard.insertText('student@korea.ac.kr');
  await expect(emailOf(page)).toHaveValue('student@korea.ac.kr');
});

test('a verification link asks for login, uses nothing up by being opened, and verifies', async ({
  page,
  makers,
}) => {
  const user = await makers.user({ right: false });
  const link = await newestLink(user.client, user.email, '/verify');
  // A mail scanner fetches links.
  await user.client.read(link.pathname + link.search);
  await page.goto(link.href);
  await page.getByRole('link', { name: '로그인', exact: true }).click();
  await logIn(page, user.email, PASSWORD);
  await expectPath(page, link.pathname + link.search);
  await page.getByRole('button', { name: '이메일 인증하기' }).click();
  await expectHome(page);
  const { user: me } = await user.client.ask('GET /api/session', {});
  expect(me).toMatchObject({ emailVerified: true, writingRight: true });
});
