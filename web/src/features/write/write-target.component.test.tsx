import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me } from '../../testing/answers.ts';
import { fill, hands, holdClock, passTime, press } from '../../testing/open-app.tsx';
import { refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, main } from '../../testing/reading.ts';
import { fillPost, openWrite, sentPosts, submit, title } from '../../testing/write-form.ts';

const RIGHT_NEEDED = '고려대학교 계정으로 로그인한 뒤 이메일을 인증해 주세요.';

const picker = () => screen.findByRole('dialog', { name: '건물 선택' });
const choose = async (name: RegExp) => hands.click(within(await picker()).getByRole('button', { name }));
const chooser = () => screen.getByRole('button', { name: /건물 선택/ });

/** Expects home instead of the form. */
async function expectRefused(): Promise<void> {
  await expectAlert(RIGHT_NEEDED);
  await expectPath('/');
  await main().findByRole('link', { name: '질문 게시판' });
  expect(screen.queryByRole('dialog')).toBeNull();
}

test('[SC-41] board with student posts: not asked for, and gets the post', async () => {
  for (const [from, board, name] of [
    ['/building/law-hall', 'law-hall', '법학관'],
    ['/building/law-hall?sort=popular', 'law-hall', '법학관'],
    ['/board/question?sort=popular', 'question', '질문 게시판'],
  ] as const) {
    const server = await openWrite(from);
    await fillPost(`${from}에서 쓴 글`);
    main().getByText(name, { exact: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    await submit();
    await waitFor(() => expect(sentPosts(server).map(({ path }) => path['buildingId'])).toEqual([board]));
  }
});

test('[SC-41] elsewhere the picker asks first, among real buildings, and can be opened again', async () => {
  const FACILITY = '시설 공지는 운영팀이 작성합니다. 글을 쓸 건물을 골라 주세요.';
  for (const from of ['/board/buildingNotice', '/write'] as const) {
    const server = await openWrite(from);
    const sheet = within(await picker());
    const rows = () => sheet.getAllByRole('listitem').map(({ textContent }) => textContent);
    await waitFor(() => expect(rows()).toEqual(['본관인문', '법학관녹지']));
    expect(sheet.queryByText(FACILITY) !== null).toBe(from !== '/write');
    await hands.click(sheet.getByRole('tab', { name: '녹지' }));
    expect(rows()).toEqual(['법학관녹지']);
    await choose(/^법학관/);
    await waitFor(() => expect(chooser().textContent).toContain('법학관'));
    await hands.click(chooser());
    await hands.click(within(await picker()).getByRole('tab', { name: '전체' }));
    await choose(/^본관/);
    await waitFor(() => expect(chooser().textContent).toContain('본관'));
    await fillPost('시계탑 아래 벤치');
    await submit();
    await expectPath('/building/main-hall');
    await expectAlert('+50');
    expect(sentPosts(server).map(({ path }) => path['buildingId'])).toEqual(['main-hall']);
  }
});

test('official edition: the form comes first; the building is a field, required at submit', async () => {
  const server = await openWrite('/write', {}, { edition: 'official' });
  await fillPost('건물보다 먼저 쓴 글');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(chooser().textContent).toContain('골라 주세요');
  await submit();
  await picker();
  expect(sentPosts(server)).toEqual([]);
  await choose(/^법학관/);
  await waitFor(() => expect(chooser().textContent).toContain('법학관'));
  // The text is kept for another building, and after a reload.
  expect(title().value).toBe('건물보다 먼저 쓴 글');
  await hands.click(chooser());
  await choose(/^본관/);
  await waitFor(() => expect(chooser().textContent).toContain('본관'));
  expect(title().value).toBe('건물보다 먼저 쓴 글');
  expect(window.history.state).toMatchObject({ usr: { board: 'main-hall' } });
  await submit();
  await expectPath('/building/main-hall');
  expect(sentPosts(server).map(({ path }) => path['buildingId'])).toEqual(['main-hall']);
  await openWrite('/write', {}, { edition: 'official' });
  await screen.findByLabelText('제목');
  expect(title().value).toBe('');
});

test('[SC-41] picker without buildings: shows an error and retries', async () => {
  holdClock();
  const server = await openWrite('/write', { 'GET /api/buildings': refuse('server.failed') });
  const sheet = within(await picker());
  await passTime(8);
  await sheet.findByText('내용을 불러오지 못했습니다.');
  server.answer('GET /api/buildings', { buildings: [] });
  await hands.click(sheet.getByRole('button', { name: '다시 시도' }));
  await waitFor(() => expect(sheet.queryByRole('alert')).toBeNull());
});

test('[RO-03] [ER-10] without the right: only the question board accepts posts; others show an alert and lead home', async () => {
  const user = { ...me, university: false, emailVerified: false, writingRight: false };
  const profile = { 'GET /api/profile': { user }, 'GET /api/events': { events: [] } };
  for (const from of ['/building/main-hall', '/board/festival', '/board/buildingNotice', '/write']) {
    await openWrite(from, profile, { user });
    await expectRefused();
  }
  const server = await openWrite('/board/question', profile, { user });
  await fillPost('인증은 어떻게 하나요?');
  await submit();
  await waitFor(() => expect(sentPosts(server)).toHaveLength(1));
});

test('official edition: an unverified student of the university enters the code, and returns to the board’s form', async () => {
  const user = { ...me, emailVerified: false, writingRight: false };
  const verified = { ...me, emailVerified: true, writingRight: true };
  const server = await openWrite(
    '/building/law-hall',
    { 'GET /api/profile': { user }, 'POST /api/verification/code': { user: verified } },
    { user, edition: 'official' },
  );
  await expectAlert('이메일 인증만 하면 쓸 수 있어요.');
  fill(await screen.findByLabelText('인증 코드 6자리'), '123456');
  await press('코드로 인증하기');
  await fillPost('인증했어요');
  main().getByText('법학관', { exact: true });
  await submit();
  await waitFor(() => expect(sentPosts(server).map(({ path }) => path['buildingId'])).toEqual(['law-hall']));
});

test('official edition: skipping the code returns to the previous page, never to the form', async () => {
  const user = { ...me, emailVerified: false, writingRight: false };
  const answers = { 'GET /api/profile': { user }, 'GET /api/events': { events: [] } };
  for (const [from, to] of [
    ['/building/law-hall?sort=popular', '/building/law-hall?sort=popular'],
    ['/write', '/'],
  ] as const) {
    await openWrite(from, answers, { user, edition: 'official' });
    await hands.click(await main().findByRole('link', { name: '둘러보기' }));
    await expectPath(to);
    expect(screen.queryByRole('heading', { name: '메일함을 확인하세요' })).toBeNull();
  }
});

test('[RO-03] [ER-10] right revoked meanwhile: the server refuses; alert, home, draft kept', async () => {
  const refusal = {
    'POST /api/buildings/{buildingId}/posts': refuse('right.required'),
    'GET /api/events': { events: [] },
  };
  await openWrite('/building/main-hall', refusal);
  await fillPost('권한을 잃은 뒤의 글');
  await submit();
  await expectRefused();
  await openWrite('/building/main-hall');
  await waitFor(() => expect(title().value).toBe('권한을 잃은 뒤의 글'));
});

test('[RO-03] right granted meanwhile: detected when the form opens', async () => {
  const user = { ...me, writingRight: false };
  const server = await openWrite('/building/main-hall', { 'GET /api/profile': { user: me } }, { user });
  await fillPost('방금 인증했어요');
  await press('등록');
  await waitFor(() => expect(sentPosts(server)).toHaveLength(1));
});
