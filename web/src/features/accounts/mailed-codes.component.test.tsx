import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, expectPath, field, isWrong, main } from '../../testing/reading.ts';

const user = { ...me, emailVerified: false, writingRight: false };
const visitor = { user: null };
const VERIFY = 'POST /api/verification/code';
const RESET = 'POST /api/password-reset/code';
const LABEL = '인증 코드 6자리';
const home: Answers = { 'GET /api/events': { events: [] }, 'GET /api/buildings': { buildings: [] } };

const button = (name: string) => screen.queryByRole('button', { name });

async function openVerify(answers: Answers, path = '/verify') {
  const server = await openApp(path, answers, { user });
  return { server, code: await screen.findByLabelText<HTMLInputElement>(LABEL) };
}

test('[PH-14] mail waiting screen: accepts the code typed or pasted in any form, and continues', async () => {
  for (const typed of ['123456', ' 123 456 ', '123-456', '１２３４５６', '１２３　４５６']) {
    const { server, code } = await openVerify(
      { [VERIFY]: { user: me }, 'GET /api/hots': { hots: [], nextCursor: null } },
      '/verify?next=%2Fboard%2Fhot',
    );
    expect([code.inputMode, code.autocomplete, code.type, code.maxLength]).toEqual([
      'numeric',
      'one-time-code',
      'text',
      -1,
    ]);
    await hands.click(code);
    await hands.paste(typed);
    expect(code.value).toBe(typed);
    await press('코드로 인증하기');
    await expectPath('/board/hot');
    await expectAlert('이제 모든 게시판에 글을 쓸 수 있습니다.');
    expect(server.asked(VERIFY).map(({ body }) => body)).toEqual([{ code: '123456' }]);
  }
});

test('[PH-14] invalid code format: reported under the field without using a try', async () => {
  const { server, code } = await openVerify({});
  for (const [typed, message] of [
    ['', '메일로 받은 코드를 입력해 주세요.'],
    ['12345', '코드는 숫자 6자리예요.'],
    ['1234567', '코드는 숫자 6자리예요.'],
    ['일이삼사오육', '코드는 숫자 6자리예요.'],
  ] as const) {
    fill(code, typed);
    await press('코드로 인증하기');
    await expectFieldError(code, message);
  }
  expect(server.writes()).toBe(0);
  fill(code, '123456');
  expect(isWrong(code)).toBe(false);
});

test('[PH-14] wrong code: can be corrected; an expired one offers a new code', async () => {
  for (const over of ['mailedCode.spent', 'token.spent'] as const) {
    const { server, code } = await openVerify({
      [VERIFY]: refuse('mailedCode.wrong'),
      'POST /api/verification': undefined,
    });
    fill(code, '111111');
    await press('코드로 인증하기');
    await expectFieldError(code, '코드가 맞지 않아요.');
    expect([code.value, document.activeElement]).toEqual(['111111', code]);
    expect(button('새 코드 받기')).toBeNull();
    server.answer(VERIFY, refuse(over));
    await press('코드로 인증하기');
    await expectFieldError(code, '이 코드는 더 쓸 수 없어요.');
    expect(button('코드로 인증하기')).toBeNull();
    await press('새 코드 받기');
    await expectAlert('인증 메일을 보냈습니다.');
    await waitFor(() => expect([code.value, isWrong(code)]).toEqual(['', false]));
    expect([button('새 코드 받기'), button('코드로 인증하기') === null]).toEqual([null, false]);
    expect(server.asked('POST /api/verification')).toHaveLength(1);
  }
  const { code } = await openVerify({ [VERIFY]: refuse('limit.reached', { retryAfter: 3_600 }) });
  fill(code, '111111');
  await press('코드로 인증하기');
  await expectAlert('1시간 뒤에 다시 시도해 주세요.');
  expect(isWrong(code)).toBe(false);
});

test('[PH-14] verification mail requested again on home or my page: leads to the code field', async () => {
  for (const at of ['/', '/mypage']) {
    await openApp(at, { ...home, 'POST /api/verification': undefined }, { user });
    await press('인증 메일 다시 받기');
    await expectPath('/verify');
    await expectAlert('인증 메일을 보냈습니다.');
    await screen.findByLabelText(LABEL);
  }
});

test('[PH-14] password reset: every address leads to the screen for code and password', async () => {
  const server = await openApp(
    '/sendPasswordResetEmail',
    { 'POST /api/password-reset': undefined, [RESET]: refuse('mailedCode.wrong') },
    visitor,
  );
  fill(await screen.findByLabelText('이메일'), 'nobody@example.com');
  await press('재설정 메일 보내기');
  await expectPath('/reset');
  await expectAlert('가입된 이메일이라면 비밀번호 재설정 메일을 보내 드립니다.');
  const code = await screen.findByLabelText(LABEL);
  await press('비밀번호 변경');
  await expectFieldError(code, '메일로 받은 코드를 입력해 주세요.');
  expect(server.asked(RESET)).toHaveLength(0);
  fill(code, '12 34 56');
  fill(field('새 비밀번호'), 'a better password');
  fill(field('새 비밀번호 확인'), 'a better password');
  await press('비밀번호 변경');
  await expectFieldError(code, '코드가 맞지 않아요.');
  expect(field('새 비밀번호').value).toBe('a better password');
  server.answer(RESET, undefined);
  fill(code, '654321');
  await press('비밀번호 변경');
  await expectPath('/login');
  await expectAlert('비밀번호를 변경했습니다.');
  expect(server.asked(RESET).map(({ body }) => body)).toEqual([
    { code: '123456', password: 'a better password' },
    { code: '654321', password: 'a better password' },
  ]);
});

test('[PH-14] expired reset code: offers a new one; a visitor types the address, a user’s is known', async () => {
  const spend = async () => {
    const code = await screen.findByLabelText(LABEL);
    fill(code, '111111');
    for (const label of ['새 비밀번호', '새 비밀번호 확인']) fill(field(label), 'a better password');
    await press('비밀번호 변경');
    await expectFieldError(code, '이 코드는 더 쓸 수 없어요.');
    expect(button('비밀번호 변경')).toBeNull();
  };
  await openApp('/reset', { [RESET]: refuse('mailedCode.spent') }, visitor);
  await spend();
  expect(main().getByRole('link', { name: '새 코드 받기' }).getAttribute('href')).toBe(
    '/sendPasswordResetEmail',
  );

  const server = await openApp('/reset', {
    [RESET]: refuse('mailedCode.spent'),
    'POST /api/password-reset': undefined,
  });
  await spend();
  await press('새 코드 받기');
  await expectAlert('비밀번호 재설정 메일을 보내 드립니다.');
  await screen.findByRole('button', { name: '비밀번호 변경' });
  expect(server.asked('POST /api/password-reset').map(({ body }) => body)).toEqual([{ email: me.email }]);
});
