import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mainHall, makePost, me } from '../../testing/answers.ts';
import { hands, holdClock, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const make = (id: string, name: string) => ({ ...mainHall, id, name });
const buildings = [
  mainHall,
  make('law-hall', '법학관'),
  make('hana-square', '하나스퀘어'),
  make('union', '학생회관'),
  make('library', '도서관'),
  make('gym', '체육관'),
];
const pinsOf = (...ids: string[]) =>
  ids.map((id) => {
    const { name = '', picture = null } = buildings.find((building) => building.id === id) ?? {};
    return { id, name, picture };
  });
const answers: Answers = {
  'GET /api/events': { events: [] },
  'GET /api/buildings': { buildings },
  'GET /api/buildings/{buildingId}': ({ path }) =>
    buildings.find(({ id }) => id === path['buildingId']) ?? mainHall,
  'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
  'PUT /api/profile/pins': ({ body }) => ({ pins: pinsOf(...body.buildingIds) }),
};
const open = (path: string, ids: string[], more: Answers = {}) =>
  openApp(
    path,
    {
      ...answers,
      'GET /api/session': { user: me, ...(ids.length > 0 && { pins: pinsOf(...ids) }) },
      ...more,
    },
    official,
  );

const section = async () =>
  within((await screen.findByRole('heading', { name: '내 건물' })).closest('section') ?? document.body);
const pinned = async () => (await section()).queryAllByRole('listitem').map(({ textContent }) => textContent);
const sheet = async () => within(await screen.findByRole('dialog', { name: '내 건물 편집' }));
const order = async () =>
  (await sheet()).getAllByRole('listitem').map((row) => row.querySelector('span + span')?.textContent);
const sent = (server: Awaited<ReturnType<typeof openApp>>) =>
  server.asked('PUT /api/profile/pins').map(({ body }) => body.buildingIds);
const star = () => main().findByRole('button', { name: '홈에 두기' });

beforeEach(holdClock);

test('[EV-01] no pinned buildings: home explains pinning; the beta edition does not', async () => {
  await open('/', []);
  await hands.click(await (await section()).findByRole('link', { name: /^건물에서 별을 누르면/ }));
  await expectPath('/building');
  await openApp('/', { ...answers, 'GET /api/session': { user: me, pins: pinsOf('library') } });
  await main().findByRole('link', { name: '질문 게시판' });
  expect(screen.queryByRole('heading', { name: '내 건물' })).toBeNull();
});

test('[EV-01] pinned buildings: in the student’s order, with new-post marks', async () => {
  vi.setSystemTime('2030-11-20T03:00:00.000Z');
  await open('/', ['library', 'main-hall']);
  expect(await pinned()).toEqual(['도서관', '본관']);
  vi.setSystemTime('2030-11-20T05:00:00.000Z');
  const boards = { 'main-hall': '2030-11-20T04:00:00.000Z' };
  const home = { newest: [], hottest: [], boards, hotAt: null };
  await open('/', ['library', 'main-hall'], { 'GET /api/home': home });
  await waitFor(async () => expect(await pinned()).toEqual(['도서관', '본관새 글 있음']));
  await hands.click((await section()).getByRole('link', { name: /^본관/ }));
  await expectPath('/building/main-hall');
  await press('뒤로');
  expect(await pinned()).toEqual(['도서관', '본관']);
});

test('[EV-01] star of a building: pins and unpins it, once per double press', async () => {
  const held = hold({ pins: pinsOf('library', 'law-hall') });
  const server = await open('/building/law-hall', ['library'], { 'PUT /api/profile/pins': held.answer });
  expect((await star()).getAttribute('aria-pressed')).toBe('false');
  await hands.dblClick(await star());
  expect((await star()).getAttribute('aria-pressed')).toBe('true');
  held.release();
  await expectAlert('홈에 두었어요.');
  expect(sent(server)).toEqual([['library', 'law-hall']]);
  server.answer('PUT /api/profile/pins', { pins: pinsOf('library') });
  await hands.click(await star());
  await waitFor(() => expect(sent(server)).toEqual([['library', 'law-hall'], ['library']]));
  expect((await star()).getAttribute('aria-pressed')).toBe('false');
});

test('[EV-01] sixth building: not pinned; a server refusal reverts and is shown', async () => {
  const server = await open('/building/gym', ['main-hall', 'law-hall', 'hana-square', 'union', 'library']);
  await hands.click(await star());
  await expectAlert('다섯 곳까지 둘 수 있어요.');
  expect(sent(server)).toEqual([]);
  await open('/building/gym', [], { 'PUT /api/profile/pins': refuse('server.failed') });
  await hands.click(await star());
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeNull());
  expect((await star()).getAttribute('aria-pressed')).toBe('false');
});

