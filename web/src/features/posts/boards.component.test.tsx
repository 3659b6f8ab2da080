import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  board,
  mainHall,
  makeEvent,
  makeHot,
  makeNotice,
  makePost,
  makeWholePost,
} from '../../testing/answers.ts';
import { hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, answerTo, hold } from '../../testing/pretended-server.ts';
import { cardTitles, expectPath, expectTitles, main } from '../../testing/reading.ts';

const page = (...titles: string[]) => ({
  posts: titles.map((title) => makePost({ title })),
  nextCursor: null,
});
const boards = {
  question: board('question', 'question', '질문 게시판'),
  buildingNotice: board('buildingNotice', 'notice', '시설 공지'),
  festival: board('festival', 'festival', '축제 게시판'),
};
const home: Answers = {
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/events': { events: [makeEvent()] },
  'GET /api/notices': { notices: [makeNotice()] },
  'GET /api/hots': { hots: [makeHot()], nextCursor: null },
  'GET /api/posts/latest': { posts: [makePost()] },
  'GET /api/festival/posts': page('축제 글'),
  'GET /api/buildings/{buildingId}': ({ path }) => boards[path['buildingId'] as keyof typeof boards],
  'GET /api/buildings/{buildingId}/posts': page('게시판 글'),
};

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const selected = () => screen.getByRole('tab', { selected: true }).textContent;
const choose = (tab: string) => hands.click(screen.getByRole('tab', { name: tab }));

test('[RT-06] [SC-03] [SC-04] home: six tiles open their boards; one asks which of two', async () => {
  await openApp('/', home);
  const grid = (await main().findByRole('link', { name: '질문 게시판' })).closest('ul');
  const tiles = within(grid ?? document.body)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(tiles).toEqual(['질문 게시판', '이벤트/공지', '시설 공지', '최신글', '인기글', '축제 게시판']);
  for (const [tile, path] of [
    ['질문 게시판', '/board/question'],
    ['시설 공지', '/board/buildingNotice'],
    ['최신글', '/board/new'],
    ['인기글', '/board/hot'],
    ['축제 게시판', '/board/festival'],
  ] as const) {
    await openApp('/', home);
    await hands.click(await main().findByRole('link', { name: tile }));
    await expectPath(path);
    await screen.findByRole('heading', { level: 1, name: tile });
  }
});

for (const [path, title, place] of [
  ['/building/main-hall', '[SC-12]', { ...mainHall, category: '인문' }],
  ['/board/question', '[SC-13]', { ...boards.question, category: '질문' }],
  ['/board/buildingNotice', '[SC-14]', { ...boards.buildingNotice, category: '시설' }],
] as const)
  test(`${title} [ST-08] ${path}: category, info and two tabs; changing the tab refetches`, async () => {
    const server = await openApp(path, {
      'GET /api/buildings/{buildingId}': place,
      'GET /api/buildings/{buildingId}/posts': ({ query }) =>
        query['order'] === 'popular' ? page('가장 좋은 글', '덜 좋은 글') : page('새 글', '옛 글'),
    });
    await expectTitles(['새 글', '옛 글']);
    main().getAllByText(place.category, { exact: true });
    main().getByText(place.info);
    expect([tabs(), selected()]).toEqual([['최신', '인기'], '최신']);
    await choose('인기');
    await expectTitles(['가장 좋은 글', '덜 좋은 글']);
    expect(selected()).toBe('인기');
    await expectPath(`${path}?sort=popular`);
    // Meanwhile a post was added and likes changed.
    server.answer('GET /api/buildings/{buildingId}/posts', ({ query }) =>
      query['order'] === 'popular' ? page('자리를 바꾼 글') : page('방금 쓴 글', '새 글', '옛 글'),
    );
    await choose('최신');
    await expectTitles(['방금 쓴 글', '새 글', '옛 글']);
    await choose('인기');
    await expectTitles(['자리를 바꾼 글']);
    const asked = server.asked('GET /api/buildings/{buildingId}/posts');
    expect(asked.map(({ query }) => query['order'])).toEqual(['recent', 'popular', 'recent', 'popular']);
    expect(new Set(asked.map((call) => call.path['buildingId']))).toEqual(new Set([place.id]));

    // The address holds the choice.
    await openApp(`${path}?sort=popular`, {
      'GET /api/buildings/{buildingId}': place,
      'GET /api/buildings/{buildingId}/posts': page('자리를 바꾼 글'),
    });
    expect(selected()).toBe('인기');
  });

