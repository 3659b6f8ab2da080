import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { field, signUpButton } from '../testing/sign-up-form.ts';

test('[M-10b] from the facility board the write screen says who writes there and asks for the building instead', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/board/buildingNotice');
  await page.getByRole('link', { name: '글쓰기' }).click();
  const picker = page.getByRole('dialog', { name: '건물 선택' });
  await expect(picker).toContainText('시설 공지는 운영팀이 작성합니다. 글을 쓸 건물을 골라 주세요.');
  await expectAccessible(page);
  await picker.getByRole('button', { name: '본관 인문', exact: true }).click();
  await expect(page.getByLabel('제목', { exact: true })).toBeVisible();

  await page.goto('/board/new');
  await page.goto('/write');
  await expect(picker).toBeVisible();
  await expect(picker).not.toContainText('운영팀이 작성합니다');
});

test('[M-14b] every password can be looked at, the cursor stays, and sending hides it', async ({ page }) => {
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
  for (const path of ['/login', '/reset?token=x']) {
    await page.goto(path);
    const secrets = page.locator('input[type=password]');
    await expect(secrets.first()).toBeVisible();
    await expect(page.getByRole('button', { name: / 표시$/ })).toHaveCount(await secrets.count());
  }
});
