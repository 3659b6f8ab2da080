import { screen } from '@testing-library/react';
import { findScreen, SCREENS } from '@madang/contract/screens';
import { expect, test } from 'vitest';
import { campus, legalText, mainHall, me } from '../testing/answers.ts';
import { fill, hands, openApp, press } from '../testing/open-app.tsx';
import { type Answers, type PretendedServer, refuse } from '../testing/pretended-server.ts';
import { expectAlert, expectFieldError, expectPath, field, isWrong, main, path } from '../testing/reading.ts';

const PASSWORD = 'correct horse';
const none = { posts: [], nextCursor: null };

const answers: Answers = {
  'GET /api/events': { events: [] },
  'GET /api/buildings/{buildingId}': mainHall,
  'GET /api/buildings/{buildingId}/posts': none,
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/legal/{document}': ({ path: { document } }) => legalText(document),
  'POST /api/session': { user: me },
};

/** The mailed link is still valid. */
const usable: Answers = {
  'GET /api/password-reset': { usable: true },
};

/** Opens the app as a visitor: at the login, unless the address is public. */
const openAsVisitor = (address: string, more: Answers = {}) =>
  openApp(address, { ...answers, ...more }, { user: null });

async function logIn(email = me.email, password = PASSWORD): Promise<void> {
  fill(await screen.findByLabelText('이메일'), email);
  fill(field('비밀번호'), password);
  await press('로그인');
}

/** Signs in and changes the session to this user. */
async function enter(server: PretendedServer): Promise<void> {
  server.answer('GET /api/session', { user: me });
  await logIn();
}

const atHome = () => main().findByRole('link', { name: '질문 게시판' });

test('[RT-05] logged out: every other path leads to login, which remembers the requested one', async () => {
  for (const asked of [
    '/building',
    '/building/main-hall?sort=popular',
    '/board/question?sort=popular',
    '/board/festival?filter=2',
    '/board/hot',
    '/board/event/1',
    '/board/notice/1',
    '/board/nowhere',
    '/post/1',
    '/hotpost/1',
    '/mypage/viewprofile/changeEmail',
    '/mypage/scrap',
    '/write',
    '/search',
    '/algoria',
    '/keyword/2/3',
    '/no/such/page',
  ]) {
    await openAsVisitor(asked);
    await screen.findByLabelText('비밀번호');
    await expectPath(`/login?next=${encodeURIComponent(asked)}`);
  }
  for (const [asked, landing] of [
    ['/building?category=녹지', '/building?category=%EB%85%B9%EC%A7%80'],
    ['/building/main-hall?sort=popular', '/building/main-hall?sort=popular'],
    // Visitors reach the login first wherever students are redirected.
    ['/no/such/page', '/'],
  ] as const) {
    await enter(await openAsVisitor(asked));
    await expectPath(landing);
  }
});

test('return address: cannot leave the site', async () => {
  for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    await enter(await openAsVisitor(`/login?next=${encodeURIComponent(next)}`));
    await expectPath('/');
    await atHome();
  }
});

test('[RT-01] [RT-23] / shows visitors the login; mailed links and legal texts open for everybody', async () => {
  await openAsVisitor('/');
  await screen.findByLabelText('비밀번호');
  await expectPath('/');
  for (const user of [me, null])
    for (const [asked, name] of [
      ['/verify?token=some', '이메일 인증'],
      ['/reset?token=some', '새 비밀번호 정하기'],
      ['/terms', '이용약관'],
      ['/privacy', '개인정보 처리방침'],
    ] as const) {
      await openApp(asked, { ...answers, ...usable }, { user });
      await screen.findByRole('heading', { level: 1, name });
      await expectPath(asked);
    }
});

test('return address: kept through sign-up', async () => {
  await openAsVisitor('/post/1');
  await hands.click(await screen.findByRole('link', { name: '회원가입' }));
  await expectPath('/signup?next=%2Fpost%2F1');
});

