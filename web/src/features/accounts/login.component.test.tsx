import type { Me } from '@madang/contract/accounts/schema';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makeWholePost, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, CUT, type PretendedServer, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, expectPath, field, isWrong, main } from '../../testing/reading.ts';

const PASSWORD = 'correct horse';
const ENDED = '로그인이 만료되었습니다. 다시 로그인하면 보던 화면으로 돌아갑니다.';
const visitor = { user: null };
const ended = refuse('session.required');
const home: Answers = { 'GET /api/events': { events: [] }, 'GET /api/buildings': { buildings: [] } };
const EMAIL = '/mypage/viewprofile/changeEmail';
const NICKNAME = '/mypage/viewprofile/changenickname';

async function logIn(email = me.email): Promise<void> {
  const password = await screen.findByLabelText('비밀번호');
  fill(field('이메일'), email);
  fill(password, PASSWORD);
  await press('로그인');
}

const openLogin = (answers: Answers, path = '/login'): Promise<PretendedServer> =>
  openApp(path, { ...home, ...answers }, visitor);

test('Enter in the e-mail field moves to the password, and there logs in; never during composition', async () => {
  const server = await openLogin({ 'POST /api/session': { user: me } });
  fill(await screen.findByLabelText('비밀번호'), PASSWORD);
  await hands.type(field('이메일'), me.email);
  // The input method handles the Enter that ends a composition; Safari only sets the key code.
  for (const composing of [{ isComposing: true }, {}])
    fireEvent.keyDown(field('이메일'), { key: 'Enter', keyCode: 229, ...composing });
  expect(document.activeElement).toBe(field('이메일'));
  await hands.keyboard('{Enter}');
  expect(document.activeElement).toBe(field('비밀번호'));
  expect(server.writes()).toBe(0);
  await hands.keyboard('{Enter}');
  await expectPath('/');
  expect(server.asked('POST /api/session').map(({ body }) => body)).toEqual([
    { email: me.email, password: PASSWORD },
  ]);
});

test('long form: Enter moves through the fields, and only the button submits', async () => {
  await openLogin({}, '/signup');
  const fields = [
    ...['이름', '이메일', '닉네임', '비밀번호', '비밀번호 확인'].map((label) => () => field(label)),
    ...[0, 1, 2].map((place) => () => screen.getAllByRole('checkbox')[place]),
  ];
  (await screen.findByLabelText('이름')).focus();
  for (const element of fields) {
    expect(document.activeElement).toBe(element());
    await hands.keyboard('{Enter}');
  }
  expect(document.activeElement).toBe(fields.at(-1)?.());
  expect(screen.queryByRole('alert')).toBeNull();
  await press('가입하기');
  await expectAlert('모든 정보를 입력해 주세요.');
});

test('too many wrong passwords: shows the waiting time and keeps the typed text', async () => {
  await openLogin({ 'POST /api/session': refuse('limit.reached', { retryAfter: 300 }) });
  await logIn();
  await expectAlert('로그인 시도가 너무 많습니다. 5분 뒤에 다시 시도해 주세요.');
  expect([field('이메일').value, field('비밀번호').value]).toEqual([me.email, PASSWORD]);
});

test('[ST-02] account without profile: stays logged out, with a console message only', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  const next = `/login?next=${encodeURIComponent('/mypage')}`;
  await openLogin({ 'POST /api/session': { user: null } }, '/mypage');
  await expectPath(next);
  await logIn();
  await waitFor(() => expect(info.mock.calls).toContainEqual(['No such user!']));
  await expectPath(next);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '로그인' }).getAttribute('aria-busy')).toBeNull(),
  );
  expect(screen.queryByRole('alert')).toBeNull();
  expect([field('이메일'), field('비밀번호')].some(isWrong)).toBe(false);
});

