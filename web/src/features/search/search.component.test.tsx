import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { campus, makePost } from '../../testing/answers.ts';
import { fill, hands, holdClock, openApp, passTime, press } from '../../testing/open-app.tsx';
import { CUT, refuse } from '../../testing/pretended-server.ts';
import { describe, expectAlert, expectPath, expectTitles, isWrong, main } from '../../testing/reading.ts';
import {
  answers,
  box,
  found,
  foundAt,
  official,
  marks,
  openFound,
  search,
  submit,
} from '../../testing/search.ts';

beforeEach(holdClock);

test('[SC-39] beta edition: search has a box and the eleven terms in order, and only shows alerts', async () => {
  const server = await openApp('/search', answers);
  await screen.findByRole('heading', { name: '인기 검색어' });
  const terms = within(main().getByRole('list')).getAllByRole('button');
  expect(terms.map(({ textContent }) => textContent)).toEqual(
    campus.searchTerms.map((term, index) => `${index + 1}${term}`),
  );
  const preparing = '검색 기능을 준비 중입니다. 조금만 기다려 주세요.';
  const acts = [
    ...campus.searchTerms.map((term) => () => press(term)),
    ...['', '조용한 열람실'].flatMap((text) => [
      () => (fill(box(), text), submit()),
      () => (fill(box(), text), hands.type(box(), '{Enter}')),
    ]),
  ];
  for (const act of acts) {
    await act();
    await expectAlert(preparing);
    await expectPath('/search');
  }
  expect(box().value).toBe('조용한 열람실');
  expect([screen.queryByRole('article'), server.asked('GET /api/search'), server.writes()]).toEqual([
    null,
    [],
    0,
  ]);
  await press('뒤로');
  await expectPath('/');
});

test('[FS-06] results: words are marked, also across spaces, and each submit is one search', async () => {
  const post = makePost({ title: '벼락치기 열람 실 추천', preview: '벼락치기 하기 좋은 열람실이에요.' });
  const server = await openApp(
    '/search',
    { ...answers, 'GET /api/search': ({ query }) => found(query['query'] ?? '', [post]) },
    official,
  );
  await screen.findByRole('heading', { name: '인기 검색어' });
  const entries = window.history.length;
  fill(box(), '  벼락치기 열람실 ');
  await hands.dblClick(screen.getByRole('button', { name: '검색' }));
  await expectPath(foundAt('벼락치기 열람실'));
  await expectTitles([post.title]);
  await waitFor(() => expect(marks()).toEqual(['벼락치기', '열람 실', '벼락치기', '열람실']));
  const name = screen.getByRole('heading', { level: 1, name: '‘벼락치기 열람실’ 검색' });
  expect([document.activeElement, box().value]).toEqual([name, '벼락치기 열람실']);
  expect(server.asked('GET /api/search').map(({ query }) => query)).toEqual([
    { query: '벼락치기 열람실', order: 'relevant' },
  ]);
  expect(window.history.length).toBe(entries + 1);
  await hands.click(screen.getByRole('tab', { name: '최신' }));
  await expectPath(`${foundAt('벼락치기 열람실')}&order=recent`);
  await waitFor(() => expect(server.asked('GET /api/search').at(-1)?.query['order']).toBe('recent'));
  await press('뒤로');
  await expectPath('/search');
  await waitFor(() => expect(box().value).toBe(''));
});

test('[FS-06] markup in a post, a query and an address is shown as text', async () => {
  const title = '<img src=x onerror="window.broken=1">마크업';
  const preview = '<b>마크업</b> &amp; <script>window.broken=1</script>';
  await openFound('마크업', { 'GET /api/search': found('마크업', [makePost({ title, preview })]) });
  await expectTitles([title]);
  expect(main().getByRole('article').textContent).toContain(preview);
  await waitFor(() => expect(marks()).toEqual(['마크업', '마크업']));
  for (const query of ['<img src=x onerror=window.broken=1>', '<b>마크업</b>', '%_\\\'"{query}']) {
    await openFound(query);
    await screen.findByRole('tabpanel');
    expect(box().value).toBe(query);
    expect(document.querySelectorAll('main b, main img[src=x]')).toHaveLength(0);
  }
});

