import { campusSettings } from '@madang/contract/campus/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import settings from '../../../../campus/campus.json';
import type { Output } from '../../lib/api.ts';
import { campus, mainHall } from '../../testing/answers.ts';
import { hands, holdClock, openApp, passTime } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectPath, main } from '../../testing/reading.ts';

type Places = Output<'GET /api/places/now'>;
type Place = Places['keywords'][number][number];

const NOW = '2030-11-27T05:30:00.000Z';
const at = Date.parse(NOW) / 60_000;
const place = (id: string, name: string, reason: Place['reason']): Place => ({ id, name, reason });
const found: Record<string, Place[]> = {
  식사: [place('student-union', '학생회관', { amenities: 2, kind: '학생식당', usual: 'normal' })],
  콘센트: [
    place('hana-square', '하나스퀘어', { posts: 12, crowd: 'free' }),
    place('law-hall', '법학관', { posts: 3, open: '23:00' }),
    place('main-hall', '본관', { posts: 1 }),
  ],
  조용한: [place('library', '도서관', { rooms: 4, quiet: 3 })],
};
const places = (more: Partial<Places> = {}): Places => ({
  at,
  lead: campus.keywords.indexOf('콘센트'),
  keywords: campus.keywords.map((name) => found[name] ?? []),
  ...more,
});
const open = (path: string, answer: Answers['GET /api/places/now'], more: Answers = {}) =>
  openApp(
    path,
    {
      'GET /api/buildings': { buildings: [mainHall] },
      'GET /api/events': { events: [] },
      ...(answer && { 'GET /api/places/now': answer }),
      ...more,
    },
    { edition: 'official' },
  );

beforeEach(() => {
  holdClock();
  vi.setSystemTime(NOW);
});

const heading = () => screen.queryByRole('heading', { level: 2, name: '지금 갈 만한 곳' });
const block = async () => {
  await main().findByRole('heading', { level: 2, name: '지금 갈 만한 곳' });
  return within(heading()?.closest('section') ?? document.body);
};
const rows = async () =>
  within((await block()).getAllByRole('list').at(-1) as HTMLElement).getAllByRole(
    'link',
  ) as HTMLAnchorElement[];
const said = async () => (await rows()).map(({ textContent, pathname }) => [textContent, pathname]);

