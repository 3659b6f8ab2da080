import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { legalText, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { hold, type PretendedServer, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, expectPath, field, isWrong, path } from '../../testing/reading.ts';

const PASSWORD = 'correct horse';
const AGREE = '모든 약관에 동의해 주세요.';
const labels = {
  name: '이름',
  email: '이메일',
  nickname: '닉네임',
  password: '비밀번호',
  confirmation: '비밀번호 확인',
  terms: '이용약관에 동의합니다',
  privacy: '개인정보 처리방침에 동의합니다',
} as const;

type Form = Record<Exclude<keyof typeof labels, 'terms' | 'privacy'>, string> &
  Record<'terms' | 'privacy', boolean>;

const fieldOf = (name: keyof typeof labels) => field(labels[name]);
const openSignUp = () => openApp('/signup', { 'POST /api/accounts': { user: me } }, { user: null });
const send = () => press('가입하기');

/** Fills the form with valid values except for `changes`. */
async function fillIn(changes: Partial<Form> = {}): Promise<void> {
  const form: Form = {
    name: '김고대',
    email: 'new@korea.ac.kr',
    nickname: '고대새내기',
    password: PASSWORD,
    confirmation: changes.password ?? PASSWORD,
    terms: true,
    privacy: true,
    ...changes,
  };
  for (const [name, value] of Object.entries(form) as [keyof Form, string | boolean][]) {
    const element = fieldOf(name);
    if (typeof value === 'string') fill(element, value);
    else if (element.checked !== value) await hands.click(element);
  }
}

/** Fills the form and sends it. */
async function sendFilled(changes: Partial<Form> = {}): Promise<void> {
  await fillIn(changes);
  await send();
}

async function expectRefused(name: keyof Form, message: string, server: PretendedServer): Promise<void> {
  await expectFieldError(fieldOf(name), message);
  await expectAlert(message);
  expect(document.activeElement).toBe(fieldOf(name));
  expect(server.writes()).toBe(0);
}

test('[VA-01] name: required and unchangeable', async () => {
  const server = await openSignUp();
  await screen.findByText('이름은 나중에 바꿀 수 없습니다.');
  expect(fieldOf('name').placeholder).toBe('여기에 입력해 주세요.');
  for (const name of ['', '   ']) {
    await sendFilled({ name });
    await expectFieldError(fieldOf('name'), '이름을 여기에 입력해 주세요.');
    expect(document.activeElement).toBe(fieldOf('name'));
  }
  expect(server.writes()).toBe(0);
});

test('[VA-02] e-mail: starts with the domain and must be valid', async () => {
  const server = await openSignUp();
  expect((await screen.findByLabelText<HTMLInputElement>('이메일')).value).toBe('@korea.ac.kr');
  await sendFilled({ email: '' });
  await expectFieldError(fieldOf('email'), '이메일을 입력해 주세요.');
  for (const email of ['@korea.ac.kr', 'student', 'a@b', 'two@@korea.ac.kr', 'student@korea.ac.kr.']) {
    fill(fieldOf('email'), email);
    await send();
    await expectRefused('email', 'korea.ac.kr 이메일만 사용할 수 있습니다.', server);
  }
});

test('[VA-02] address of another domain: can sign up', async () => {
  const server = await openSignUp();
  await screen.findByLabelText('이메일');
  await sendFilled({ email: 'someone@example.com' });
  await expectPath('/verify');
  expect(server.asked('POST /api/accounts').map(({ body }) => body)).toEqual([
    {
      name: '김고대',
      email: 'someone@example.com',
      nickname: '고대새내기',
      password: PASSWORD,
      termsVersion: '2026-03-01',
      privacyVersion: '2026-03-01',
    },
  ]);
});

test('trailing space after a nickname: refused only in the beta', async () => {
  for (const edition of ['beta', 'official'] as const) {
    const server = await openApp('/signup', { 'POST /api/accounts': { user: me } }, { user: null, edition });
    await screen.findByLabelText('이메일');
    await sendFilled({ nickname: '고대새내기 ' });
    if (edition === 'official') await expectPath('/verify');
    else await screen.findByText('닉네임에는 공백이나 특수문자를 쓸 수 없습니다.');
    const sent = server.asked('POST /api/accounts').map(({ body }) => body.nickname);
    expect(sent).toEqual(edition === 'official' ? ['고대새내기'] : []);
  }
});

test('[VA-03] nickname: 2 to 10 Korean or English letters and digits, not reserved', async () => {
  const server = await openSignUp();
  await screen.findByLabelText('닉네임');
  await sendFilled({ terms: false });
  for (const [nickname, message] of [
    ['', '닉네임을 입력해 주세요.'],
    ['가 나', '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.'],
    ['가나!', '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.'],
    ['ㄱㄴㄷ', '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.'],
    ['ａｂｃ', '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.'],
    ['가', '닉네임 길이가 맞지 않습니다. (2~10자)'],
    ['열한글자가되는닉네임요', '닉네임 길이가 맞지 않습니다. (2~10자)'],
    ['마당지기', '사용할 수 없는 닉네임입니다.'],
    ['관리자1', '사용할 수 없는 닉네임입니다.'],
    ['xADMINx', '사용할 수 없는 닉네임입니다.'],
    ['Operator', '사용할 수 없는 닉네임입니다.'],
    ['webMaster', '사용할 수 없는 닉네임입니다.'],
    ['고려대학교', '사용할 수 없는 닉네임입니다.'],
  ] as const) {
    fill(fieldOf('nickname'), nickname);
    await send();
    await expectFieldError(fieldOf('nickname'), message);
  }
  // Shortest, longest, and the university's name as a part: another field is the invalid one.
  for (const nickname of ['ab', '열글자인닉네임입니다', '고려대학교생', 'a1가B2나']) {
    fill(fieldOf('nickname'), nickname);
    await send();
    await expectAlert(AGREE);
    expect(isWrong(fieldOf('nickname'))).toBe(false);
  }
  expect(server.writes()).toBe(0);
});

test('[VA-04] [ER-05] password: at least 6 characters, with an equal confirmation', async () => {
  const server = await openSignUp();
  await screen.findByLabelText('비밀번호');
  await sendFilled({ password: '12345' });
  await expectRefused('password', '비밀번호는 6자 이상이어야 합니다.', server);
  for (const confirmation of ['12345', '1234567', '123457']) {
    await sendFilled({ password: '123456', confirmation });
    await expectRefused('confirmation', '비밀번호 확인이 일치하지 않습니다.', server);
  }
  await sendFilled({ password: '123456' });
  await expectPath('/verify');
});

test('[VA-05] [ER-04] both consents are required', async () => {
  const server = await openSignUp();
  await screen.findByLabelText('비밀번호');
  for (const [terms, privacy] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const) {
    await sendFilled({ terms, privacy });
    await expectAlert(AGREE);
    for (const [box, ticked] of [
      ['terms', terms],
      ['privacy', privacy],
    ] as const) {
      if (ticked) expect(isWrong(fieldOf(box))).toBe(false);
      else await expectFieldError(fieldOf(box), AGREE);
    }
  }
  expect(server.writes()).toBe(0);
});

test('[VA-05] both legal texts can be read without losing the form', async () => {
  for (const [title, document] of [
    ['이용약관', 'terms'],
    ['개인정보 처리방침', 'privacy'],
  ] as const) {
    const server = await openSignUp();
    server.answer('GET /api/legal/{document}', ({ path }) => legalText(path['document']));
    fill(await screen.findByLabelText('이메일'), 'new@korea.ac.kr');
    fill(fieldOf('password'), PASSWORD);
    await hands.click(screen.getByRole('link', { name: `${title} 보기` }));
    const text = within(await screen.findByRole('dialog', { name: title }));
    const { sections } = legalText(document);
    await text.findByRole('heading', { level: 2, name: sections[0]?.heading ?? '' });
    text.getByText(sections[0]?.paragraphs[0] ?? '');
    expect([path(), fieldOf('email').value, fieldOf('password').value]).toEqual([
      '/signup',
      'new@korea.ac.kr',
      PASSWORD,
    ]);
  }
});

test('[ER-01] empty form: asks for all fields', async () => {
  const server = await openSignUp();
  await screen.findByLabelText('비밀번호');
  await send();
  await expectAlert('모든 정보를 입력해 주세요.');
  expect(document.activeElement).toBe(fieldOf('name'));
  expect(server.writes()).toBe(0);
});

test('[ER-03] address with an account: refused', async () => {
  const server = await openSignUp();
  server.answer('POST /api/accounts', refuse('email.exists'));
  await screen.findByLabelText('비밀번호');
  await sendFilled();
  await expectAlert('이미 가입된 이메일입니다.');
  await expectFieldError(fieldOf('email'), '이미 가입된 이메일입니다.');
  expect(document.activeElement).toBe(fieldOf('email'));
  expect(path()).toBe('/signup');
  expect(fieldOf('password').value).toBe(PASSWORD);
});

test('double tap: creates one account', async () => {
  const server = await openSignUp();
  const held = hold({ user: me });
  server.answer('POST /api/accounts', held.answer);
  await screen.findByLabelText('비밀번호');
  await sendFilled();
  await hands.dblClick(document.querySelector('button[type=submit]') ?? document.body);
  held.release();
  await waitFor(() => expect(path()).toBe('/verify'));
  expect(server.asked('POST /api/accounts')).toHaveLength(1);
});

test('official edition: a reload keeps typed text except passwords and consents, until a session begins', async () => {
  const answers = { 'POST /api/accounts': { user: me }, 'GET /api/profile': { user: me } } as const;
  const open = () => openApp('/signup', answers, { user: null, edition: 'official' });
  await open();
  await screen.findByLabelText(labels.name);
  await fillIn({ nickname: '새로고침' });
  await open();
  await waitFor(() => expect(fieldOf('nickname').value).toBe('새로고침'));
  expect([fieldOf('name').value, fieldOf('email').value]).toEqual(['김고대', 'new@korea.ac.kr']);
  expect([fieldOf('terms').checked, fieldOf('privacy').checked]).toEqual([false, false]);
  expect([fieldOf('password').value, fieldOf('confirmation').value]).toEqual(['', '']);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(PASSWORD);
  await sendFilled();
  await expectPath('/verify');
  await open();
  await screen.findByLabelText(labels.name);
  expect(fieldOf('nickname').value).toBe('');
  // Another person signs in and out in the same tab.
  await fillIn({ nickname: '남의이름' });
  await openApp('/login', { 'POST /api/session': { user: me } }, { user: null, edition: 'official' });
  fill(await screen.findByLabelText('이메일'), me.email);
  fill(field('비밀번호'), PASSWORD);
  await press('로그인');
  await expectPath('/');
  expect(sessionStorage.getItem('sign-up')).toBeNull();
});
