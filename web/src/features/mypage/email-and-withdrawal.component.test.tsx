import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { me } from '../../testing/answers.ts';
import { fill, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, type PretendedServer, refuse } from '../../testing/pretended-server.ts';
import {
  describe,
  expectAlert,
  expectFieldError,
  expectPath,
  field,
  isWrong,
  path,
} from '../../testing/reading.ts';

const EMAIL = '/mypage/viewprofile/changeEmail';
const WITHDRAW = '/mypage/cancelmembership';
const PASSWORD = 'correct horse';
const REQUIRED = '모든 정보를 입력해 주세요.';
const WRONG = '비밀번호가 일치하지 않습니다.';
const profile: Answers = { 'GET /api/profile': { user: me } };

async function openForm(at: string, answers: Answers = {}): Promise<PretendedServer> {
  const server = await openApp(at, { ...profile, ...answers });
  await screen.findByLabelText('비밀번호');
  return server;
}

async function changeEmail(address: string, password: string): Promise<void> {
  fill(field('새 이메일'), address);
  fill(field('비밀번호'), password);
  await press('변경하기');
}

async function withdraw(password: string): Promise<void> {
  fill(field('비밀번호'), password);
  await press('탈퇴하기');
}

test('[VA-09] new address: must be valid, and needs the password', async () => {
  const server = await openForm(EMAIL);
  const shape = '이메일 주소를 끝까지 입력해 주세요.';
  for (const [address, password, alert, wrong] of [
    ['', '', REQUIRED, '새 이메일'],
    ['', PASSWORD, REQUIRED, '새 이메일'],
    ['new@korea.ac.kr', '', REQUIRED, '비밀번호'],
    ['no address', PASSWORD, shape, '새 이메일'],
    ['two@@korea.ac.kr', PASSWORD, shape, '새 이메일'],
  ] as const) {
    await changeEmail(address, password);
    await expectAlert(alert);
    expect([isWrong(field(wrong)), document.activeElement]).toEqual([true, field(wrong)]);
  }
  expect(server.writes()).toBe(0);
});

test('[VA-09] [ER-06] [ER-07] [ER-08] refused new address: shows the reason and keeps the typed text', async () => {
  for (const [code, alert, wrong] of [
    ['account.reauthentication', WRONG, '비밀번호'],
    ['email.exists', '이미 등록된 이메일입니다.', '새 이메일'],
    ['server.failed', '알 수 없는 오류가 발생했습니다.', null],
  ] as const) {
    const server = await openForm(EMAIL, { 'PUT /api/profile/email': refuse(code) });
    await changeEmail('taken@korea.ac.kr', PASSWORD);
    await expectAlert(alert);
    if (wrong) {
      await expectFieldError(field(wrong), alert);
      expect(document.activeElement).toBe(field(wrong));
    }
    expect([path(), field('새 이메일').value]).toEqual([EMAIL, 'taken@korea.ac.kr']);
    expect(server.asked('PUT /api/profile/email').map(({ body }) => body)).toEqual([
      { email: 'taken@korea.ac.kr', password: PASSWORD },
    ]);
  }
});

test('[RT-13] [VA-09] withdrawal form: explains the consequences and needs the password', async () => {
  const server = await openForm(WITHDRAW);
  screen.getByRole('heading', { level: 1, name: '회원 탈퇴' });
  screen.getByText(/되돌릴 수 없습니다/);
  expect(field('비밀번호').type).toBe('password');
  await withdraw('');
  await expectAlert(REQUIRED);
  await expectFieldError(field('비밀번호'), REQUIRED);
  expect([document.activeElement, server.writes()]).toEqual([field('비밀번호'), 0]);
});

test('[ER-06] [ER-08] failed withdrawal: shows the number of its stage, and the student stays', async () => {
  for (const [code, alert] of [
    ['account.reauthentication', WRONG],
    ['withdrawal.reauthentication', '문제가 발생했습니다. (1)'],
    ['withdrawal.profile', '문제가 발생했습니다. (2)'],
    ['withdrawal.account', '문제가 발생했습니다. (3)'],
    ['server.failed', '알 수 없는 오류가 발생했습니다.'],
  ] as const) {
    await openForm(WITHDRAW, { 'POST /api/profile/withdrawal': refuse(code) });
    await withdraw(PASSWORD);
    await expectAlert(alert);
    expect(isWrong(field('비밀번호'))).toBe(alert === WRONG);
    expect(path()).toBe(WITHDRAW);
  }
});

test('refused download: shows the waiting time; a failed one shows an error, and a retry works', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const server = await openApp('/mypage/viewprofile', profile);
  const button = await screen.findByRole('button', { name: '내 데이터 내려받기' });
  expect(describe(button)).toMatch(/모두 한 파일/);
  for (const [answer, alert] of [
    [refuse('limit.reached', { retryAfter: 50_000 }), '요청이 너무 많습니다. 14시간 뒤에'],
    [refuse('server.unavailable'), '잠시'],
    [undefined, '내 데이터를 내려받았습니다.'],
  ] as const) {
    server.answer('GET /api/profile/data', answer);
    expect(click).not.toHaveBeenCalled();
    await press('내 데이터 내려받기');
    await expectAlert(alert);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  }
  expect(click).toHaveBeenCalledOnce();
  await expectPath('/mypage/viewprofile');
});

test('address that would lose the writing right: warns before it is sent', async () => {
  const warning = 'korea.ac.kr 이메일이 아니에요.';
  const server = await openForm(EMAIL);
  for (const [address, warns] of [
    ['someone@example.com', true],
    ['someone@sub.korea.ac.kr', true],
    ['someone@korea.ac.kr', false],
    ['no address', false],
  ] as const) {
    fill(field('새 이메일'), address);
    expect([address, describe(field('새 이메일')).includes(warning)]).toEqual([address, warns]);
  }
  expect(server.writes()).toBe(0);
  // A user without the writing right cannot lose it.
  await openApp(EMAIL, profile, { user: { ...me, writingRight: false } });
  fill(await screen.findByLabelText('새 이메일'), 'someone@example.com');
  expect(describe(field('새 이메일'))).not.toContain(warning);
});
