import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { EndSentinel } from '../../components/lists.tsx';
import type { Key, Output } from '../../lib/api.ts';
import {
  board,
  mainHall,
  makeEvent,
  makeHot,
  makeNotice,
  makePost,
  makeWholePost,
} from '../../testing/answers.ts';
import { hands, holdClock, openApp, passTime } from '../../testing/open-app.tsx';
import { type Answers, answerTo, CUT, hold, refuse } from '../../testing/pretended-server.ts';
import { expectPath, main } from '../../testing/reading.ts';

const FAILED = '내용을 불러오지 못했습니다.';
const OFFLINE = '인터넷 연결이 원활하지 않습니다. 연결을 확인하고 다시 시도해 주세요.';

/** Official text while the network works. */
const AT_REST = '마당 서버가 잠시 쉬고 있어요. 잠시 후 다시 시도해 주세요.';

const NO_POST = '아직 게시글이 없습니다. 첫 글을 남겨 보세요.';
const WRITE = { name: '첫 글 쓰기', path: '/write' };
const HOME = { name: '홈으로', path: '/' };

/** List screen: path, request, and text and link without entries. */
interface ListScreen<K extends Key = Key> {
  path: string;
  key: K;
  page: (filled: boolean, nextCursor?: string | null) => Output<K>;
  empty: string;
  /** Action of an empty list, with its target. */
  action: { name: string; path: string };
  /** Other requests of the screen. */
  beside?: Answers;
  /** Set if only this edition has it. */
  edition?: 'official';
}

const list = <K extends Key>(row: ListScreen<K>): ListScreen => row;

const posts = (filled: boolean, nextCursor: string | null = null) => ({
  posts: filled ? [makePost()] : [],
  nextCursor,
});

/** Paginated lists. */
const endless: ListScreen[] = [
  ...['/building/main-hall', '/building/main-hall?sort=popular'].map((path) =>
    list({
      path,
      key: 'GET /api/buildings/{buildingId}/posts',
      page: posts,
      empty: NO_POST,
      action: WRITE,
      beside: { 'GET /api/buildings/{buildingId}': mainHall },
    }),
  ),
  list({
    path: '/board/question',
    key: 'GET /api/buildings/{buildingId}/posts',
    page: posts,
    empty: NO_POST,
    action: WRITE,
    beside: { 'GET /api/buildings/{buildingId}': board('question', 'question', '질문 게시판') },
  }),
  list({
    path: '/board/buildingNotice',
    key: 'GET /api/buildings/{buildingId}/posts',
    page: posts,
    empty: '아직 등록된 시설 공지가 없습니다.',
    action: HOME,
    beside: { 'GET /api/buildings/{buildingId}': board('buildingNotice', 'notice', '시설 공지') },
  }),
  list({
    path: '/board/hot',
    key: 'GET /api/hots',
    page: (filled, nextCursor = null) => ({ hots: filled ? [makeHot()] : [], nextCursor }),
    empty: '아직 인기글이 없습니다.',
    action: HOME,
  }),
  ...(
    [
      ['/board/festival', NO_POST],
      ['/board/festival?filter=2', '이 분류에 아직 게시글이 없습니다.'],
    ] as const
  ).map(([path, empty]) =>
    list({
      path,
      key: 'GET /api/festival/posts',
      page: posts,
      empty,
      action: WRITE,
      beside: { 'GET /api/buildings/{buildingId}': board('festival', 'festival', '축제 게시판') },
    }),
  ),
  list({
    path: '/keyword/5/1',
    key: 'GET /api/keywords/{keywordId}/{categoryId}/posts',
    page: posts,
    empty: '아직 게시글이 없습니다.',
    action: HOME,
  }),
  list({
    path: '/mypage/scrap',
    key: 'GET /api/profile/scraps',
    page: posts,
    empty: '아직 스크랩한 글이 없습니다. 게시판을 둘러보세요.',
    action: { name: '둘러보기', path: '/board/new' },
  }),
  list({
    path: '/mypage/myposts',
    key: 'GET /api/profile/posts',
    page: posts,
    empty: '아직 작성한 글이 없습니다. 첫 글을 남겨 보세요.',
    action: WRITE,
  }),
  list({
    path: '/mypage/replied',
    key: 'GET /api/profile/replied',
    page: posts,
    empty: '아직 댓글 단 글이 없어요. 궁금한 글에 먼저 말을 걸어 보세요.',
    action: { name: '둘러보기', path: '/board/new' },
    edition: 'official',
  }),
];

