import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Output } from '../../lib/api.ts';
import { board, mainHall, makePost, makeWholePost, me } from '../../testing/answers.ts';
import { fill, hands, holdClock, openApp, passTime, press } from '../../testing/open-app.tsx';
import { type Answers, hold, refuse } from '../../testing/pretended-server.ts';
import { expectPath, main } from '../../testing/reading.ts';

type Home = Output<'GET /api/home'>;

const NEW = '새 글 있음';
const official = { edition: 'official' } as const;
const titled = (...titles: string[]) =>
  titles.map((title, likes) => makePost({ title, likeCount: 9 - likes }));
const filled: Home = {
  newest: titled('첫째', '둘째', '셋째'),
  hottest: titled('가장 좋은 글', '덜 좋은 글'),
  boards: {},
  hotAt: null,
};
const answers: Answers = {
  'GET /api/events': { events: [] },
  'GET /api/buildings': { buildings: [mainHall, { ...mainHall, id: 'law-hall', name: '법학관' }] },
  'GET /api/buildings/{buildingId}': ({ path }) =>
    path['buildingId'] === 'question' ? board('question', 'question', '질문 게시판') : mainHall,
  'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
  'GET /api/home': filled,
  'DELETE /api/session': undefined,
};

const rows = (title: string) =>
  within(screen.getByRole('heading', { level: 2, name: title }).parentElement ?? document.body)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    // Skips posts of a blocked user.
    .filter((text) => text !== '');
/** Returns the names of marked tiles, tabs and cards. */
const marked = () =>
  screen.queryAllByText(NEW).map((mark) => mark.closest('a')?.textContent?.replace(NEW, '').trim());
const expectMarked = (...names: string[]) => waitFor(() => expect(marked()).toEqual(names));
const tab = (name: string) =>
  hands.click(within(screen.getByRole('navigation')).getByRole('link', { name: new RegExp(`^${name}`) }));

beforeEach(holdClock);

test('[FH-01] three new and two popular posts below the tiles: loading, failed and empty states', async () => {
  const held = hold(filled);
  await openApp('/', { ...answers, 'GET /api/home': held.answer }, official);
  expect((await main().findByRole('status')).textContent).toBe('불러오는 중입니다.');
  await main().findByRole('link', { name: '질문 게시판' });
  held.release();
  await screen.findByRole('heading', { name: '새 글' });
  expect(rows('새 글').map((text) => text?.slice(0, 2))).toEqual(['첫째', '둘째', '셋째']);
  expect(rows('이번 주 인기글')).toEqual([
    expect.stringMatching(/^가장 좋은 글.*좋아요 9개$/),
    expect.stringMatching(/^덜 좋은 글.*좋아요 8개$/),
  ]);

  const server = await openApp('/', { ...answers, 'GET /api/home': refuse('server.failed') }, official);
  await passTime(8);
  await main().findByRole('alert');
  main().getByRole('link', { name: '질문 게시판' });
  server.answer('GET /api/home', { ...filled, newest: [], hottest: [] });
  await press('다시 시도');
  await main().findByText(/^아직 글이 없습니다\./);
});

