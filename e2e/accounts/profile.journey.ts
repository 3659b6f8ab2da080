import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import {
  change,
  confirmation,
  email,
  newPassword,
  nickname,
  oldPassword,
  password,
  profileFact,
  withdraw,
} from '../testing/edit-forms.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD } from '../testing/makers.ts';
import {
  expectAlert,
  expectHome,
  expectLoginScreen,
  expectPath,
  logIn,
  sidewaysScroll,
} from '../testing/screens.ts';
import { openWrite, title } from '../testing/write-form.ts';

// `edit-profile.component.test.tsx` and `email-and-withdrawal.component.test.tsx` test the texts of the forms.

const PROFILE = '/mypage/viewprofile';
const NEW_PASSWORD = 'a better password';

async function expectRefused(page: Page, address: string, secret: string): Promise<void> {
  await logIn(page, address, secret);
  await expectAlert(page, '비밀번호가 틀렸습니다.');
}

test('[SC-38] [ST-12] [ER-14] changes nickname and password, downloads own data, and withdrawal leaves posts without their author', async ({
  page,
  context,
  watch,
  openBrowser,
  makers,
  user,
  anybody,
}) => {
  test.slow();
  watch.expectStatus(401);
  const post = await makers.post(user, { board: 'hana-square' });
  await makers.reply(user, post.id, '떠나기 전의 댓글');
  const elsewhere = await openBrowser();
  await elsewhere.goto('/mypage');
  await logIn(elsewhere, user.email, PASSWORD);
  await expect(elsewhere.getByText(user.nickname)).toBeVisible();

  await test.step('a changed nickname shows everywhere, on old posts too', async () => {
    await page.goto('/building/hana-square');
    await expect(page.getByRole('link', { name: post.title })).toBeVisible();
    await page.goto(PROFILE);
    await page.getByRole('link', { name: '닉네임 변경' }).click();
    // macOS sends decomposed syllables; the user sees seven characters.
    await nickname(page).fill('안암동호랑이7'.normalize('NFD'));
    await change(page).click();
    await expectAlert(page, '닉네임을 변경했습니다.');
    await expectPath(page, PROFILE);
    await expect(profileFact(page, '닉네임')).toHaveText('안암동호랑이7');
    await page.goto('/building/hana-square');
    await expect(page.getByRole('article').first()).toContainText('안암동호랑이7');
  });

  await test.step('own data is downloaded by keyboard, and opens with an ordinary tool', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(PROFILE);
    const button = page.getByRole('button', { name: '내 데이터 내려받기' });
    await expect(button).toHaveAccessibleDescription(/모두 한 파일/);
    expect(await sidewaysScroll(page)).toBe(0);
    const starting = page.waitForEvent('download');
    await button.focus();
    await page.keyboard.press('Enter');
    const download = await starting;
    expect(download.suggestedFilename()).toBe('madang-data.zip');
    await expectAlert(page, '내 데이터를 내려받았습니다.');
    await expect(button).toBeFocused();
    const files = unzipSync(await readFile(await download.path()));
    expect(JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()))).toMatchObject({
      profile: [{ id: user.id, nickname: '안암동호랑이7' }],
      posts: [{ id: post.id }],
      replies: [{ body: '떠나기 전의 댓글' }],
    });
    await page.setViewportSize({ width: 390, height: 844 });
  });

  await test.step('a changed password logs in, and other browsers are logged out', async () => {
    await page.getByRole('link', { name: '비밀번호 변경' }).click();
    await oldPassword(page).fill(PASSWORD);
    await newPassword(page).fill(NEW_PASSWORD);
    await confirmation(page).fill(NEW_PASSWORD);
    await change(page).click();
    await expectAlert(page, '비밀번호를 변경했습니다.');
    await expectPath(page, PROFILE);
    // This session continues; the other ends at its next call.
    await page.reload();
    await expect(profileFact(page, '이메일')).toHaveText(user.email);
    await elsewhere.getByRole('link', { name: '프로필 보기' }).click();
    await expectLoginScreen(elsewhere);
    await expectRefused(elsewhere, user.email, PASSWORD);
    await logIn(elsewhere, user.email, NEW_PASSWORD);
    await expectPath(elsewhere, PROFILE);
  });

  await test.step('withdrawing says so, shows login at /, and leaves nothing on the device', async () => {
    await openWrite(page, '/board/question');
    await title(page).fill('끝내지 못한 글');
    const other = await context.newPage();
    await other.goto('/building');
    await expect(other.getByRole('tab', { name: '전체' })).toBeVisible();
    await page.goto(PROFILE);
    await page.getByRole('link', { name: '회원 탈퇴' }).click();
    await password(page).fill(NEW_PASSWORD);
    await withdraw(page).click();
    await expectAlert(page, '회원 탈퇴가 완료되었습니다.');
    await expectPath(page, '/');
    await expectLoginScreen(page);
    await expectLoginScreen(other);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await page.goBack();
    await expectLoginScreen(page);
    await expect(page.getByText(user.email)).toHaveCount(0);
    await expectRefused(page, user.email, NEW_PASSWORD);
    await logIn(page, anybody.email, PASSWORD);
    await expect(page.getByRole('button', { name: '로그인', exact: true })).toHaveCount(0);
    await page.goto(`/post/${post.id}`);
    await expect(page.getByText('(알 수 없음)')).toHaveCount(2);
    await expect(page.getByText('안암동호랑이7')).toHaveCount(0);
  });
});