test('[FS-06] invalid query: shows the reason and keeps the text', async () => {
  const server = await openApp('/search', answers, official);
  await screen.findByRole('heading', { name: '인기 검색어' });
  const long = '가'.repeat(51);
  for (const [typed, message] of [
    ['', '검색어를 입력해 주세요.'],
    ['   ', '검색어를 입력해 주세요.'],
    [long, '50자까지예요. 1자를 줄여 주세요.'],
  ] as const) {
    fill(box(), typed);
    await hands.type(box(), '{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect([isWrong(box()), describe(box())]).toEqual([true, message]);
    expect([document.activeElement, box().value]).toEqual([box(), typed]);
    await expectPath('/search');
  }
  fill(box(), '가');
  expect(screen.queryByRole('alert')).toBeNull();
  // An address may contain it anyway.
  await openFound(long);
  await screen.findByText('50자까지예요. 1자를 줄여 주세요.');
  expect(server.asked('GET /api/search')).toEqual([]);
  await openFound('!!!', { 'GET /api/search': found('') });
  await screen.findByText('글자나 숫자를 넣어 검색해 주세요.');
});

test('[FS-06] removed particle and one-letter query: explained', async () => {
  for (const [query, searched, more, said, title, marked] of [
    [
      '수영복에서는',
      '수영복',
      { shortened: true },
      '‘수영복’ 검색 결과입니다.',
      '수영복 안내',
      ['수영복', '수영복'],
    ],
    [
      '쀍',
      '쀍',
      { scope: 'beginnings' },
      '한 글자는 장소 이름과 제목의 첫 글자에서만 찾습니다. 두 글자 이상이면 본문에서도 찾습니다.',
      '쀍 쀍',
      ['쀍'],
    ],
  ] as const) {
    const posts = [makePost({ title, preview: `${searched} 이야기` })];
    await openFound(query, { 'GET /api/search': found(searched, posts, more) });
    await screen.findByText(said);
    await expectTitles([title]);
    await waitFor(() => expect(marks()).toEqual(marked));
  }
});

test('[FS-17] corrected query: shows the correction, and a tap searches the original', async () => {
  for (const [query, searched, said] of [
    ['도사관', '도서관', '‘도서관’으로 찾았어요.'],
    ['zkvp', '카페', '‘카페’로 찾았어요.'],
    ['ㅈㅅㅅㅅ', '정수실', '‘정수실’로 찾았어요.'],
  ] as const) {
    const read = found(searched, [makePost({ title: `${searched} 소식` })], { corrected: true });
    const server = await openFound(query, {
      'GET /api/search': ({ query: asked }) => (asked['plain'] ? found(query) : read),
    });
    await main().findByText(said, { exact: false });
    await expectTitles([`${searched} 소식`]);
    await hands.click(main().getByRole('link', { name: `‘${query}’ 그대로 찾기` }));
    await expectPath(`${foundAt(query)}&${new URLSearchParams({ plain: query })}`);
    await main().findByText(`‘${query}’에 대한 글이 아직 없어요.`);
    expect([main().queryByText(said, { exact: false }), box().value]).toEqual([null, query]);
    expect(server.asked('GET /api/search').map((asked) => asked.query['plain'])).toEqual([undefined, query]);
    await press('뒤로');
    await expectPath(foundAt(query));
    await expectTitles([`${searched} 소식`]);
  }
});

test('[FS-16] building in a query: a chip, which a tap turns into a plain word', async () => {
  const chips = () => within(main().getByRole('list', { name: '함께 찾은 게시판' }));
  const named = [
    { words: '중도', names: ['중앙도서관(대학원)', '중앙도서관(신관)'] },
    { words: '과도', names: ['과학도서관'] },
  ];
  const server = await openFound('중도 과도 자리', {
    'GET /api/search': ({ query }) => {
      const boards = named.filter(({ words }) => !query['plain']?.split(' ').includes(words));
      return found('중도 과도 자리', [makePost()], boards.length > 0 ? { boards } : {});
    },
  });
  await main().findByRole('list', { name: '함께 찾은 게시판' });
  await hands.click(chips().getByRole('button', { name: '중도 게시판 빼기' }));
  await waitFor(() => expect(chips().getAllByRole('button')).toHaveLength(1));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await hands.click(chips().getByRole('button', { name: '과학도서관 게시판 빼기' }));
  await expectPath(`${foundAt('중도 과도 자리')}&${new URLSearchParams({ plain: '중도 과도' })}`);
  expect(server.asked('GET /api/search').at(-1)?.query['plain']).toBe('중도 과도');
  await waitFor(() => expect(main().queryByRole('list', { name: '함께 찾은 게시판' })).toBeNull());
  // Another query starts at the beginning.
  await search('과도');
  expect(server.asked('GET /api/search').at(-1)?.query).toEqual({ query: '과도', order: 'relevant' });
});

test('number of results: shown and announced', async () => {
  const posts = [makePost({ title: '첫 글' }), makePost({ title: '둘째 글' })];
  const count = async (text: string) =>
    expect((await main().findByText(text)).closest('[aria-live=polite]')).not.toBeNull();
  await openFound('세어본', {
    'GET /api/search': found('세어본', posts, { total: { count: 2, more: false } }),
  });
  await count('글 2개');
  const more = { total: { count: 300, more: true }, nextCursor: 'r01_z' };
  await openFound('많은', {
    'GET /api/search': ({ query }) => (query['cursor'] ? new Promise(() => {}) : found('많은', posts, more)),
  });
  await count('글 300개 이상');
  await openFound('없는');
  await count('찾은 글이 없습니다.');
});

test('no results: no results line; one letter asks for two', async () => {
  await openFound('수영장에서', { 'GET /api/search': found('수영장', [], { shortened: true }) });
  await main().findByText('‘수영장에서’에 대한 글이 아직 없어요.');
  expect(main().queryByText('‘수영장’ 검색 결과입니다.')).toBeNull();
  await openFound('쀍', { 'GET /api/search': found('쀍', [], { scope: 'beginnings' }) });
  await main().findByText('두 글자 이상 넣어 검색해 주세요.');
  expect(main().queryByRole('button', { name: '질문 게시판에 물어보기' })).toBeNull();
});

test('alert: offered only for words that a post can contain', async () => {
  const alerted = { edition: 'official' } as const;
  const open = (query: string) =>
    openApp(foundAt(query), { ...answers, 'GET /api/profile/alerts': { alerts: [] } }, alerted);
  const offer = '새 글이 올라오면 알려 드릴까요?';
  for (const query of ['ㅁㄴㅇㄹ', 'asdfgh', 'ㅋㅋㅋㅋ']) {
    const server = await open(query);
    await main().findByText(`‘${query}’에 대한 글이 아직 없어요.`);
    await passTime(1);
    expect([screen.queryByText(offer), server.asked('GET /api/profile/alerts')]).toEqual([null, []]);
  }
  await open('비둘기집');
  await main().findByText(offer);
});

test('[FS-09] own searches come before popular terms', async () => {
  await openApp('/search', answers, official);
  await screen.findByRole('heading', { name: '인기 검색어' });
  await search('내가 찾은 말');
  await openApp('/search', answers, official);
  const own = await screen.findByRole('heading', { name: '최근 검색어' });
  const popular = screen.getByRole('heading', { name: '인기 검색어' });
  expect(own.compareDocumentPosition(popular) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('emptied field: clears the results, and back restores both', async () => {
  await openFound('비워 볼 말', { 'GET /api/search': found('비워 볼 말', [makePost({ title: '찾은 글' })]) });
  await expectTitles(['찾은 글']);
  box().focus();
  await hands.clear(box());
  await expectPath('/search');
  await screen.findByRole('heading', { name: '인기 검색어' });
  expect([main().queryByRole('article'), document.activeElement]).toEqual([null, box()]);
  await hands.type(box(), '다');
  expect(box().value).toBe('다');
  window.history.back();
  await expectPath(foundAt('비워 볼 말'));
  await expectTitles(['찾은 글']);
  expect(box().value).toBe('비워 볼 말');
});

test('[FS-06] [FS-14] server unreachable or limited: the query stays, and a tap searches again', async () => {
  for (const [answer, said] of [
    [CUT, '마당 서버가 잠시 쉬고 있어요.'],
    [refuse('limit.reached', { retryAfter: 32 }), '요청이 너무 많습니다. 32초 뒤에 다시 시도해 주세요.'],
  ] as const) {
    const server = await openFound('끊겼다가', { 'GET /api/search': answer });
    await passTime(8);
    const told = await main().findByRole('alert');
    expect([told.textContent?.includes(said), box().value]).toEqual([true, '끊겼다가']);
    server.answer('GET /api/search', found('끊겼다가', [makePost({ title: '찾은 글' })]));
    await hands.click(within(told).getByRole('button', { name: '다시 시도' }));
    await expectTitles(['찾은 글']);
    expect(main().queryByRole('alert')).toBeNull();
  }
});

test('[FS-06] [MO-11] posts of a blocked student are absent', async () => {
  const post = makePost({ title: '접혀야할 글', preview: '접혀야할 말' });
  const other = makePost({ title: '접혀야할 남의 글' });
  await openFound('접혀야할', {
    'GET /api/posts/marks': { liked: [], scrapped: [], folded: [post.id] },
    'GET /api/search': found('접혀야할', [post, other]),
  });
  await waitFor(() => expect(main().getAllByRole('article')).toHaveLength(1));
  expect(screen.queryByText('접혀야할 말')).toBeNull();
});
