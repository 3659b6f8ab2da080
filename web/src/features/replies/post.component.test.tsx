import { act, screen, waitFor, within } from '@testing-library/react';
import type { Reply } from '@madang/contract/replies/schema';
import { expect, test } from 'vitest';
import { board, mainHall, makeHot, makePost, makeWholePost } from '../../testing/answers.ts';
import { makeReply } from '../../testing/make-reply.ts';
import { navigate } from '../../lib/router.tsx';
import { hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, CUT, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, main } from '../../testing/reading.ts';

const PUT_LIKE = 'PUT /api/posts/{id}/like';
const DELETE_LIKE = 'DELETE /api/posts/{id}/like';
const PUT_SCRAP = 'PUT /api/posts/{id}/scrap';
const DELETE_SCRAP = 'DELETE /api/posts/{id}/scrap';
const official = { edition: 'official' } as const;

interface Shown {
  changes?: Partial<ReturnType<typeof makeWholePost>>;
  text?: string;
  replies?: Partial<Reply>[];
}

const answersOf = (post: ReturnType<typeof makeWholePost>, replies: Partial<Reply>[] = []): Answers => ({
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': {
    replies: replies.map((reply, index) => makeReply({ number: index + 1, ...reply })),
    nextAfter: null,
  },
});

async function openPost(
  { changes = {}, text = '조용해요.', replies = [] }: Shown,
  answers: Answers = {},
  viewer = {},
) {
  const post = { ...makeWholePost(), contents: [{ format: 'text' as const, text }], ...changes };
  const server = await openApp(`/post/${post.id}`, { ...answersOf(post, replies), ...answers }, viewer);
  const region = await screen.findByRole('region', { name: '댓글' });
  await waitFor(() => expect(within(region).queryByText('불러오는 중입니다.')).toBeNull());
  return { post, server };
}

const article = () => within(screen.getByRole('article'));
const rows = () =>
  within(screen.getByRole('region', { name: '댓글' }))
    .getAllByRole('listitem')
    .map((row) => ({ row, text: row.textContent ?? '' }));

const heart = () => screen.getByRole('button', { name: /^좋아요/ });
const scrap = () => screen.getByRole('button', { name: '스크랩' });
const pressed = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true';
const expectHeart = (count: string, liked: boolean) =>
  waitFor(() => expect([heart().textContent, pressed(heart())]).toEqual([count, liked]));
const expectScrap = (scrapped: boolean) => waitFor(() => expect(pressed(scrap())).toBe(scrapped));