test('beta: screens of the official edition alone are unknown addresses', async () => {
  const official = SCREENS.filter(({ path }) => !findScreen(path, 'beta'));
  expect(official.length).toBeGreaterThan(20);
  for (const { path } of official) {
    await openApp(path.replaceAll(/:\w+/g, '1'), answers);
    await atHome();
    await expectPath('/');
  }
});

test('[RT-17] logged in: /login, /signup, /sendPasswordResetEmail and unknown paths lead home', async () => {
  for (const asked of [
    '/login',
    '/signup',
    '/sendPasswordResetEmail',
    '/board',
    '/board/freedom',
    '/board/feedback',
    '/board/main-hall',
    '/board/event/1/2',
    '/post',
    '/hotpost',
    '/keyword/1',
    '/keyword/13/1',
    '/keyword/1/4',
    '/building/main-hall/posts',
    '/mypage/nowhere',
    '/mypage/viewprofile/nowhere',
    '/no/such/page',
    '/%EB%A7%88%EB%8B%B9',
  ]) {
    await openApp(asked, answers);
    await atHome();
    await expectPath('/');
  }
});

test('[SC-32] login: has both fields and links to reset, sign-up and inquiry', async () => {
  await openAsVisitor('/login');
  expect(field('이메일').disabled).toBe(false);
  expect(field('비밀번호').type).toBe('password');
  // Opens another site in a new window without opener or referrer.
  const inquiry = screen.getByRole('link', { name: '문의하기' });
  expect(inquiry.getAttribute('href')).toBe(campus.inquiryUrl);
  expect(inquiry.getAttribute('target')).toBe('_blank');
  expect(inquiry.getAttribute('rel')).toContain('noopener');
  for (const [name, leads] of [
    ['비밀번호를 잊으셨나요?', '/sendPasswordResetEmail'],
    ['회원가입', '/signup'],
  ] as const) {
    await openAsVisitor('/login');
    await hands.click(screen.getByRole('link', { name }));
    await expectPath(leads);
  }
  await enter(await openAsVisitor('/login'));
  await atHome();
});

test('[VA-06] [ER-01] login: both fields are required', async () => {
  for (const [email, password, missing] of [
    ['', '', '이메일'],
    ['', PASSWORD, '이메일'],
    [me.email, '', '비밀번호'],
  ] as const) {
    const server = await openAsVisitor('/login');
    await logIn(email, password);
    await expectAlert('모든 정보를 입력해 주세요.');
    expect(isWrong(field(missing))).toBe(true);
    expect(document.activeElement).toBe(field(missing));
    expect(server.writes()).toBe(0);
  }
});

test('[ER-02] failed sign-in: wrong password or unknown error; typed text stays', async () => {
  await openAsVisitor('/login', { 'POST /api/session': refuse('session.credentials') });
  await logIn('no address at all');
  await expectAlert('비밀번호가 틀렸습니다.');
  await expectFieldError(field('비밀번호'), '비밀번호가 틀렸습니다.');
  expect(field('이메일').value).toBe('no address at all');

  await openAsVisitor('/login', { 'POST /api/session': refuse('server.failed') });
  await logIn();
  await expectAlert('알 수 없는 오류가 발생했습니다.');
  expect(path()).toBe('/login');
});

test('success: hides the earlier error message', async () => {
  const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
  const server = await openAsVisitor('/login', { 'POST /api/session': refuse('server.failed') });
  await enter(server);
  await screen.findByText('알 수 없는 오류가 발생했습니다.');
  server.answer('POST /api/session', { user: me });
  await press('로그인');
  await atHome();
  expect(told()).toEqual([]);

  // Also errors found by the form itself.
  const again = await openAsVisitor('/login');
  await logIn('', '');
  expect(told()).toContain('모든 정보를 입력해 주세요.');
  await enter(again);
  await atHome();
  expect(told()).toEqual([]);
});