test('[RT-04] forgotten password: requires a valid address, and back leads to login', async () => {
  await openLogin({}, '/sendPasswordResetEmail');
  fill(await screen.findByLabelText('이메일'), 'no address');
  await press('재설정 메일 보내기');
  await expectFieldError(field('이메일'), '이메일 주소를 끝까지 입력해 주세요.');
  expect(document.activeElement).toBe(field('이메일'));
  await press('뒤로');
  await expectPath('/login');
});

test('official edition: typing hides the wrong-password message, and the reset starts with the address', async () => {
  await openApp(
    '/login',
    { 'POST /api/session': refuse('session.credentials') },
    { user: null, edition: 'official' },
  );
  await screen.findByLabelText('비밀번호');
  fill(field('이메일'), 'kim@korea.ac.kr');
  fill(field('비밀번호'), 'not-this-one');
  await press('로그인');
  await screen.findByRole('alert');
  fill(field('비밀번호'), 'perhaps-this-one');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await hands.click(screen.getByRole('link', { name: '비밀번호를 잊으셨나요?' }));
  await screen.findByRole('button', { name: /메일/ });
  expect(field('이메일').value).toBe('kim@korea.ac.kr');
});

test('log-out that does not reach the server: shows an error and keeps the session', async () => {
  const server = await openApp('/mypage', { ...home, 'DELETE /api/session': CUT });
  await main().findByText(me.nickname);
  await press('로그아웃');
  await expectAlert('인터넷 연결이 원활하지 않습니다');
  main().getByText(me.nickname);
  server.answer('DELETE /api/session', undefined);
  await press('로그아웃');
  await expectPath('/login');
});

/** Expects a reload for another user, at the login's target address. */
async function expectReloadedFor(user: Me, path: string, answers: Answers = {}): Promise<void> {
  await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce());
  vi.mocked(window.location.reload).mockClear();
  await openApp(path, { 'GET /api/profile': { user }, ...answers }, { user });
}

test('profile forms: keep unfinished text for the same student, never passwords', async () => {
  vi.spyOn(window.location, 'reload').mockReturnValue();
  for (const [path, label, text, key] of [
    [NICKNAME, '닉네임', '새로운이름', 'PUT /api/profile/nickname'],
    [EMAIL, '새 이메일', 'typed@example.com', 'PUT /api/profile/email'],
  ] as const) {
    for (const next of [me, { ...me, id: 'other', email: 'other@korea.ac.kr', nickname: '다른이' }]) {
      const session = { 'POST /api/session': { user: next } } as const;
      await openApp(path, { 'GET /api/profile': { user: me }, [key]: ended, ...session });
      fill(await screen.findByLabelText(label), text);
      if (path === EMAIL) fill(field('비밀번호'), PASSWORD);
      await press('변경하기');
      await screen.findByText(ENDED);
      // Only the password is missing.
      await waitFor(() => expect(field('이메일').value).toBe(me.email));
      expect(field('비밀번호').value).toBe('');
      await logIn(next.email);
      if (next !== me) await expectReloadedFor(next, path);
      await expectPath(path);
      const given = next === me ? text : path === EMAIL ? '' : next.nickname;
      expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe(given);
      if (path === EMAIL) expect(field('비밀번호').value).toBe('');
    }
  }
});

test('unfinished comment: kept for the same student only', async () => {
  vi.spyOn(window.location, 'reload').mockReturnValue();
  const post = makeWholePost();
  const answers: Answers = {
    'GET /api/posts/{id}': post,
    'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
    'POST /api/posts/{id}/replies': ended,
  };
  const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: '댓글을 입력하세요' });
  for (const [next, waits] of [
    [me, '쓰다 만 댓글'],
    [{ ...me, id: 'other' }, ''],
  ] as const) {
    await openApp(`/post/${post.id}`, { ...answers, 'POST /api/session': { user: next } });
    fill(await box(), '쓰다 만 댓글');
    await press('보내기');
    await screen.findByText(ENDED);
    await logIn(next.email);
    if (next !== me) await expectReloadedFor(next, `/post/${post.id}`, answers);
    await expectPath(`/post/${post.id}`);
    expect((await box()).value).toBe(waits);
  }
});