const lists: ListScreen[] = [
  ...endless,
  list({
    path: '/board/new',
    key: 'GET /api/posts/latest',
    page: (filled) => ({ posts: filled ? [makePost()] : [] }),
    empty: '아직 새 글이 없습니다.',
    action: HOME,
  }),
  list({
    path: '/board/event',
    key: 'GET /api/events',
    page: (filled) => ({ events: filled ? [makeEvent()] : [] }),
    empty: '아직 등록된 이벤트가 없습니다.',
    action: HOME,
  }),
  list({
    path: '/board/notice',
    key: 'GET /api/notices',
    page: (filled) => ({ notices: filled ? [makeNotice()] : [] }),
    empty: '아직 등록된 공지사항이 없습니다.',
    action: HOME,
  }),
];

const cards = () => document.querySelectorAll('main h2 a');
const expectCards = (count: number) => waitFor(() => expect(cards()).toHaveLength(count));
const tryAgain = () => hands.click(main().getByRole('button', { name: '다시 시도' }));

/** Expects the failure after the silent retries, whose delays are skipped. */
async function expectFailure(text: string): Promise<void> {
  await passTime(8);
  expect((await main().findByRole('alert')).textContent).toContain(text);
  expect(main().queryByRole('status')).toBeNull();
}

beforeEach(holdClock);

for (const { path, key, page, empty, action, beside, edition = 'beta' } of lists)
  test(`${path}: skeleton while loading; text and a link when empty`, async () => {
    const held = hold(page(true));
    const server = await openApp(path, { ...beside, ...answerTo(key, held.answer) }, { edition });
    expect((await main().findByRole('status')).textContent).toContain('불러오는 중입니다.');
    await waitFor(() => expect(server.asked(key)).toHaveLength(1));
    expect(cards()).toHaveLength(0);
    held.release();
    await expectCards(1);
    expect(main().queryByRole('status')).toBeNull();

    await openApp(path, { ...beside, ...answerTo(key, page(false)) }, { edition });
    await main().findByText(empty, { exact: true });
    expect(main().queryByRole('status')).toBeNull();
    expect(main().queryByRole('alert')).toBeNull();
    expect(cards()).toHaveLength(0);
    const place = main().queryByRole('tabpanel') ?? screen.getByRole('main');
    const ways = within(place).getAllByRole<HTMLAnchorElement>('link');
    expect(ways.map(({ textContent, pathname }) => [textContent, pathname])).toEqual([
      [action.name, action.path],
    ]);
  });

for (const { path, key, page, beside, edition = 'beta' } of lists)
  test(`${path}: an error with a working retry`, async () => {
    const server = await openApp(path, { ...beside, ...answerTo(key, refuse('server.failed')) }, { edition });
    await main().findByRole('status');
    await expectFailure(FAILED);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);

    // A failed retry shows the message again.
    server.answer(key, CUT);
    await tryAgain();
    await expectFailure(edition === 'official' ? AT_REST : OFFLINE);
    server.answer(key, page(true));
    await tryAgain();
    await expectCards(1);
    expect(main().queryByRole('alert')).toBeNull();
  });