test('[PL-08] keyword home: begins with the best places of one keyword, in order, with reasons', async () => {
  await open('/keyword', places());
  expect(await said()).toEqual([
    ['하나스퀘어콘센트 글 12개 · 방금 여유', '/building/hana-square/view'],
    ['법학관콘센트 글 3개 · 23:00까지 열어요', '/building/law-hall/view'],
    ['본관콘센트 글 1개', '/building/main-hall/view'],
  ]);
  // Above the keywords.
  const tile = await main().findByRole('link', { name: /^비대면/ });
  expect(heading()?.compareDocumentPosition(tile)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('[PL-08] cafeteria: shows its dish, price and end, and disappears after the meal', async () => {
  const meal = { dish: '제육볶음', price: 5500, until: '14:31' };
  const serving = [
    place('student-union', '학생회관', { meal, crowd: 'free' }),
    place('dormitory', '학사', { meal: { dish: '비빔밥', until: '14:40' } }),
  ];
  await open(
    '/keyword',
    places({
      lead: campus.keywords.indexOf('식사'),
      keywords: campus.keywords.map((name) => (name === '식사' ? serving : [])),
    }),
  );
  const dormitory = ['학사비빔밥 · 14:40까지', '/building/dormitory/view'];
  expect(await said()).toEqual([
    ['학생회관제육볶음 5,500원 · 14:31까지 · 방금 여유', '/building/student-union/view'],
    dormitory,
  ]);
  await passTime(90);
  await waitFor(async () => expect(await said()).toEqual([dormitory]));
});

test('[PL-08] first keyword without meals left: another one comes first; without places nothing is shown', async () => {
  const meal = { dish: '제육볶음', until: '14:31' };
  const serving = { 식사: [place('student-union', '학생회관', { meal })] };
  const answer = (all: Record<string, Place[]>) =>
    places({
      lead: campus.keywords.indexOf('식사'),
      keywords: campus.keywords.map((name) => all[name] ?? []),
    });
  await open('/keyword', answer({ ...found, ...serving }));
  expect((await said())[0]?.[0]).toBe('학생회관제육볶음 · 14:31까지');
  await passTime(90);
  await waitFor(async () => expect((await said())[0]?.[0]).toBe('하나스퀘어콘센트 글 12개 · 방금 여유'));
  vi.setSystemTime(NOW);
  await open('/keyword', answer(serving));
  await block();
  await passTime(90);
  await waitFor(() => expect(heading()).toBeNull());
  // A place open until midnight is not listed for the next day.
  const evening = Date.parse('2030-11-27T14:59:00.000Z');
  vi.setSystemTime(evening);
  const late = [place('dormitory', '학사', { meal: { dish: '비빔밥', until: '24:00' } })];
  await open('/keyword', { ...answer({ 식사: late }), at: evening / 60_000 });
  await block();
  await passTime(90);
  await waitFor(() => expect(heading()).toBeNull());
});

test('[PL-08] chips: switch between keywords with places; the address has the choice, and back leaves the screen', async () => {
  await open('/keyword', places());
  const chips = async () => (await block()).getByRole('navigation', { name: '지금 갈 만한 곳의 키워드' });
  const links = async () => within(await chips()).getAllByRole('link');
  expect((await links()).map(({ textContent }) => textContent)).toEqual(['식사', '콘센트', '조용한']);
  await hands.click(within(await chips()).getByRole('link', { name: '조용한' }));
  expect(window.location.search).toBe('?now=11');
  expect(await said()).toEqual([['도서관빈 강의실 4곳 · 조용해요 3명', '/building/library/view']]);
  expect(within(await chips()).getByRole('link', { current: 'page' }).textContent).toBe('조용한');
  await hands.click(within(await chips()).getByRole('link', { name: '식사' }));
  expect(await said()).toEqual([
    ['학생회관학생식당 2곳 · 평소 이 시간 보통', '/building/student-union/view'],
  ]);
  // An invalid keyword in the address selects the first.
  for (const wrong of ['1', '99', '-1', 'x', '11.5', '%00']) {
    await open(`/keyword?now=${wrong}`, places());
    expect((await said())[0]?.[1]).toBe('/building/hana-square/view');
  }
});

test('[PL-08] best places: absent if nothing is found, too old, or failed', async () => {
  const answers = [
    places({ at: null, lead: null, keywords: campus.keywords.map(() => []) }),
    places({ at: at - 15 }),
    refuse('server.failed'),
  ];
  for (const answer of answers) {
    await open('/keyword', answer);
    await main().findByRole('link', { name: /^비대면/ });
    await passTime(20);
    expect(heading()).toBeNull();
    expect(main().getAllByRole('list')).toHaveLength(1);
  }
  // Answers older than 15 minutes are hidden.
  vi.setSystemTime(NOW);
  await open('/keyword', places({ at: at - 14 }));
  await block();
  await passTime(90);
  await waitFor(() => expect(heading()).toBeNull());
});

test('[PL-08] beta edition: requests and shows none of it', async () => {
  await openApp('/keyword', { 'GET /api/buildings': { buildings: [mainHall] } });
  await main().findByRole('button', { name: /^비대면/ });
  expect(heading()).toBeNull();
});

/** Returns both lines of home's card for now, and their targets. */
const card = async () => {
  const link = (await main().findByText(/ — /)).closest('a') as HTMLAnchorElement;
  return [...Array.from(link.querySelectorAll('span > *'), ({ textContent }) => textContent), link.pathname];
};
const withIcons = {
  'GET /api/campus': {
    ...campus,
    edition: 'official' as const,
    keywordIcons: campusSettings.shape.keywordIcons.parse(settings.keywordIcons),
  },
};

test('[PL-08] home: shows one place in two lines: purpose, name and reason', async () => {
  await open('/', places());
  expect(await card()).toEqual([
    '지금 콘센트 장소 — 하나스퀘어',
    '방금 여유롭다고 했어요',
    '/building/hana-square/view',
  ]);
  await open('/', places({ lead: campus.keywords.indexOf('조용한') }), withIcons);
  expect(await card()).toEqual([
    '조용히 있기 좋은 곳 — 도서관',
    '3명이 방금 조용하다고 했어요',
    '/building/library/view',
  ]);
  const law = campus.keywords.map((name) => (name === '콘센트' ? (found['콘센트'] ?? []).slice(1) : []));
  await open('/', places({ keywords: law }), withIcons);
  expect((await card())[1]).toBe('학생들이 쓴 글이 3개 있어요 · 23:00까지 열어요');
  // Crowding does not recommend a place that is not free.
  for (const is of [
    { crowd: 'crowded' },
    { crowd: 'normal' },
    { usual: 'crowded' },
    { usual: 'normal' },
  ] as const) {
    const busy = [place('law-hall', '법학관', { posts: 3, ...is })];
    const keywords = campus.keywords.map((name) => (name === '콘센트' ? busy : []));
    await open('/', places({ keywords }), withIcons);
    expect((await card())[1]).toBe('학생들이 쓴 글이 3개 있어요');
  }
  // Meals have a separate row.
  const meal = { dish: '제육볶음', price: 5500, until: '15:00' };
  const serving = { ...found, 식사: [place('student-union', '학생회관', { meal })] };
  const keywords = campus.keywords.map((name) => serving[name as keyof typeof serving] ?? []);
  await open('/', places({ lead: campus.keywords.indexOf('식사'), keywords }), withIcons);
  expect((await card())[0]).toBe('콘센트 쓰기 좋은 곳 — 하나스퀘어');
  await open(
    '/',
    places({ lead: 3, keywords: keywords.map((all, index) => (index === 3 ? all : [])) }),
    withIcons,
  );
  expect(await card()).toEqual([
    '지금 밥 먹을 수 있는 곳 — 학생회관',
    '제육볶음 5,500원 · 15:00까지',
    '/building/student-union/view',
  ]);
  for (const answer of [places({ at: at - 15 }), places({ at: null, lead: null, keywords: [] })]) {
    await open('/', answer);
    await main().findByRole('link', { name: '질문 게시판' });
    await passTime(1);
    expect(main().queryByText(/ — /)).toBeNull();
  }
});

test('[PL-08] place: links to its view', async () => {
  await open('/keyword', places(), {
    'GET /api/buildings/{buildingId}': mainHall,
    'GET /api/buildings/{buildingId}/view': { answered: [], marked: [] },
  });
  await hands.click((await rows())[2] ?? document.body);
  await expectPath('/building/main-hall/view');
});
