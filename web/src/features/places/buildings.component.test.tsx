import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Building } from '@madang/contract/campus/schema';
import { emptyPack, mainHall, makeAmenity } from '../../testing/answers.ts';
import { fill, hands, holdClock, openApp } from '../../testing/open-app.tsx';
import { hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, main } from '../../testing/reading.ts';

const make = (id: string, name: string, category: string): Building => ({
  ...mainHall,
  id,
  name,
  category,
  info: `${name}입니다.`,
  picture: `/campus/${id}.svg`,
});
/** Ordered by code point, like the server: a dictionary order would mix in Latin names. */
const buildings = [
  make('cj-law-hall', 'CJ법학관', '인문'),
  make('hana-square', '하나스퀘어', '이공'),
  make('green-field', '녹지운동장', '녹지'),
  make('medical-college', '의과대학 본관', '의과'),
  make('main-hall', '본관', '인문'),
];

const cards = () =>
  [...document.querySelectorAll('main a[href^="/building/"]')].map((link) => [
    link.getAttribute('href'),
    ...[...link.querySelectorAll('span > span')].map(({ textContent }) => textContent),
    link.querySelector('img')?.getAttribute('src'),
  ]);
const expected = (shown: readonly Building[]) =>
  shown.map(({ id, name, category, picture }) => [`/building/${id}`, name, category, picture]);

test('[RT-07] [SC-06] [SC-07] [SC-09] building list: picture, name and category in the given order; five tabs by category', async () => {
  const server = await openApp('/building', {
    'GET /api/buildings': { buildings },
    'GET /api/events': { events: [] },
  });
  await waitFor(() => expect(cards()).toEqual(expected(buildings)));
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(tabs).toEqual(['전체', '인문', '이공', '녹지', '의과·보건']);
  for (const [label, category] of [
    ['인문', '인문'],
    ['이공', '이공'],
    ['녹지', '녹지'],
    ['의과·보건', '의과'],
    ['전체', null],
  ] as const) {
    await hands.click(screen.getByRole('tab', { name: label }));
    screen.getByRole('tab', { name: label, selected: true });
    const own = buildings.filter((building) => category === null || building.category === category);
    await waitFor(() => expect(cards()).toEqual(expected(own)));
  }
  expect(server.asked('GET /api/buildings')).toHaveLength(1);
  await hands.click(screen.getByRole('button', { name: '뒤로' }));
  await expectPath('/');
});

test('board that is not a building: has no view link', async () => {
  for (const id of ['freedom', 'feedback', 'buildingNotice', 'question', 'festival']) {
    await openApp(`/building/${id}`, {
      'GET /api/buildings/{buildingId}': { ...mainHall, id, info: '건물이 아닌 게시판입니다.' },
      'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
    });
    await main().findByText('건물이 아닌 게시판입니다.');
    expect(main().queryByRole('button', { name: '건물 보기' })).toBeNull();
  }
});

test('[RT-07] [SC-05] [SC-11] building: shows category and description; map and view are announced only', async () => {
  const [building = mainHall] = buildings;
  const answers = {
    'GET /api/buildings': { buildings },
    'GET /api/buildings/{buildingId}': building,
    'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
  };
  for (const [path, button] of [
    ['/building', '학교 지도'],
    [`/building/${building.id}`, '건물 보기'],
  ] as const) {
    await openApp(path, answers);
    await hands.click(await main().findByRole('button', { name: button }));
    await expectAlert('정식 버전에서 다시 만나요!');
    await expectPath(path);
  }
  await screen.findByRole('heading', { level: 1, name: building.name });
  main().getByText(building.category, { exact: true });
  main().getByText(building.info);
});

test('official edition: a card lists what its building has now', async () => {
  await openApp(
    '/building',
    {
      'GET /api/buildings': { buildings },
      'GET /api/campus/pack': {
        ...emptyPack,
        kinds: ['정수기', '카페', '프린트'].map((name) => ({ name, askAfterDays: 90 })),
        amenities: [
          makeAmenity({ buildingId: 'hana-square', kind: '카페' }),
          makeAmenity({ buildingId: 'hana-square' }),
          makeAmenity({ buildingId: 'hana-square', kind: '프린트', goneOn: '2026-11-02' }),
        ],
      },
    },
    { edition: 'official' },
  );
  await main().findByText('정수기, 카페');
  expect(main().getByRole('link', { name: /하나스퀘어/ }).textContent).toContain('이공정수기, 카페');
  expect(
    main()
      .getByRole('link', { name: /CJ법학관/ })
      .textContent?.trim(),
  ).toBe('CJ법학관인문');
});