test('[EV-01] no star for boards that are not buildings, nor in the beta edition', async () => {
  await openApp('/building/law-hall', answers);
  await main().findByText('본관입니다.');
  expect(main().queryByRole('button', { name: '홈에 두기' })).toBeNull();
});

test('[EV-01] buttons reorder pinned buildings, which is announced, sent and shown', async () => {
  const server = await open('/', ['library', 'main-hall', 'union']);
  await hands.click(await (await section()).findByRole('button', { name: '편집' }));
  expect(await order()).toEqual(['도서관', '본관', '학생회관']);
  const up = (await sheet()).getByRole('button', { name: '학생회관 위로' });
  await hands.click(up);
  expect((await sheet()).getByRole('status').textContent).toBe('학생회관, 3곳 중 2번째');
  expect(document.activeElement).toBe(up);
  // By keyboard; at the end no further request is sent.
  await hands.keyboard('{Enter}{Enter}');
  expect(await order()).toEqual(['학생회관', '도서관', '본관']);
  expect(document.activeElement).toBe(up);
  await waitFor(() => expect(sent(server).at(-1)).toEqual(['union', 'library', 'main-hall']));
  expect(sent(server).length).toBeLessThanOrEqual(2);
  await hands.click((await sheet()).getByRole('button', { name: '닫기' }));
  await waitFor(async () => expect(await pinned()).toEqual(['학생회관', '도서관', '본관']));
});

test('[EV-01] unpinned building: stays in the sheet until it closes, and can be restored', async () => {
  const server = await open('/', ['library', 'main-hall']);
  await hands.click(await (await section()).findByRole('button', { name: '편집' }));
  const keep = (await sheet()).getByRole('button', { name: '도서관 홈에 두기' });
  await hands.click(keep);
  expect(keep.getAttribute('aria-pressed')).toBe('false');
  await waitFor(() => expect(sent(server)).toEqual([['main-hall']]));
  await hands.click(keep);
  await waitFor(() => expect(sent(server).at(-1)).toEqual(['library', 'main-hall']));
  await hands.click(keep);
  await hands.click((await sheet()).getByRole('button', { name: '본관 홈에 두기' }));
  await waitFor(() => expect(sent(server).at(-1)).toEqual([]));
  await hands.click((await sheet()).getByRole('button', { name: '닫기' }));
  await (await section()).findByRole('link', { name: /^건물에서 별을 누르면/ });
});

test('[EV-01] failed reordering: reverts with a message', async () => {
  await open('/', ['library', 'main-hall'], { 'PUT /api/profile/pins': refuse('server.failed') });
  await hands.click(await (await section()).findByRole('button', { name: '편집' }));
  await hands.click((await sheet()).getByRole('button', { name: '본관 위로' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeNull());
  expect(await order()).toEqual(['도서관', '본관']);
});

test('[EV-01] new posts: show building, counts and thumbnail, and link to all', async () => {
  const newest = [makePost({ likeCount: 3, replyCount: 2, thumbnail: '/images/one.webp' })];
  const home = { newest, hottest: [], boards: {}, hotAt: null };
  await open('/', [], { 'GET /api/home': home, 'GET /api/posts/latest': { posts: newest } });
  const row = (await main().findByRole('link', { name: /좋아요 3개/ })) as HTMLAnchorElement;
  expect(row.textContent).toContain('본관');
  expect(row.textContent).toContain('댓글 2개');
  expect(row.querySelector('img')?.getAttribute('src')).toBe('/images/one.webp');
  await hands.click(main().getByRole('link', { name: '새 글 더보기' }));
  await expectPath('/board/new');
});