test('[SC-29] [ST-09] festival board: texts of its document and three filters, each of which refetches', async () => {
  const document = { ...boards.festival, category: '축제' };
  const held = hold(document);
  const posts = answerTo('GET /api/festival/posts', ({ query }) =>
    page(
      ...({ 0: ['둘 다', '사진만', '후기만'], 1: ['둘 다', '후기만'], 2: ['둘 다', '사진만'] }[
        query['filter'] ?? ''
      ] ?? []),
    ),
  );
  const server = await openApp('/board/festival', {
    'GET /api/buildings/{buildingId}': held.answer,
    ...posts,
  });
  await expectTitles(['둘 다', '사진만', '후기만']);
  expect(main().queryByText(document.info)).toBeNull();
  held.release();
  await main().findByText(document.info);
  main().getByText('축제', { exact: true });
  expect([tabs(), selected()]).toEqual([['전체', '이벤트 후기', '사진'], '전체']);
  for (const [tab, address, titles] of [
    ['이벤트 후기', '?filter=1', ['둘 다', '후기만']],
    ['사진', '?filter=2', ['둘 다', '사진만']],
    ['전체', '', ['둘 다', '사진만', '후기만']],
  ] as const) {
    await choose(tab);
    await expectTitles(titles);
    expect(selected()).toBe(tab);
    await expectPath(`/board/festival${address}`);
  }
  server.answer('GET /api/festival/posts', page('방금 올린 사진'));
  await choose('사진');
  await expectTitles(['방금 올린 사진']);
  expect(server.asked('GET /api/festival/posts').map(({ query }) => query['filter'])).toEqual([...'01202']);
  await openApp('/board/festival?filter=2', { ...home, ...posts });
  expect(selected()).toBe('사진');
});