test('[SC-33] [SC-38] [ER-14] mailed links verify a changed address, revert it, and reset a forgotten password', async ({
  page,
  watch,
  makers,
  openBrowser,
  user,
}) => {
  test.slow();
  watch.expectStatus(401);
  const owner = await openBrowser();
  await owner.goto('/building');
  await logIn(owner, user.email, PASSWORD);
  await expectPath(owner, '/building');
  const address = makers.newEmail();

  await test.step('a changed address starts unverified, and its own mail verifies it', async () => {
    await page.goto(PROFILE);
    await page.getByRole('link', { name: '이메일 변경' }).click();
    await email(page).fill(address);
    await password(page).fill(PASSWORD);
    await change(page).click();
    await expectAlert(page, '이메일을 변경했습니다.');
    await expectPath(page, PROFILE);
    await expect(profileFact(page, '이메일')).toHaveText(address);
    await expect(profileFact(page, '인증 상태')).toHaveText('미인증');
    await expect(profileFact(page, '글쓰기 권한')).toHaveText('질문 게시판과 댓글');
    await owner.getByRole('main').getByRole('link').first().click();
    await expectLoginScreen(owner);
    await expectRefused(owner, user.email, PASSWORD);

    await page.goto((await newestLink(user.client, address, '/verify')).href);
    await expect(page.getByText(address, { exact: false })).toBeVisible();
    await page.getByRole('button', { name: '이메일 인증하기' }).click();
    await expectHome(page);
    await page.goto(PROFILE);
    await expect(profileFact(page, '인증 상태')).toHaveText('인증 완료');
    await expect(profileFact(page, '글쓰기 권한')).toHaveText('모든 게시판');
  });

  await test.step('the notice to the old address takes the change back and sets a new password', async () => {
    const link = await newestLink(user.client, user.email, '/reset');
    expect(link.searchParams.has('undo')).toBe(true);
    // A mail scanner fetches links.
    await user.client.read(link.pathname + link.search);
    await owner.goto(link.href);
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('이메일 변경 되돌리기');
    await newPassword(owner).fill(NEW_PASSWORD);
    await confirmation(owner).fill(NEW_PASSWORD);
    await owner.getByRole('button', { name: '되돌리고 비밀번호 변경' }).click();
    await expectAlert(owner, '이메일을 되돌리고 비밀번호를 변경했습니다.');
    await expectPath(owner, '/login');

    // The undo ends the other person's session; neither address nor password works.
    await page.reload();
    await expectLoginScreen(page);
    await expectRefused(page, address, PASSWORD);
    await expectRefused(page, user.email, PASSWORD);
    await logIn(owner, user.email, NEW_PASSWORD);
    await expectHome(owner);
    await owner.goto(PROFILE);
    await expect(profileFact(owner, '이메일')).toHaveText(user.email);
    await expect(profileFact(owner, '인증 상태')).toHaveText('인증 완료');
    await expect(profileFact(owner, '글쓰기 권한')).toHaveText('모든 게시판');
  });

  await test.step('a forgotten password is set by a mailed link, once', async () => {
    const before = await newestLink(user.client, user.email, '/reset');
    await page.goto('/login');
    await page.getByRole('link', { name: '비밀번호를 잊으셨나요?' }).click();
    await expect(page.getByRole('button', { name: '재설정 메일 보내기' })).toBeVisible();
    await page.getByLabel('이메일', { exact: true }).fill(user.email);
    await page.getByRole('button', { name: '재설정 메일 보내기' }).click();
    await expectAlert(page, '가입된 이메일이라면 비밀번호 재설정 메일을 보내 드립니다.');
    const link = await newestLink(user.client, user.email, '/reset', before);
    await user.client.read(link.pathname + link.search);
    await page.goto(link.href);
    await newPassword(page).fill(PASSWORD);
    await confirmation(page).fill(PASSWORD);
    await page.getByRole('button', { name: '비밀번호 변경' }).click();
    await expectAlert(page, '비밀번호를 변경했습니다.');
    await expectPath(page, '/login');
    await expectRefused(page, user.email, NEW_PASSWORD);
    await logIn(page, user.email, PASSWORD);
    await expectHome(page);

    // The link is used up and other sessions have ended.
    await page.goto(link.href);
    await expectAlert(page, /이미 사용되었습니다/);
    await owner.reload();
    await expectLoginScreen(owner);
  });
});