test('official edition: the list is searchable by name, next to the map, and cards show whether open', async () => {
  holdClock();
  vi.setSystemTime('2030-11-27T05:30:00.000Z');
  const weekdays = (from: string, to: string) => [{ days: [1, 2, 3, 4, 5], from, to }];
  const hours = [
    { buildingId: 'main-hall', from: null, to: null, hours: weekdays('08:00', '20:00'), source: '' },
    { buildingId: 'medical-college', from: null, to: null, hours: weekdays('08:00', '14:00'), source: '' },
  ];
  const called = buildings.map((one) => (one.id === 'hana-square' ? { ...one, nicknames: ['하스'] } : one));
  const answers = {
    'GET /api/buildings': { buildings: called },
    'GET /api/campus/pack': { ...emptyPack, hours },
  };
  await openApp('/building', answers, { edition: 'official' });
  await main().findByText('지금 열림 · 20:00까지');
  main().getByText('내일 08:00에 열어요');
  const field = main().getByRole('searchbox', { name: '건물 이름 찾기' });
  expect(field.parentElement?.querySelector('a')?.textContent).toBe('학교 지도');
  for (const [typed, name] of [
    ['cj 법학', 'CJ법학관'],
    ['하스', '하나스퀘어'],
    ['ㅎㄴㅅ', '하나스퀘어'],
    ['gkskt', '하나스퀘어'],
    ['하나ㅅ', '하나스퀘어'],
    ['의괃', '의과대학 본관'],
  ] as const) {
    fill(field, typed);
    await waitFor(() => expect(cards().map(([, shown]) => shown)).toEqual([name]));
  }
  fill(field, '본관');
  await waitFor(() => expect(cards().map(([, name]) => name)).toEqual(['의과대학 본관', '본관']));
  await hands.click(screen.getByRole('tab', { name: '인문' }));
  await waitFor(() => expect(cards().map(([, name]) => name)).toEqual(['본관']));
  fill(field, '없는 곳');
  await main().findByText('그런 이름의 건물이 없어요.');
  await openApp('/building?name=하나', { 'GET /api/buildings': { buildings } });
  await main().findByText('본관');
  expect(main().queryByRole('searchbox')).toBeNull();
});

test('official edition: back restores the search word of the list', async () => {
  const [building = mainHall] = buildings;
  await openApp(
    '/building',
    {
      'GET /api/buildings': { buildings },
      'GET /api/buildings/{buildingId}': building,
      'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
    },
    { edition: 'official' },
  );
  const box = () => main().findByRole<HTMLInputElement>('searchbox');
  await hands.type(await box(), '법학');
  await hands.click(screen.getByRole('tab', { name: '인문' }));
  expect((await box()).value).toBe('법학');
  await hands.click(await main().findByRole('link', { name: /CJ법학관/ }));
  await screen.findByRole('heading', { level: 1, name: building.name });
  await hands.click(screen.getByRole('button', { name: '뒤로' }));
  expect((await box()).value).toBe('법학');
  screen.getByRole('tab', { name: '인문', selected: true });
  await waitFor(() => expect(cards().map(([, name]) => name)).toEqual(['CJ법학관']));
});

test('building opened from the list: named by the list until its own answer comes', async () => {
  const held = hold({ ...mainHall, name: '새 본관' });
  await openApp('/building', {
    'GET /api/buildings': { buildings },
    'GET /api/buildings/{buildingId}': held.answer,
    'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
  });
  await hands.click(await screen.findByRole('link', { name: '본관 인문' }));
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
  await waitFor(() => expect(heading()).toBe('본관'));
  held.release();
  await waitFor(() => expect(heading()).toBe('새 본관'));
});

test('building opened from the list: keeps its name if its own answer fails', async () => {
  const posts = hold({ posts: [], nextCursor: null });
  await openApp('/building', {
    'GET /api/buildings': { buildings },
    'GET /api/buildings/{buildingId}': refuse('limit.reached'),
    'GET /api/buildings/{buildingId}/posts': posts.answer,
  });
  await hands.click(await screen.findByRole('link', { name: '본관 인문' }));
  // The posts come last.
  posts.release();
  await screen.findByText('아직 게시글이 없습니다. 첫 글을 남겨 보세요.');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('본관');
});