test('[SC-15] [SC-17] [SC-27] [SC-28] [EN-10] card: board, title, author, time and likes, no keyword; opens its post', async () => {
  // Not in the past: the shared clock of cards only moves forward.
  vi.setSystemTime('2030-11-20T03:00:00.000Z');
  const [post, ...older] = (
    [
      ['2030-11-20T02:58:30.000Z', '1분 전'],
      ['2030-11-20T02:00:01.000Z', '59분 전'],
      // Campus time, whatever this machine's zone.
      ['2030-11-19T16:30:00.000Z', '01:30'],
      ['2030-11-18T16:30:00.000Z', '11/19'],
    ] as const
  ).map(([createdAt, shown]) => ({
    shown,
    ...makePost({ createdAt, keywords: ['휴식 장소'], likeCount: 2 }),
  }));
  if (!post) throw new Error('no post');
  const posts = [post, ...older].map(({ shown: _, ...rest }) => rest);
  const server = await openApp('/board/new', {
    ...home,
    'GET /api/posts/latest': { posts },
    'GET /api/posts/{id}': { ...makeWholePost(), id: post.id, title: post.title },
    'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  });
  const cards = await main().findAllByRole('article');
  const shown = () => cards.map((card) => card.querySelector('time')?.textContent);
  await waitFor(() => expect(shown()).toEqual([post, ...older].map((row) => row.shown)));
  for (const text of [post.buildingName, post.title, post.preview, '다른학생', '좋아요 2개'])
    within(cards[0] ?? document.body).getByText(text);
  expect(screen.getByRole('main').textContent).not.toMatch(/#|선택 안 함|휴식/);
  // One page only.
  expect(server.asked('GET /api/posts/latest')).toHaveLength(1);
  expect(main().queryByRole('status')).toBeNull();
  await hands.click(within(cards[0] ?? document.body).getByRole('link'));
  await expectPath(`/post/${post.id}`);
});

test('[SC-28] popular posts: by promotion, with first paragraph, day and nickname', async () => {
  const hot = { ...makeHot(), title: '먼저 쓴 글', content: '첫 문단.\n\n둘째 문단.' };
  await openApp('/board/hot', { 'GET /api/hots': { hots: [hot, makeHot()], nextCursor: null } });
  await waitFor(() => expect(cardTitles()).toEqual(['먼저 쓴 글', makeHot().title]));
  const [card = document.body] = main().getAllByRole('article');
  for (const text of ['첫 문단.', '다른학생', '좋아요 10개', '2026/11/20 12:00'])
    within(card).getByText(text);
  expect(within(card).getByRole('link').getAttribute('href')).toBe(`/hotpost/${hot.id}`);
});

test('like: changes the count in every list, without reordering', async () => {
  const [liked, other] = [makePost({ likeCount: 10 }), makePost({ likeCount: 10 })];
  const hot = { ...makeHot(), postId: liked.id, likeCount: 10 };
  const server = await openApp('/board/hot', {
    ...home,
    'GET /api/hots': { hots: [hot], nextCursor: null },
    'GET /api/posts/latest': { posts: [other, liked] },
    'GET /api/posts/{id}': { ...makeWholePost(), id: liked.id, likeCount: 10 },
    'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
    'PUT /api/posts/{id}/like': { liked: true, likeCount: 11 },
  });
  const counts = () =>
    main()
      .queryAllByText(/^좋아요 \d+개$/)
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(counts()).toEqual(['좋아요 10개']));
  await press('뒤로');
  await hands.click(await main().findByRole('link', { name: '최신글' }));
  await waitFor(() => expect(counts()).toEqual(['좋아요 10개', '좋아요 10개']));
  // From here only cached data is shown.
  for (const key of ['GET /api/hots', 'GET /api/posts/latest'] as const)
    server.answer(key, () => new Promise<never>(() => {}));
  const [, card = document.body] = main().getAllByRole('article');
  await hands.click(within(card).getByRole('link'));
  await hands.click(await screen.findByRole('button', { name: /^좋아요/ }));
  await press('뒤로');
  await waitFor(() => expect(counts()).toEqual(['좋아요 10개', '좋아요 11개']));
  await press('뒤로');
  await hands.click(await main().findByRole('link', { name: '인기글' }));
  await waitFor(() => expect(counts()).toEqual(['좋아요 11개']));
});

test('[PI-01] official edition: popular posts have times and pictures; a board’s own cards omit its name', async () => {
  const official = { edition: 'official' } as const;
  const hot = { ...makeHot(), thumbnail: '/images/posts/1/small.webp', pictureCount: 2 };
  await openApp('/board/hot', { 'GET /api/hots': { hots: [hot], nextCursor: null } }, official);
  const [card = document.body] = await main().findAllByRole('article');
  expect(card.querySelector('img')?.getAttribute('src')).toBe(hot.thumbnail);
  within(card).getByText('2');
  expect(card.querySelector('time')?.textContent).not.toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d$/);
  within(card).getByText(makeHot().buildingName);
  await openApp('/building/main-hall', { ...home, 'GET /api/buildings/{buildingId}': mainHall }, official);
  const own = within((await main().findAllByRole('article'))[0] ?? document.body);
  expect(own.queryByText('본관')).toBeNull();
});

test('official edition only: counts of a card stay clear of the write button', async () => {
  for (const edition of ['beta', 'official'] as const) {
    await openApp('/board/question', home, { edition });
    const card = (await main().findByRole('link', { name: '게시판 글' })).closest('article');
    expect(card?.querySelector('p:last-child')?.className.includes('clear')).toBe(edition === 'official');
  }
});
