import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { legalText, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, expectPath, field, main, path } from '../../testing/reading.ts';

const PROFILE = '/mypage/viewprofile';
const NICKNAME = `${PROFILE}/changenickname`;
const PASSWORD = `${PROFILE}/changepassword`;
const OLD = 'correct horse';
const FRESH = 'a better password';
const profile: Answers = { 'GET /api/profile': { user: me } };

const change = () => press('변경하기');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
/** Returns the value of one profile row. */
const fact = async (label: string) =>
  (await main().findByText(label, { selector: 'dt' })).nextElementSibling?.textContent;

test('[RT-12] every edit path works in lower case and camel case', async () => {
  for (const [names, title, labels] of [
    [['changeEmail', 'changeemail'], '이메일 변경', ['새 이메일', '비밀번호']],
    [
      ['changepassword', 'changePassword'],
      '비밀번호 변경',
      ['기존 비밀번호', '새 비밀번호', '새 비밀번호 확인'],
    ],
    [['changenickname', 'changeNickname'], '닉네임 변경', ['닉네임']],
  ] as const) {
    for (const name of names) {
      await openApp(`${PROFILE}/${name}`, profile);
      await heading(title);
      for (const label of labels) expect(field(label).disabled || field(label).readOnly).toBe(false);
      screen.getByRole('button', { name: '변경하기' });
      expect(path()).toBe(`${PROFILE}/${name}`);
    }
  }
});

test('official edition: points have their name, as they cannot be spent', async () => {
  await openApp(PROFILE, { 'GET /api/profile': { user: me } }, { edition: 'official' });
  expect(await fact('포인트')).toBe('0포인트');
});

test('[SC-37] [SC-43] profile: shows the student’s data and links to all edit screens', async () => {
  const user = { ...me, points: 50 };
  await openApp(PROFILE, { 'GET /api/profile': { user } });
  for (const [label, value] of [
    ['이메일', user.email],
    ['이름', user.name],
    ['닉네임', user.nickname],
    ['남은 포인트', '50포인트'],
    ['인증 상태', '인증 완료'],
    ['글쓰기 권한', '모든 게시판'],
  ] as const)
    expect([label, await fact(label)]).toEqual([label, value]);
  for (const [link, to] of [
    ['닉네임 변경', NICKNAME],
    ['이메일 변경', `${PROFILE}/changeEmail`],
    ['비밀번호 변경', PASSWORD],
    ['이용약관', '/terms'],
    ['개인정보 처리방침', '/privacy'],
    ['회원 탈퇴', '/mypage/cancelmembership'],
  ] as const) {
    await openApp(PROFILE, {
      ...profile,
      'GET /api/legal/{document}': ({ path }) => legalText(path['document']),
    });
    await hands.click(await main().findByRole('link', { name: link }));
    await expectPath(to);
    await heading(link);
  }
});

test('[SC-37] profile: detects a verification from elsewhere when opened', async () => {
  const known = { ...me, emailVerified: false, writingRight: false };
  const held = hold({ user: me });
  await openApp(PROFILE, { 'GET /api/session': { user: known }, 'GET /api/profile': held.answer });
  expect(await fact('인증 상태')).toBe('미인증');
  expect(await fact('글쓰기 권한')).toBe('질문 게시판과 댓글');
  held.release();
  await main().findByText('인증 완료');
  expect(await fact('글쓰기 권한')).toBe('모든 게시판');
});

test('[VA-07] [ER-12] invalid nickname: each kind has its own message, and none reaches the server', async () => {
  const server = await openApp(NICKNAME, profile);
  await heading('닉네임 변경');
  expect(field('닉네임').value).toBe(me.nickname);
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
    ...['관리자', '나는운영자', '운영진', '마당쇠', '웹마스터2'].map((name) => [name, reserved] as const),
    ...['ADMIN', 'xAdminx', 'operatoR', 'MaDang', 'WEBmaster'].map((name) => [name, reserved] as const),
    ['고려대학교', reserved],
    ['고려대', reserved],
  ] as const) {
    fill(field('닉네임'), name);
    await change();
    await expectAlert(message);
    await expectFieldError(field('닉네임'), message);
    expect(document.activeElement).toBe(field('닉네임'));
  }
  expect(server.writes()).toBe(0);
});

test('[VA-08] [ER-05] [ER-06] new password: needs all three fields, six characters, an equal confirmation and the old password', async () => {
  const server = await openApp(PASSWORD, {
    ...profile,
    'PUT /api/profile/password': refuse('account.reauthentication'),
  });
  await heading('비밀번호 변경');
  const [old, fresh, again] = [field('기존 비밀번호'), field('새 비밀번호'), field('새 비밀번호 확인')];
  const required = '모든 정보를 입력해 주세요.';
  const short = '비밀번호는 6자 이상이어야 합니다.';
  const unequal = '비밀번호 확인이 일치하지 않습니다.';
  for (const [values, alert, wrong] of [
    [['', '', ''], required, old],
    [['', FRESH, FRESH], required, old],
    [[OLD, '', ''], required, fresh],
    [[OLD, FRESH, ''], required, again],
    [[OLD, '12345', '12345'], short, fresh],
    [[OLD, FRESH, `${FRESH}!`], unequal, again],
  ] as const) {
    [old, fresh, again].forEach((element, index) => fill(element, values[index] ?? ''));
    await change();
    await expectAlert(alert);
    expect(wrong.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(wrong);
  }
  await expectFieldError(again, unequal);
  expect(server.writes()).toBe(0);

  fill(old, 'not the password');
  fill(again, FRESH);
  await change();
  await expectAlert('기존 비밀번호가 일치하지 않습니다.');
  await expectFieldError(old, '기존 비밀번호가 일치하지 않습니다.');
  expect(document.activeElement).toBe(old);
  expect([path(), fresh.value]).toEqual([PASSWORD, FRESH]);
});

test('[ER-08] unexpected error: shows the unknown-error message and keeps the form', async () => {
  const unknown = '알 수 없는 오류가 발생했습니다.';
  const failing: Answers = {
    ...profile,
    'PUT /api/profile/nickname': refuse('server.failed'),
    'PUT /api/profile/password': refuse('server.failed'),
  };
  await openApp(NICKNAME, failing);
  await heading('닉네임 변경');
  fill(field('닉네임'), '새이름');
  await change();
  await expectAlert(unknown);
  expect([path(), field('닉네임').value]).toEqual([NICKNAME, '새이름']);

  await openApp(PASSWORD, failing);
  await heading('비밀번호 변경');
  fill(field('기존 비밀번호'), OLD);
  for (const label of ['새 비밀번호', '새 비밀번호 확인']) fill(field(label), FRESH);
  await change();
  await expectAlert(unknown);
  expect(field('새 비밀번호').value).toBe(FRESH);
  // The link home still works.
  within(screen.getByRole('banner')).getByRole('link', { name: /마당/ });
});
