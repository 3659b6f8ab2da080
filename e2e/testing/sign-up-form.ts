import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { PASSWORD } from './makers.ts';

/** Fields of the sign-up form. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

/** Fills the form with valid values. */
export async function fillSignUp(page: Page, email: string, nickname = '고대새내기'): Promise<void> {
  await field(page, '이름').fill('김고대');
  // The first focus moves the cursor before the domain shortly afterwards.
  await field(page, '이메일').focus();
  await expect
    .poll(() => field(page, '이메일').evaluate((input: HTMLInputElement) => input.selectionEnd))
    .toBe(0);
  await field(page, '이메일').fill(email);
  await field(page, '닉네임').fill(nickname);
  await field(page, '비밀번호').fill(PASSWORD);
  await field(page, '비밀번호 확인').fill(PASSWORD);
  await field(page, '전체 동의').check();
}

export const signUpButton = (page: Page): Locator => page.getByRole('button', { name: '가입하기' });

/** Signs up through the form and waits for the next screen. */
export async function signUp(page: Page, email: string): Promise<void> {
  await fillSignUp(page, email);
  await signUpButton(page).click();
  await expect(page.getByRole('heading', { name: '메일함을 확인하세요' })).toBeVisible();
}