test('[SC-18] [EN-10] post: shows title, nickname, zero-padded date in campus time, and no keyword row without keywords', async () => {
  const { post } = await openPost({ changes: { createdAt: '2026-03-02T16:04:00.000Z' } });
  await screen.findByRole('heading', { level: 1, name: post.title });
  article().getByText(post.nickname ?? '');
  expect(document.querySelector('article time')?.textContent).toBe('2026/03/03 01:04');
  expect(document.querySelector('article img')).toBeNull();
  expect(document.querySelector('article')?.textContent).not.toMatch(/#|선택 안 함/);
});

test('[SC-19] body: keeps lines and characters; keywords have a hash and link to their posts', async () => {
  const text = '첫 줄입니다.\n둘째 줄입니다.\n\n  <b>굵게</b> 보이지 않는 넷째 줄';
  for (const [buildingId, keyword, path] of [
    ['main-hall', '콘센트 장소', '/keyword/6/1'],
    ['festival', '사진', '/board/festival?filter=2'],
    ['question', '조용한 장소', null],
  ] as const) {
    const changes = { buildingId, buildingCategory: '인문', keywords: [keyword] };
    await openPost({ changes, text });
    expect(article().getByText(/첫 줄입니다/).textContent).toBe(text);
    const link = article().getByText(`#${keyword}`).closest('a');
    expect(link?.getAttribute('href') ?? null).toBe(path);
  }
});

test('long reply and very long post: end with 더보기, which expands in place', async () => {
  const lines = (n: number) => Array.from({ length: n }, (_, index) => `${index + 1}째 줄`).join('\n');
  const gap = `가${'\n'.repeat(1_998)}나`;
  const replies = [{ body: lines(100) }, { body: gap }, { body: lines(15) }];
  await openPost({ text: lines(60), replies }, {}, official);
  const shown = (row: number) => rows()[row]?.row.querySelector('p[dir=auto]');
  expect(screen.getAllByRole('button', { name: '나머지 글 더보기' })).toHaveLength(1);
  expect([shown(1)?.textContent, shown(2)?.textContent]).toEqual(['가\n\n\n나', lines(15)]);
  expect(shown(0)?.textContent).toBe(`${lines(12)}…`);
  await press('나머지 글 더보기');
  expect(shown(0)?.textContent).toBe(lines(100));
  expect(document.activeElement?.textContent).toMatch(/^\s*13째 줄/);
  expect(screen.queryByRole('button', { name: '나머지 글 더보기' })).toBeNull();

  const { post } = await openPost({ text: lines(200) }, {}, official);
  expect(article().getByText(/1째 줄/).textContent).toBe(`${lines(60)}…`);
  await press('나머지 글 더보기');
  expect(article().getByText(/^1째 줄/).textContent).toBe(lines(200));
  // Reopened, it keeps its height.
  const contents = [{ format: 'text' as const, text: lines(200) }];
  await openPost({ changes: { id: post.id, contents } }, {}, official);
  expect(article().getByText(/^1째 줄/).textContent).toBe(lines(200));
});

test('[SC-19] beta edition: a long text is shown whole, with every line break', async () => {
  const text = `가${'\n'.repeat(998)}나`;
  await openPost({ text, replies: [{ body: text }] });
  expect(article().getByText(/가\s+나/).textContent).toBe(text);
  expect(rows()[0]?.row.querySelector('p[dir=auto]')?.textContent).toBe(text);
});

test('user text: takes the direction of its letters, also while typed', async () => {
  const arabic = 'أين أدرس؟';
  await openPost({ changes: { title: arabic }, text: arabic, replies: [{ body: arabic }] });
  const written = await screen.findAllByText(arabic);
  expect(written.map((element) => [element.tagName, element.dir])).toEqual([
    ['H1', 'auto'],
    ['P', 'auto'],
    ['P', 'auto'],
  ]);
  expect(screen.getByRole('textbox', { name: /댓글/ }).getAttribute('dir')).toBe('auto');
  const card = { ...makePost(), title: arabic, preview: arabic };
  await openApp('/building/main-hall', {
    'GET /api/buildings/{buildingId}': mainHall,
    'GET /api/buildings/{buildingId}/posts': { posts: [card], nextCursor: null },
  });
  await waitFor(() => expect(screen.getAllByText(arabic)).toHaveLength(2));
  for (const element of screen.getAllByText(arabic)) expect(element.closest('[dir=auto]')).not.toBeNull();
});

test('[SC-21] beta edition: the second button only shows an alert', async () => {
  const { server } = await openPost({});
  await hands.click(scrap());
  await expectAlert('정식 버전에서 다시 만나요!');
  expect(server.writes()).toBe(0);
});

test('[RT-19] post: renders at once from its card, then from the answer; back leads to its list', async () => {
  const list = '/building/main-hall?sort=popular';
  const card = makePost({ preview: '목록이 아는 문단.', keywords: ['추천 장소'], likeCount: 1 });
  const text = '목록이 아는 문단.\n\n답이 와야 보이는 문단.';
  const contents = [{ format: 'text' as const, text }];
  const held = hold({ ...makeWholePost(), id: card.id, title: card.title, likeCount: 2, contents });
  const server = await openApp(list, {
    'GET /api/buildings/{buildingId}': mainHall,
    'GET /api/buildings/{buildingId}/posts': { posts: [card], nextCursor: null },
    'GET /api/posts/{id}': held.answer,
    'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  });
  await hands.click(await main().findByRole('link', { name: card.title }));
  await expectPath(`/post/${card.id}`);
  await screen.findByRole('heading', { level: 1, name: card.title });
  for (const shown of ['목록이 아는 문단.', '다른학생', '#추천 장소', '2026/11/20 12:00'])
    article().getByText(shown, { exact: true });
  await expectHeart('1', false);
  await waitFor(() => expect(server.asked('GET /api/posts/{id}')).toHaveLength(1));
  expect(article().queryByText(/답이 와야/)).toBeNull();
  held.release();
  await article().findByText(/답이 와야 보이는 문단/);
  await expectHeart('2', false);
  await press('뒤로');
  await expectPath(list);
});

test('post opened by a link: back leads to its board', async () => {
  for (const [buildingId, path] of [
    ['law-hall', '/building/law-hall'],
    ['question', '/board/question'],
    ['festival', '/board/festival'],
  ] as const) {
    await openPost(
      { changes: { buildingId } },
      {
        'GET /api/festival/posts': { posts: [], nextCursor: null },
        'GET /api/buildings/{buildingId}': board('question', 'question', '질문 게시판'),
        'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
      },
    );
    await press('뒤로');
    await expectPath(path);
  }
});

test('[TH-05] author’s replies on the own post are marked, none if the author is gone', async () => {
  const authorId = crypto.randomUUID();
  const replies = [{}, { authorId, body: '고맙습니다' }];
  await openPost({ changes: { authorId }, replies }, {}, official);
  expect(rows().map(({ text }) => text.includes('글쓴이'))).toEqual([false, true]);
  expect(article().queryByText('글쓴이')).toBeNull();
  await openPost({ replies: [{}, { ...replies[1], authorId: null, nickname: null }] }, {}, official);
  expect(rows()[1]?.text).toContain('(알 수 없음)');
  expect(main().queryByText('글쓴이')).toBeNull();
});

test('[TH-05] beta edition: marks no replies of the author', async () => {
  const authorId = crypto.randomUUID();
  await openPost({ changes: { authorId }, replies: [{ authorId }] });
  expect(main().queryByText('글쓴이')).toBeNull();
});

test('[TH-05] addresses in posts and replies are links without referrer; everything else stays text', async () => {
  const { origin } = window.location;
  const text = [
    '지도는 https://example.com/map?a=1&b=2에서 (https://example.org/a_(b)) 보세요.',
    '<a href="https://example.net">누르기</a> javascript:alert(1) data:text/html,x',
    'https://korea.ac.kr@evil.example/login https://도서관.한국/열람실',
    `${origin}/post/other ${origin}/images/posts/other/large.webp`,
  ].join('\n');
  await openPost({ text, replies: [{ body: '여기도요: http://example.com/reply!' }] });
  const linksOf = (part: Element | undefined) =>
    [...(part?.querySelectorAll('a') ?? [])].map((link) => [
      link.textContent,
      ...['href', 'target', 'rel'].map((name) => link.getAttribute(name)),
    ]);
  const outside = (address: string) => [address, address, '_blank', 'noopener nofollow'];
  const shown = article().getByText(/^지도는/);
  expect(shown.textContent).toBe(text);
  expect(linksOf(shown)).toEqual([
    outside('https://example.com/map?a=1&b=2'),
    outside('https://example.org/a_(b)'),
    outside('https://example.net'),
    outside('https://도서관.한국/열람실'),
    [`${origin}/post/other`, '/post/other', null, null],
    // A path without a screen opens like any other address.
    outside(`${origin}/images/posts/other/large.webp`),
  ]);
  expect(linksOf(rows()[0]?.row)).toEqual([outside('http://example.com/reply')]);
});

test('[ST-06] like: shown at once, ends at the server’s count and the last press', async () => {
  const { server } = await openPost({ changes: { likeCount: 1 } });
  await expectHeart('1', false);
  const held = hold({ liked: true, likeCount: 3 });
  server.answer(PUT_LIKE, held.answer);
  server.answer(DELETE_LIKE, { liked: false, likeCount: 1 });
  for (const [count, liked] of [
    ['2', true],
    ['1', false],
    ['2', true],
  ] as const) {
    await hands.click(heart());
    await expectHeart(count, liked);
  }
  expect(server.writes()).toBe(1);
  // Meanwhile another user likes it.
  held.release();
  await expectHeart('3', true);
  await hands.click(heart());
  await expectHeart('1', false);
  // A double tap adds a like and removes it.
  server.answer(PUT_LIKE, { liked: true, likeCount: 2 });
  await hands.dblClick(heart());
  await waitFor(() => expect(server.asked(DELETE_LIKE).length).toBeGreaterThan(1));
  await expectHeart('1', false);
});

test('like in flight: not sent twice when its post is left and reopened', async () => {
  const { post, server } = await openPost(
    { changes: { buildingId: 'law-hall', likeCount: 1 } },
    {
      'GET /api/buildings/{buildingId}': board('question', 'question', '질문 게시판'),
      'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
    },
  );
  await expectHeart('1', false);
  const held = hold({ liked: true, likeCount: 2 });
  server.answer(PUT_LIKE, held.answer);
  server.answer(DELETE_LIKE, { liked: false, likeCount: 1 });
  await hands.click(heart());
  await press('뒤로');
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  act(() => navigate(`/post/${post.id}`));
  await waitFor(() => expect(pressed(heart())).toBe(true));
  for (const liked of [false, true, false]) {
    await hands.click(heart());
    await waitFor(() => expect(pressed(heart())).toBe(liked));
  }
  expect(server.writes()).toBe(1);
  held.release();
  await waitFor(() => expect(server.asked(DELETE_LIKE)).toHaveLength(1));
  await expectHeart('1', false);
});

test('failed like or bookmark: reverts with a message; a limit shows the waiting time', async () => {
  for (const [answer, like, scrapped] of [
    [
      refuse('server.failed'),
      '좋아요를 반영하지 못했습니다. 다시 눌러 주세요.',
      '스크랩을 반영하지 못했습니다',
    ],
    [CUT, '좋아요를 반영하지 못했습니다. 다시 눌러 주세요.', '스크랩을 반영하지 못했습니다'],
    [
      refuse('limit.reached', { retryAfter: 50 }),
      '요청이 너무 많습니다. 50초 뒤에',
      '요청이 너무 많습니다. 50초 뒤에',
    ],
  ] as const) {
    await openPost({}, { [PUT_LIKE]: answer, [PUT_SCRAP]: answer }, official);
    await expectHeart('0', false);
    await hands.click(heart());
    await expectAlert(like);
    await expectHeart('0', false);
    await expectScrap(false);
    await hands.click(scrap());
    await expectAlert(scrapped);
    await expectScrap(false);
  }
});

test('[SB-01] second button: bookmarks and reverts; of quick presses the last wins', async () => {
  const held = hold({ scrapped: true });
  const { server } = await openPost(
    {},
    { [PUT_SCRAP]: held.answer, [DELETE_SCRAP]: { scrapped: false } },
    official,
  );
  await expectScrap(false);
  for (const scrapped of [true, false, true, false]) {
    await hands.click(scrap());
    await expectScrap(scrapped);
  }
  expect(scrap().querySelector('svg')?.getAttribute('fill')).not.toBe('currentColor');
  held.release();
  await waitFor(() => expect(server.asked(DELETE_SCRAP)).toHaveLength(1));
  await expectScrap(false);
  server.answer(PUT_SCRAP, { scrapped: true });
  await hands.click(scrap());
  await expectScrap(true);
  expect(scrap().querySelector('svg')?.getAttribute('fill')).toBe('currentColor');
  expect([server.asked(PUT_SCRAP).length, server.asked(DELETE_SCRAP).length]).toEqual([2, 1]);
});

test('[SB-01] [HL-01] popular post: bookmarked and liked as its post', async () => {
  const hot = makeHot();
  const post = { ...makeWholePost(), id: hot.postId, likeCount: 10 };
  const server = await openApp(
    `/hotpost/${hot.id}`,
    {
      ...answersOf(post),
      'GET /api/hots/{id}': hot,
      [PUT_LIKE]: { liked: true, likeCount: 11 },
      [PUT_SCRAP]: { scrapped: true },
    },
    official,
  );
  await screen.findByRole('textbox');
  await hands.click(heart());
  await expectHeart('11', true);
  await expectScrap(false);
  await hands.click(scrap());
  await expectScrap(true);
  const asked = [...server.asked(PUT_LIKE), ...server.asked(PUT_SCRAP)].map(({ path }) => path['id']);
  expect(asked).toEqual([post.id, post.id]);
});
