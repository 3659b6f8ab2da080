import { countWrites } from '../testing/calls.ts';
import {
  change,
  confirmation,
  EMAIL_PATH,
  newPassword,
  nickname,
  NICKNAME_PATH,
  oldPassword,
  PASSWORD_PATH,
  profileFact,
  WITHDRAW_PATH,
} from '../testing/edit-forms.ts';
import { answerProblem } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD } from '../testing/makers.ts';
import {
  cardTitles,
  expectAlert,
  expectFieldError,
  expectHome,
  expectLoginScreen,
  expectPath,
  logIn,
} from '../testing/screens.ts';

const NEW_PASSWORD = 'a better password';

test('[RT-12] every edit path shows its form in lower-case and camel-case spelling', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const [paths, heading, fields] of [
    [['changeEmail', 'changeemail'], '이메일 변경', ['새 이메일', '비밀번호']],
    [
      ['changepassword', 'changePassword'],
      '비밀번호 변경',
      ['기존 비밀번호', '새 비밀번호', '새 비밀번호 확인'],
    ],
    [['changenickname', 'changeNickname'], '닉네임 변경', ['닉네임']],
  ] as const) {
    for (const path of paths) {
      await page.goto(`/mypage/viewprofile/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      for (const field of fields) await expect(page.getByLabel(field, { exact: true })).toBeEditable();
      await expect(change(page)).toBeVisible();
      await expectPath(page, `/mypage/viewprofile/${path}`);
    }
  }
});

test('[SC-37] [SC-43] the profile says who the student is and leads to all that can be changed', async ({
  page,
  makers,
  user,
}) => {
  await makers.post(user);
  await page.goto('/mypage/viewprofile');
  for (const [label, value] of [
    ['이메일', user.email],
    ['이름', user.name],
    ['닉네임', user.nickname],
    ['보유 포인트', '50포인트'],
    ['인증 상태', '인증 완료'],
    ['글쓰기 권한', '모든 게시판'],
  ] as const) {
    await expect(profileFact(page, label)).toHaveText(value);
  }
  for (const [link, path, heading] of [
    ['닉네임 변경', NICKNAME_PATH, '닉네임 변경'],
    ['이메일 변경', EMAIL_PATH, '이메일 변경'],
    ['비밀번호 변경', PASSWORD_PATH, '비밀번호 변경'],
    ['이용약관', '/terms', '이용약관'],
    ['개인정보 처리방침', '/privacy', '개인정보 처리방침'],
    ['회원 탈퇴', WITHDRAW_PATH, '회원 탈퇴'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click();
    await expectPath(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.getByRole('button', { name: '뒤로' }).click();
    await expectPath(page, '/mypage/viewprofile');
  }
});

test('[SC-37] opening the profile notices a verification that happened elsewhere', async ({
  page,
  signIn,
  makers,
}) => {
  const user = await makers.user({ right: false });
  await makers.post(user, { board: 'question' });
  await signIn(user);
  await page.goto('/mypage/viewprofile');
  await expect(profileFact(page, '인증 상태')).toHaveText('미인증');
  await expect(profileFact(page, '글쓰기 권한')).toHaveText('질문 게시판과 댓글');
  await expect(profileFact(page, '보유 포인트')).toHaveText('0포인트');
  await page.getByRole('button', { name: '뒤로' }).click();
  const link = await newestLink(user.client, user.email, '/verify');
  const token = link.searchParams.get('token') ?? '';
  await user.client.ask('POST /api/verification/confirmation', { body: { token } });
  await page.getByRole('link', { name: '프로필 보기' }).click();
  await expect(profileFact(page, '인증 상태')).toHaveText('인증 완료');
  await expect(profileFact(page, '글쓰기 권한')).toHaveText('모든 게시판');
});

test('[VA-07] [ER-12] each fault of a nickname has its own message, and none reaches the server', async ({
  page,
  signIn,
  anybody,
}) => {
  await signIn();
  await page.goto(NICKNAME_PATH);
  await expect(nickname(page)).toHaveValue(anybody.nickname);
  const writes = countWrites(page);
  const characters = '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.';
  const length = '닉네임 길이가 맞지 않습니다. (2~10자)';
  const reserved = '사용할 수 없는 닉네임입니다.';
  for (const [name, message] of [
    ['', '닉네임을 입력해 주세요.'],
    [' ', characters],
    ['가 나', characters],
    ['호랑이!', characters],
    ['ㅋㅋㅋ', characters],
    ['호랑\u200b이', characters],
    ['호', length],
    ['열한글자가되는닉네임요', length],
    ['관리자', reserved],
    ['나는운영자', reserved],
    ['운영진', reserved],
    ['마당쇠', reserved],
    ['웹마스터2', reserved],
    ['ADMIN', reserved],
    ['xAdminx', reserved],
    ['operatoR', reserved],
    ['MaDang', reserved],
    ['WEBmaster', reserved],
    ['고려대학교', reserved],
    ['고려대', reserved],
  ] as const) {
    await nickname(page).fill(name);
    await change(page).click();
    await expectAlert(page, message);
    await expectFieldError(nickname(page), message);
    await expect(nickname(page)).toBeFocused();
  }
  expect(writes()).toBe(0);
});

test('[SC-38] [ER-14] a changed nickname shows everywhere, on old posts too', async ({
  page,
  makers,
  user,
}) => {
  const post = await makers.post(user, { board: 'hana-square' });
  await page.goto('/building/hana-square');
  await expect(cardTitles(page).first()).toHaveText(post.title);
  await page.goto('/mypage/viewprofile');
  await page.getByRole('link', { name: '닉네임 변경' }).click();
  // Typed on a Mac, the letters of a syllable arrive apart; what the student sees are seven.
  await nickname(page).fill('안암동호랑이7'.normalize('NFD'));
  await change(page).click();
  await expectAlert(page, '닉네임을 변경했습니다.');
  await expectPath(page, '/mypage/viewprofile');
  await expect(profileFact(page, '닉네임')).toHaveText('안암동호랑이7');
  await page.goto('/building/hana-square');
  await expect(page.getByRole('article').first()).toContainText('안암동호랑이7');
  const { user: me } = await user.client.ask('GET /api/session', {});
  expect(me?.nickname).toBe('안암동호랑이7');
});

test('[VA-08] [ER-05] [ER-06] a new password needs all three fields, six characters, its equal and the old one', async ({
  page,
  watch,
  user: _,
}) => {
  await page.goto(PASSWORD_PATH);
  const writes = countWrites(page);
  const required = '모든 정보를 입력해 주세요.';
  const short = '비밀번호는 6자 이상이어야 합니다.';
  const unequal = '비밀번호 확인이 일치하지 않습니다.';
  for (const [old, fresh, again, alert, wrong] of [
    ['', '', '', required, oldPassword(page)],
    ['', NEW_PASSWORD, NEW_PASSWORD, required, oldPassword(page)],
    [PASSWORD, '', '', required, newPassword(page)],
    [PASSWORD, NEW_PASSWORD, '', required, confirmation(page)],
    [PASSWORD, '12345', '12345', short, newPassword(page)],
    [PASSWORD, NEW_PASSWORD, `${NEW_PASSWORD}!`, unequal, confirmation(page)],
  ] as const) {
    await oldPassword(page).fill(old);
    await newPassword(page).fill(fresh);
    await confirmation(page).fill(again);
    await change(page).click();
    await expectAlert(page, alert);
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expect(wrong).toBeFocused();
    await page.getByRole('button', { name: '알림 닫기' }).click();
  }
  await expectFieldError(confirmation(page), unequal);
  expect(writes()).toBe(0);

  watch.expectStatus(403);
  await oldPassword(page).fill('not the password');
  await confirmation(page).fill(NEW_PASSWORD);
  await change(page).click();
  await expectAlert(page, '기존 비밀번호가 일치하지 않습니다.');
  await expectFieldError(oldPassword(page), '기존 비밀번호가 일치하지 않습니다.');
  await expect(oldPassword(page)).toBeFocused();
  await expectPath(page, PASSWORD_PATH);
  await expect(newPassword(page)).toHaveValue(NEW_PASSWORD);
});

test('[SC-38] [ER-14] a changed password logs in, the old one does not, and other browsers are logged out', async ({
  page,
  watch,
  openBrowser,
  user,
}) => {
  watch.expectStatus(401);
  const elsewhere = await openBrowser();
  await elsewhere.goto('/mypage');
  await logIn(elsewhere, user.email, PASSWORD);
  await expect(elsewhere.getByText(user.nickname)).toBeVisible();

  await page.goto('/mypage/viewprofile');
  await page.getByRole('link', { name: '비밀번호 변경' }).click();
  await oldPassword(page).fill(PASSWORD);
  await newPassword(page).fill(NEW_PASSWORD);
  await confirmation(page).fill(NEW_PASSWORD);
  await change(page).click();
  await expectAlert(page, '비밀번호를 변경했습니다.');
  await expectPath(page, '/mypage/viewprofile');

  // This session goes on; the other one is over at its next call.
  await page.reload();
  await expect(profileFact(page, '이메일')).toHaveText(user.email);
  await elsewhere.getByRole('link', { name: '프로필 보기' }).click();
  await expectLoginScreen(elsewhere);
  await logIn(elsewhere, user.email, PASSWORD);
  await expectAlert(elsewhere, '비밀번호가 틀렸습니다.');
  await logIn(elsewhere, user.email, NEW_PASSWORD);
  await expectPath(elsewhere, '/mypage/viewprofile');
});

test('[ER-08] what nobody foresaw reads as unknown, and leaves the form as it was', async ({
  page,
  watch,
  signIn,
}) => {
  watch.expectStatus(500);
  await signIn();
  await page.goto(NICKNAME_PATH);
  await answerProblem(page, 'PUT', '**/api/profile/*', { status: 500, code: 'server.failed' });
  await nickname(page).fill('새이름');
  await change(page).click();
  await expectAlert(page, '알 수 없는 오류가 발생했습니다.');
  await expectPath(page, NICKNAME_PATH);
  await expect(nickname(page)).toHaveValue('새이름');
  await page.goto(PASSWORD_PATH);
  await oldPassword(page).fill(PASSWORD);
  await newPassword(page).fill(NEW_PASSWORD);
  await confirmation(page).fill(NEW_PASSWORD);
  await change(page).click();
  await expectAlert(page, '알 수 없는 오류가 발생했습니다.');
  await expect(newPassword(page)).toHaveValue(NEW_PASSWORD);
  await page.goto('/');
  await expectHome(page);
});
