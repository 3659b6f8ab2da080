import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { trustLinks } from '../testing/mailbox.ts';
import { field, signUpButton } from '../testing/sign-up-form.ts';

test('every password can be looked at, the cursor stays, and sending hides it', async ({ page }) => {
  await page.goto('/signup');
  // With one box ticked of two, the one for both is half ticked.
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
  await trustLinks(page);
  for (const path of ['/login', '/reset?token=x']) {
    await page.goto(path);
    const secrets = page.locator('input[type=password]');
    await expect(secrets.first()).toBeVisible();
    await expect(page.getByRole('button', { name: / 표시$/ })).toHaveCount(await secrets.count());
  }
});
