import type { Page } from '@playwright/test';
import {
  change,
  EMAIL_PATH,
  newPassword,
  NICKNAME_PATH,
  PASSWORD_PATH,
  WITHDRAW_PATH,
} from './edit-forms.ts';
import { expect } from './fixtures.ts';
import type { Makers, User } from './makers.ts';
import { makePicture } from './picture.ts';
import { cardTitles, expectAlert } from './screens.ts';
import { attach, body, expectPreview, keywordButton, openWrite, submit, title } from './write-form.ts';

/** One screen of account, my page or writing in one state. */
interface AccountState {
  name: string;
  /** Whose browser: a visitor's, one of a student with nothing yet, or one with posts and scraps. */
  who: 'visitor' | 'newcomer' | 'regular';
  /** Brings the page there. */
  open: (page: Page) => Promise<void>;
}

const LONG_WORD = 'https://madang.example/gachigachigachigachigachigachigachi';

const goto = (path: string) => async (page: Page) => void (await page.goto(path));

const gotoAndPress = (path: string, button: string) => async (page: Page) => {
  await page.goto(path);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expectAlert(page, /.+/);
};

const gotoList = (path: string) => async (page: Page) => {
  await page.goto(path);
  await expect(cardTitles(page).first()).toBeVisible();
};

export const accountStates: readonly AccountState[] = [
  { name: 'login with errors', who: 'visitor', open: gotoAndPress('/login', '로그인') },
  { name: 'sign-up with errors', who: 'visitor', open: gotoAndPress('/signup', '가입하기') },
  {
    name: 'forgotten password with errors',
    who: 'visitor',
    open: gotoAndPress('/sendPasswordResetEmail', '재설정 메일 보내기'),
  },
  { name: 'new password with errors', who: 'visitor', open: gotoAndPress('/reset?token=x', '비밀번호 변경') },
  { name: 'undo of an e-mail change', who: 'visitor', open: goto('/reset?undo=x') },
  {
    name: 'undo with errors',
    who: 'visitor',
    open: async (page) => {
      await gotoAndPress('/reset?undo=x', '되돌리고 비밀번호 변경')(page);
      await expect(newPassword(page)).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'undo link spent', who: 'visitor', open: goto('/reset?undo=') },
  { name: 'verification', who: 'newcomer', open: goto('/verify?token=x') },
  { name: 'my page', who: 'newcomer', open: goto('/mypage') },
  { name: 'profile', who: 'regular', open: goto('/mypage/viewprofile') },
  { name: 'change nickname', who: 'regular', open: goto(NICKNAME_PATH) },
  {
    name: 'change nickname with errors',
    who: 'regular',
    open: async (page) => {
      await page.goto(NICKNAME_PATH);
      await page.getByLabel('닉네임', { exact: true }).fill('관리자');
      await change(page).click();
      await expectAlert(page, '사용할 수 없는 닉네임입니다.');
    },
  },
  { name: 'change e-mail', who: 'regular', open: goto(EMAIL_PATH) },
  { name: 'change e-mail with errors', who: 'regular', open: gotoAndPress(EMAIL_PATH, '변경하기') },
  { name: 'change password', who: 'regular', open: goto(PASSWORD_PATH) },
  { name: 'change password with errors', who: 'regular', open: gotoAndPress(PASSWORD_PATH, '변경하기') },
  { name: 'withdraw', who: 'regular', open: goto(WITHDRAW_PATH) },
  { name: 'withdraw with errors', who: 'regular', open: gotoAndPress(WITHDRAW_PATH, '탈퇴하기') },
  { name: 'scraps, none', who: 'newcomer', open: goto('/mypage/scrap') },
  { name: 'scraps', who: 'regular', open: gotoList('/mypage/scrap') },
  { name: 'own posts, none', who: 'newcomer', open: goto('/mypage/myposts') },
  { name: 'own posts', who: 'regular', open: gotoList('/mypage/myposts') },
  {
    name: 'write with errors and a picture',
    who: 'regular',
    open: async (page) => {
      await openWrite(page, '/board/festival');
      await title(page).fill('가'.repeat(101));
      await body(page).fill('가'.repeat(10_001));
      await attach(page, 'seat.png', 'image/png', makePicture());
      await expectPreview(page);
      await submit(page).click();
      await expect(keywordButton(page)).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'write with the keyword picker',
    who: 'regular',
    open: async (page) => {
      await openWrite(page, '/board/question');
      await keywordButton(page).click();
      await page.getByRole('button', { name: '팀플 장소' }).click();
    },
  },
  {
    name: 'write with the building picker',
    who: 'regular',
    open: async (page) => {
      await page.goto('/write');
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
];

/** A student whose lists are not empty, and hold what is hard to fit in. */
export async function makeRegular(makers: Makers): Promise<User> {
  const user = await makers.user();
  const post = await makers.post(user, {
    title: `열람실 자리 ${LONG_WORD}`,
    body: LONG_WORD,
    keywords: ['조용한 장소', '콘센트 장소', '노트북 장소'],
    picture: true,
  });
  await user.client.ask('PUT /api/posts/{id}/scrap', { path: { id: post.id } });
  return user;
}