test('[FH-02] boards and tabs show a mark for posts newer than the last visit on this device', async () => {
  vi.setSystemTime('2030-11-20T03:00:00.000Z');
  const was = '2030-11-20T02:00:00.000Z';
  const old: Home = {
    ...filled,
    newest: [makePost({ createdAt: was })],
    boards: { festival: was },
    hotAt: was,
  };
  const open = (path: string, home: Home, user = me) =>
    openApp(path, { ...answers, 'GET /api/home': home }, { ...official, user });
  await open('/', old);
  await screen.findByRole('heading', { name: '새 글' });
  // Content from before the first visit is not new.
  expect(marked()).toEqual([]);
  vi.setSystemTime('2030-11-20T05:00:00.000Z');
  const now = '2030-11-20T04:00:00.000Z';
  const news: Home = {
    ...old,
    newest: [makePost({ createdAt: now })],
    boards: { festival: was, question: now, 'main-hall': now },
  };
  const server = await open('/', news);
  await expectMarked('질문 게시판', '최신글', '건물');

  // A visited board loses its mark; the others keep theirs.
  await hands.click(main().getByRole('link', { name: /^질문 게시판/ }));
  await expectPath('/board/question');
  await press('뒤로');
  await expectMarked('최신글', '건물');
  // The building list marks the building.
  const asked = server.asked('GET /api/home').length;
  await tab('건물');
  await expectMarked('본관인문');
  await hands.click(await main().findByRole('link', { name: /본관/ }));
  await expectPath('/building/main-hall');
  await press('뒤로');
  await main().findByRole('link', { name: /본관/ });
  expect(marked()).toEqual([]);
  // Marks send no requests.
  expect(server.asked('GET /api/home')).toHaveLength(asked);
  await tab('홈');
  await expectMarked('최신글');

  // Marks survive a reload, belong to the student and disappear at logout.
  await open('/', news);
  await expectMarked('최신글');
  expect(localStorage.getItem('visits')).toContain(me.id);
  await open('/mypage', news);
  await hands.click(await main().findByRole('button', { name: '로그아웃' }));
  await expectPath('/login');
  expect(localStorage.getItem('visits')).toBeNull();
});

test('[MO-11] posts of a blocked student are absent from the newest and most liked ones', async () => {
  const folded = [filled.newest[1], filled.hottest[0]].flatMap((post) => post?.id ?? []);
  const blocking = { user: me, blocked: [crypto.randomUUID()] };
  const marks = { liked: [], scrapped: [], folded };
  await openApp('/', { ...answers, 'GET /api/session': blocking, 'GET /api/posts/marks': marks }, official);
  await waitFor(() => expect(rows('새 글').map((text) => text?.slice(0, 2))).toEqual(['첫째', '셋째']));
  expect(rows('이번 주 인기글')).toEqual([expect.stringMatching(/^덜 좋은 글/)]);
});

test('[FH-02] own post: marks nothing as new and keeps other marks', async () => {
  const was = '2030-11-20T02:00:00.000Z';
  vi.setSystemTime('2030-11-20T03:00:00.000Z');
  const old: Home = {
    ...filled,
    newest: [makePost({ createdAt: was })],
    boards: { festival: was, question: was },
  };
  const own = { ...makeWholePost(), buildingId: 'question', createdAt: '2030-11-20T03:10:00.000Z' };
  const write = {
    'GET /api/profile/sanctions': { sanctions: [] },
    'POST /api/buildings/{buildingId}/posts': { post: own, awardedPoints: 0, points: 0 },
  };
  const server = await openApp('/', { ...answers, ...write, 'GET /api/home': old }, official);
  await screen.findByRole('heading', { name: '새 글' });
  await hands.click(main().getByRole('link', { name: /^질문 게시판/ }));
  await hands.click(await screen.findByRole('link', { name: '글쓰기' }));
  fill(await screen.findByLabelText('제목'), '내 질문');
  fill(await screen.findByLabelText('내용'), '어디에 있나요?');
  // Meanwhile another user wrote on another board.
  const theirs = '2030-11-20T03:05:00.000Z';
  server.answer('GET /api/home', {
    ...old,
    newest: [makePost({ createdAt: own.createdAt })],
    boards: { question: own.createdAt, festival: theirs },
  });
  vi.setSystemTime(own.createdAt);
  await press('등록');
  await expectPath('/board/question');
  await press('뒤로');
  await expectMarked('축제 게시판');
});

test('times use the server’s clock if the phone’s is wrong', async () => {
  vi.setSystemTime('2030-11-20T03:00:00.000Z');
  const home = { ...filled, newest: [makePost({ createdAt: '2030-11-20T04:55:00.000Z' })] };
  const server = await openApp('/mypage', { ...answers, 'GET /api/home': home }, official);
  server.setClock('2030-11-20T05:00:00.000Z');
  await tab('홈');
  await waitFor(() => expect(rows('새 글')[0]).toContain('5분 전'));
});
