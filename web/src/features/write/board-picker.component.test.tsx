import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { board, mainHall, me } from '../../testing/answers.ts';
import { fill, hands, holdClock, openApp, passTime, press } from '../../testing/open-app.tsx';
import { type Answers, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, main } from '../../testing/reading.ts';
import { fillPost, sentPosts, submit, writeAnswers } from '../../testing/write-form.ts';

const official = { edition: 'official' } as const;
const make = (id: string, name: string, ...nicknames: string[]) => ({
  ...mainHall,
  id,
  name,
  ...(nicknames.length > 0 && { nicknames }),
});
const buildings = [
  mainHall,
  make('science-library', '과학도서관', '과도'),
  make('law-hall', '법학관'),
  make('union', '학생회관', '학관'),
];
const boards = [
  ...buildings,
  board('question', 'question', '질문 게시판'),
  board('festival', 'festival', '축제 게시판'),
];
const answers: Answers = {
  ...writeAnswers,
  'GET /api/events': { events: [] },
  'GET /api/posts/latest': { posts: [] },
  'GET /api/hots': { hots: [], nextCursor: null },
  'GET /api/buildings': { buildings },
  'GET /api/buildings/{buildingId}': ({ path }) =>
    boards.find(({ id }) => id === path['buildingId']) ?? mainHall,
};
const open = (path: string, more: Answers = {}, user = me) =>
  openApp(path, { ...answers, ...more }, { ...official, user });

const pen = () => screen.findByRole('button', { name: '글쓰기' });
const picker = async () => within(await screen.findByRole('dialog', { name: '어디에 쓸까요?' }));
const rows = async (title: string) => {
  const heading = (await picker()).queryByRole('heading', { name: title });
  const found = heading && within(heading.parentElement ?? document.body).getAllByRole('listitem');
  return found?.map((row) => row.textContent?.replace('인문', '')) ?? [];
};
const choose = async (name: RegExp) =>
  hands.click((await picker()).getAllByRole('button', { name })[0] ?? document.body);

test('[EV-02] write button: on home, new and popular posts only in the official edition, on the facility board only in the beta', async () => {
  for (const path of ['/', '/board/new', '/board/hot']) {
    await open(path);
    await hands.click(await pen());
    expect(
      (await picker())
        .getAllByRole('button')
        .slice(1, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(['질문 게시판', '축제 게시판']);
    await openApp(path, answers);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: '글쓰기' })).toBeNull();
  }
  await open('/board/buildingNotice');
  await main().findByText(/시설/);
  expect(screen.queryByRole('link', { name: '글쓰기' })).toBeNull();
  await openApp('/board/buildingNotice', answers);
  await screen.findByRole('link', { name: '글쓰기' });
});

test('[EV-02] chosen board gets the post, and back restores the position', async () => {
  for (const [from, name, id, path] of [
    ['/', /^질문 게시판/, 'question', '/board/question'],
    ['/board/new', /^축제 게시판/, 'festival', '/board/festival'],
    ['/board/hot', /^법학관/, 'law-hall', '/building/law-hall'],
  ] as const) {
    const server = await open(from);
    await hands.click(await pen());
    await choose(name);
    await expectPath('/write');
    await press('뒤로');
    await expectPath(from);
    expect(screen.queryByRole('dialog')).toBeNull();
    await hands.click(await pen());
    await choose(name);
    await fillPost('어디서나 쓴 글');
    // A building can be chosen again; other boards open as from their own button.
    expect(screen.queryAllByRole('button', { name: /건물 선택/ })).toHaveLength(id === 'law-hall' ? 1 : 0);
    if (id !== 'festival') {
      await submit();
      await expectPath(path);
      expect(sentPosts(server).map((sent) => sent.path['buildingId'])).toEqual([id]);
    }
  }
});

test('[EV-02] the last three visited buildings come before the field', async () => {
  holdClock();
  await open('/building/main-hall');
  for (const id of ['science-library', 'law-hall', 'union', 'law-hall']) {
    await passTime(60);
    await openApp(`/building/${id}`, answers, official);
    await waitFor(() => expect(localStorage.getItem('visits')).toContain(id));
  }
  await open('/');
  await hands.click(await pen());
  expect(await rows('최근에 본 건물')).toEqual(['법학관', '학생회관', '과학도서관']);
});

test('[EV-02] field: finds buildings by name, nickname and initials, or says there are none', async () => {
  await open('/');
  await hands.click(await pen());
  expect(await rows('모든 건물')).toEqual(['본관', '과학도서관', '법학관', '학생회관']);
  const field = (await picker()).getByRole('textbox', { name: '건물 찾기' });
  for (const [typed, found] of [
    ['법학', ['법학관']],
    ['과도', ['과학도서관']],
    ['ㅎㅅㅎㄱ', ['학생회관']],
    ['ㄷㅅㄱ', ['과학도서관']],
    ['  ', ['본관', '과학도서관', '법학관', '학생회관']],
  ] as const) {
    fill(field, typed);
    expect([typed, await rows(typed.trim() === '' ? '모든 건물' : '찾은 건물')]).toEqual([typed, found]);
  }
  fill(field, '우주정거장');
  (await picker()).getByText(/^“우주정거장” 건물은 찾지 못했어요\./);
  expect((await picker()).getByRole('status').textContent).toBe('건물 0곳');
});

test('[EV-02] buildings loading, failed and retried; the two boards appear at once', async () => {
  holdClock();
  const held = hold({ buildings });
  await open('/board/new', { 'GET /api/buildings': held.answer });
  await hands.click(await pen());
  expect(await rows('모든 건물')).toEqual([]);
  (await picker()).getByRole('button', { name: /^질문 게시판/ });
  held.release();
  await waitFor(async () => expect(await rows('모든 건물')).toHaveLength(4));

  const server = await open('/board/new', { 'GET /api/buildings': refuse('server.failed') });
  await hands.click(await pen());
  await passTime(8);
  await (await picker()).findByRole('alert');
  server.answer('GET /api/buildings', { buildings });
  await hands.click((await picker()).getByRole('button', { name: '다시 시도' }));
  await waitFor(async () => expect(await rows('모든 건물')).toHaveLength(4));
});

test('[EV-02] without the writing right: a building shows the same message as its write button', async () => {
  const user = { ...me, university: false, emailVerified: false, writingRight: false };
  await open('/', { 'GET /api/profile': { user } }, user);
  await hands.click(await pen());
  await choose(/^본관/);
  await expectAlert('고려대학교 계정으로 로그인한 뒤 이메일을 인증해 주세요.');
  await expectPath('/');
});
