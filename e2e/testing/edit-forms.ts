import type { Locator, Page } from '@playwright/test';

/** Fields of the profile forms and their send buttons. */
export const email = (page: Page): Locator => page.getByLabel('새 이메일', { exact: true });
export const password = (page: Page): Locator => page.getByLabel('비밀번호', { exact: true });
export const oldPassword = (page: Page): Locator => page.getByLabel('기존 비밀번호', { exact: true });
export const newPassword = (page: Page): Locator => page.getByLabel('새 비밀번호', { exact: true });
export const confirmation = (page: Page): Locator => page.getByLabel('새 비밀번호 확인', { exact: true });
export const nickname = (page: Page): Locator => page.getByLabel('닉네임', { exact: true });
export const change = (page: Page): Locator => page.getByRole('button', { name: '변경하기', exact: true });
export const withdraw = (page: Page): Locator => page.getByRole('button', { name: '탈퇴하기', exact: true });

export const EMAIL_PATH = '/mypage/viewprofile/changeEmail';
export const PASSWORD_PATH = '/mypage/viewprofile/changepassword';
export const NICKNAME_PATH = '/mypage/viewprofile/changenickname';
export const WITHDRAW_PATH = '/mypage/cancelmembership';

/** Returns the value of one profile row. */
export function profileFact(page: Page, label: string): Locator {
  return page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
}
