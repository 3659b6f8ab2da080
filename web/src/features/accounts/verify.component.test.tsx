import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, CUT, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, field, main } from '../../testing/reading.ts';

const user = { ...me, emailVerified: false, writingRight: false };
const visitor = { user: null };
const VERIFY = 'POST /api/verification/confirmation';
const home: Answers = { 'GET /api/events': { events: [] }, 'GET /api/buildings': { buildings: [] } };

const comeBack = () =>
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

/** Fills the sign-up form with valid values. */
async function fillSignUp(): Promise<void> {
  await screen.findByLabelText('이름');
  for (const [label, value] of [
    ['이름', user.name],
    ['이메일', user.email],
    ['닉네임', user.nickname],
    ['비밀번호', 'correct horse'],
    ['비밀번호 확인', 'correct horse'],
  ] as const)
    fill(field(label), value);
  await hands.click(field('전체 동의'));
}

test('sign-up: leads to the mailbox screen with the address and a way to change it; also after a lost answer', async () => {
  const changed = { ...user, email: 'other@korea.ac.kr' };
  for (const lost of [false, true]) {
    const server = await openApp(
      '/signup',
      {
        'POST /api/accounts': lost ? CUT : { user },
        'POST /api/session': { user },
        'PUT /api/profile/email': { user: changed },
      },
      visitor,
    );
    await fillSignUp();
    await press('가입하기');
    if (lost) {
      await expectAlert('인터넷 연결이 원활하지 않습니다');
      server.answer('POST /api/accounts', refuse('email.exists'));
      await press('가입하기');
    }
    await expectPath('/verify');
    await main().findByRole('heading', { name: '메일함을 확인하세요' });
    expect(screen.queryByText('이미 가입된 이메일입니다.')).toBeNull();
    main().getByText(new RegExp(user.email));
    const choices = within(main().getByRole('link', { name: '둘러보기' }).parentElement ?? document.body);
    expect(
      [...choices.getAllByRole('link'), ...choices.getAllByRole('button')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['둘러보기', '이메일 주소 바꾸기', '인증 메일 다시 받기']);
    await hands.click(main().getByRole('link', { name: '이메일 주소 바꾸기' }));
    fill(await screen.findByLabelText('새 이메일'), changed.email);
    fill(field('비밀번호'), 'correct horse');
    await press('변경하기');
    await expectAlert('이메일을 변경했습니다.');
    expect(server.asked('PUT /api/profile/email')[0]?.body.email).toBe(changed.email);
  }
});

test('waiting screen: sends the mail again, or shows the waiting time', async () => {
  const server = await openApp('/verify', { 'POST /api/verification': undefined }, { user });
  await press('인증 메일 다시 받기');
  await expectAlert('인증 메일을 보냈습니다.');
  server.answer('POST /api/verification', refuse('limit.reached', { retryAfter: 3_600 }));
  await press('인증 메일 다시 받기');
  await expectAlert('요청이 너무 많습니다. 1시간 뒤에 다시 시도해 주세요.');
});

test('verified on another device: the waiting screen continues to the requested page', async () => {
  const server = await openApp(`/verify?next=${encodeURIComponent('/search')}`, {}, { user });
  await main().findByRole('heading', { name: '메일함을 확인하세요' });
  server.answer('GET /api/session', { user: me });
  comeBack();
  await expectPath('/search');
  await expectAlert('이제 모든 게시판에 글을 쓸 수 있습니다.');
});

test('verification link without the account’s password: nothing can be pressed', async () => {
  const server = await openApp('/verify?token=x', {}, visitor);
  const link = await main().findByRole('link', { name: '로그인' });
  expect(link.getAttribute('href')).toBe(`/login?next=${encodeURIComponent('/verify?token=x')}`);
  expect(screen.queryByRole('button', { name: '이메일 인증하기' })).toBeNull();
  expect(server.writes()).toBe(0);
});

test('verification link: opening uses nothing; a used one shows a message and sends another', async () => {
  const server = await openApp(
    '/verify?token=x',
    { ...home, [VERIFY]: refuse('token.spent'), 'POST /api/verification': undefined },
    { user },
  );
  await main().findByText(new RegExp(user.email));
  expect(server.writes()).toBe(0);
  await press('이메일 인증하기');
  await expectAlert('링크가 만료되었거나');
  await press('인증 메일 다시 받기');
  await expectAlert('인증 메일을 보냈습니다.');
});

test('unverified address: home and my page show a notice until it is verified', async () => {
  const line = () => screen.queryByText('이메일 인증을 마치면 모든 게시판에 글을 쓸 수 있습니다.');
  for (const at of ['/mypage', '/']) {
    const server = await openApp(at, home, { user });
    await waitFor(() => expect(line()).not.toBeNull());
    server.answer('GET /api/session', { user: me });
    comeBack();
    await waitFor(() => expect(line()).toBeNull());
    expect(screen.queryByRole('button', { name: '인증 메일 다시 받기' })).toBeNull();
    if (at === '/mypage') main().getByText('인증 완료');
  }
});

test('skipping verification: continues to the requested page', async () => {
  for (const [address, to] of [
    ['/verify', '/'],
    ['/verify?next=%2Fboard%2Fhot', '/board/hot'],
  ] as const) {
    await openApp(address, { ...home, 'GET /api/hots': { hots: [], nextCursor: null } }, { user });
    await hands.click(await main().findByRole('link', { name: '둘러보기' }));
    await expectPath(to);
  }
});
