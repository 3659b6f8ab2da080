import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { refuse } from '../../testing/pretended-server.ts';
import {
  describe,
  expectAlert,
  expectFieldError,
  field,
  isWrong,
  main,
  path,
} from '../../testing/reading.ts';

const GUESSED = '추측하기 쉬운 비밀번호입니다.';
const visitor = { user: null };
const usable = { 'GET /api/password-reset': { usable: true } };
const openSignUp = async () => {
  await openApp('/signup', {}, visitor);
  await screen.findByLabelText('닉네임');
};

test('new password: a hint for an easy one or the own name; six characters are enough', async () => {
  await openSignUp();
  fill(field('이름'), '김고대');
  for (const easy of ['abc123', 'qwer1234', 'rlarheo99']) {
    fill(field('비밀번호'), easy);
    await screen.findByText(GUESSED);
  }
  fill(field('비밀번호'), '창가자리 둘, 콘센트 하나');
  await screen.findByText('안전한 비밀번호입니다.');

  await openApp('/reset?token=x', usable, visitor);
  fill(await screen.findByLabelText('새 비밀번호'), 'dkssud12');
  await screen.findByText(GUESSED);

  const server = await openApp('/mypage/viewprofile/changepassword', {
    'PUT /api/profile/password': undefined,
    'GET /api/profile': { user: me },
  });
  fill(await screen.findByLabelText('새 비밀번호'), `${me.nickname}2026`);
  await screen.findByText(GUESSED);
  fill(field('기존 비밀번호'), 'correct horse');
  fill(field('새 비밀번호'), 'abc123');
  fill(field('새 비밀번호 확인'), 'abc123');
  await screen.findByText(GUESSED);
  await press('변경하기');
  await expectAlert('비밀번호를 변경했습니다.');
  expect(server.asked('PUT /api/profile/password').map(({ body }) => body)).toEqual([
    { oldPassword: 'correct horse', password: 'abc123' },
  ]);
});

test.each(['/signup', '/login', '/reset?token=x'])(
  'every password field of %s can be revealed',
  async (path) => {
    await openApp(path, usable, visitor);
    await waitFor(() => expect(document.querySelector('input[type=password]')).not.toBeNull());
    const secrets = document.querySelectorAll('input[type=password]');
    expect(screen.getAllByRole('button', { name: / 표시$/ })).toHaveLength(secrets.length);
  },
);

test('one box toggles both consents, and reflects a single one', async () => {
  await openSignUp();
  const [all, ...both] = ['전체 동의', '이용약관에 동의합니다', '개인정보 처리방침에 동의합니다'].map(field);
  const ticked = () => both.map(({ checked }) => checked);
  if (!all || !both[1]) throw new Error('no boxes');
  await hands.click(all);
  expect([ticked(), all.indeterminate]).toEqual([[true, true], false]);
  await hands.click(both[1]);
  expect([all.checked, ticked(), all.indeterminate]).toEqual([false, [true, false], true]);
  await hands.click(all);
  expect(ticked()).toEqual([true, true]);
  await hands.click(all);
  expect([ticked(), all.indeterminate]).toEqual([[false, false], false]);
});

test('field message: appears on leaving an invalid field, not an empty one', async () => {
  await openSignUp();
  await hands.click(field('이름'));
  await hands.click(field('이메일'));
  fill(field('닉네임'), 'ㅋㅋ');
  await hands.click(field('비밀번호'));
  await expectFieldError(field('닉네임'), '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.');
  expect(document.activeElement).toBe(field('비밀번호'));
  for (const label of ['이름', '이메일']) expect(isWrong(field(label))).toBe(false);
  fill(field('닉네임'), '크크');
  expect(isWrong(field('닉네임'))).toBe(false);
});

test('field message: hides the field’s note while shown', async () => {
  await openSignUp();
  const note = () => screen.queryByText(/다른 이메일로는 질문 게시판과 댓글만/);
  expect(note()).not.toBeNull();
  fill(field('이메일'), 'no address');
  await press('가입하기');
  await waitFor(() => expect(describe(field('이메일'))).toBe('korea.ac.kr 이메일만 사용할 수 있습니다.'));
  expect(note()).toBeNull();
  fill(field('이메일'), 'someone@example.com');
  expect(note()).not.toBeNull();
  expect(path()).toBe('/signup');
});

test('[SC-33] [SC-38] reset link: asks for a new password of six characters twice, and reports an expired link', async () => {
  for (const [search, key, submit] of [
    ['token', 'POST /api/password-reset/confirmation', '비밀번호 변경'],
    ['undo', 'POST /api/profile/email/undo', '되돌리고 비밀번호 변경'],
  ] as const) {
    const server = await openApp(`/reset?${search}=x`, { ...usable, [key]: refuse('token.spent') }, visitor);
    const password = await screen.findByLabelText('새 비밀번호');
    const confirmation = field('새 비밀번호 확인');
    await press(submit);
    await expectAlert('모든 정보를 입력해 주세요.');
    for (const [fresh, again, wrong, message] of [
      ['12345', '12345', password, '비밀번호는 6자 이상이어야 합니다.'],
      ['a better password', 'a better password?', confirmation, '비밀번호 확인이 일치하지 않습니다.'],
    ] as const) {
      fill(password, fresh);
      fill(confirmation, again);
      await press(submit);
      await expectAlert(message);
      await expectFieldError(wrong, message);
    }
    expect(server.writes()).toBe(0);
    fill(confirmation, 'a better password');
    await press(submit);
    await expectAlert('링크가 만료되었거나 이미 사용되었습니다');
    expect(server.asked(key).map(({ body }) => body)).toEqual([
      { token: 'x', password: 'a better password' },
    ]);
  }
});

test('used link: shows its message before a password is typed', async () => {
  for (const [search, purpose] of [
    ['token', 'reset'],
    ['undo', 'undo'],
  ] as const) {
    for (const answer of [{ usable: false }, refuse('input.invalid')]) {
      const server = await openApp(`/reset?${search}=x`, { 'GET /api/password-reset': answer }, visitor);
      await main().findByText(/^링크가 만료되었거나 이미 사용되었습니다/);
      expect(screen.queryByLabelText('새 비밀번호')).toBeNull();
      expect(server.asked('GET /api/password-reset').map(({ query }) => query)).toEqual([
        { token: 'x', purpose },
      ]);
    }
  }
});

test('[SC-33] forgotten password: asks for an address, and promises a mail only for an existing account', async () => {
  const server = await openApp('/sendPasswordResetEmail', { 'POST /api/password-reset': undefined }, visitor);
  await screen.findByLabelText('이메일');
  await press('재설정 메일 보내기');
  await expectAlert('모든 정보를 입력해 주세요.');
  await expectFieldError(field('이메일'), '이메일을 입력해 주세요.');
  expect(server.writes()).toBe(0);
  fill(field('이메일'), 'nobody@example.com');
  await press('재설정 메일 보내기');
  await expectAlert('가입된 이메일이라면 비밀번호 재설정 메일을 보내 드립니다.');
});