for (const { path, key, page, beside, edition = 'beta' } of endless)
  test(`${path}: a failed next page keeps the list, asks once, and loads on retry`, async () => {
    const first = page(true, 'bmV4dA');
    const failing = refuse('server.failed');
    const server = await openApp(
      path,
      {
        ...beside,
        ...answerTo(key, ({ query }) => (query['cursor'] ? failing : first)),
      },
      { edition },
    );
    const askedNext = () => server.asked(key).filter(({ query }) => query['cursor'] === 'bmV4dA').length;
    await expectCards(1);
    await expectFailure('글을 더 불러오지 못했습니다.');
    expect(cards()).toHaveLength(1);
    // One request and two silent retries, to spare a failing server.
    await passTime(60);
    expect(askedNext()).toBe(3);
    const next = page(true);
    server.answer(key, ({ query }) => (query['cursor'] ? next : first));
    await tryAgain();
    await expectCards(2);
    expect(askedNext()).toBe(4);
    expect(main().queryByRole('alert')).toBeNull();
  });

test('end of a list: asks for more once it is no longer paused', async () => {
  const asked: string[] = [];
  const { rerender } = render(<EndSentinel paused onNear={() => asked.push('paused')} />);
  rerender(<EndSentinel onNear={() => asked.push('resumed')} />);
  await passTime(1);
  expect(asked).toEqual(['resumed']);
});

const opened: Answers = {
  'GET /api/posts/{id}': ({ path }) => ({ ...makeWholePost(), id: path['id'] ?? '' }),
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  'GET /api/events/{id}': makeEvent(),
  'GET /api/notices/{id}': makeNotice(),
};

test('[RT-19] back leads to the same list from which a post was opened', async () => {
  for (const { path, key, page, beside, edition = 'beta' } of lists) {
    await openApp(path, { ...opened, ...beside, ...answerTo(key, page(true)) }, { edition });
    await expectCards(1);
    await hands.click(cards()[0] as Element);
    await screen.findByRole('button', { name: '뒤로' });
    await waitFor(() =>
      expect(window.location.pathname).toMatch(/^\/((hot)?post|board\/(event|notice))\/[\w-]+$/),
    );
    // Also leads back after a reload.
    if (window.location.pathname.includes('post/'))
      expect(window.history.state).toMatchObject({ usr: { from: path } });
    await hands.click(screen.getByRole('button', { name: '뒤로' }));
    await expectPath(path);
    await expectCards(1);
  }
});

test('building list: skeleton, empty state and an error with a retry', async () => {
  const buildings = () => document.querySelectorAll('main a[href^="/building/"]');
  const held = hold({ buildings: [mainHall] });
  await openApp('/building', { 'GET /api/buildings': held.answer });
  expect((await main().findByRole('status')).textContent).toContain('불러오는 중입니다.');
  held.release();
  await waitFor(() => expect(buildings()).toHaveLength(1));
  expect(main().queryByRole('status')).toBeNull();

  await openApp('/building', { 'GET /api/buildings': { buildings: [] } });
  await main().findByText('이 분류에 건물이 없습니다.');

  const server = await openApp('/building', { 'GET /api/buildings': refuse('server.failed') });
  await main().findByRole('status');
  await expectFailure(FAILED);
  server.answer('GET /api/buildings', { buildings: [mainHall] });
  await tryAgain();
  await waitFor(() => expect(buildings()).toHaveLength(1));
});

test('home without events: shows an error with a retry, and the boards stay', async () => {
  const beside: Answers = { 'GET /api/buildings': { buildings: [mainHall] } };
  const tile = () => main().findByRole('link', { name: '질문 게시판' });
  await openApp('/', { ...beside, 'GET /api/events': { events: [] } });
  await main().findByText('아직 등록된 이벤트가 없습니다.');
  await tile();

  const server = await openApp('/', { ...beside, 'GET /api/events': refuse('server.failed') });
  await tile();
  await expectFailure(FAILED);
  await tile();
  server.answer('GET /api/events', { events: [makeEvent()] });
  await tryAgain();
  await waitFor(() => expect(document.querySelector('[aria-roledescription=carousel]')).not.toBeNull());
});
