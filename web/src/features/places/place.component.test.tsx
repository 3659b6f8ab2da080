import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Amenity } from '@madang/contract/places/schema';
import { campus, mainHall, makeAmenity } from '../../testing/answers.ts';
import { hands, openApp } from '../../testing/open-app.tsx';
import type { Answers } from '../../testing/pretended-server.ts';
import { expectPath, main } from '../../testing/reading.ts';
import { openFound } from '../../testing/search.ts';

const official = { edition: 'official' } as const;
const drawn = (id: string, x: number, lines: string[]) => ({
  id,
  d: `M${x},10 ${x + 40},10 ${x + 40},40Z`,
  label: { x: x + 20, y: 20, lines, from: 1 },
});
const amenity = (buildingId: string, kind: string, floor: string, more: Partial<Amenity> = {}) =>
  makeAmenity({ buildingId, kind, floor, spot: `${kind} ${floor}`, ...more });
const daily = (from: string, to: string) => [{ days: [1, 2, 3, 4, 5, 6, 7], from, to }];
const pack = {
  version: 'v1',
  buildings: [
    { id: 'cj-law-hall', name: 'CJ법학관', category: '인문' },
    { id: 'main-hall', name: '본관', category: '인문' },
    { id: 'medical-college', name: '의과대학 본관', category: '의과' },
  ],
  map: {
    width: 400,
    height: 300,
    shapes: [
      { kind: 'lift' as const, d: 'M30,20h0' },
      { kind: 'steps' as const, d: 'M10,10 20,20' },
      { kind: 'road' as const, d: 'M0,200 400,200' },
      { kind: 'gate' as const, d: 'M200,200h0', label: { x: 200, y: 200, lines: ['정문'], from: 0 } },
    ],
    // The western building first; the third was added by an operator and is not on the map.
    buildings: [drawn('medical-college', 20, ['의과대학 ', '본관']), drawn('main-hall', 200, ['본관'])],
  },
  amenities: [
    amenity('main-hall', '정수기', 'B1', { stepFree: false }),
    amenity('main-hall', '정수기', '1', { stepFree: false, confirmedOn: '2026-11-20' }),
    amenity('main-hall', '카페', '1', { hours: daily('00:00', '24:00') }),
    amenity('medical-college', '정수기', '2', { stepFree: true }),
    amenity('medical-college', '정수기', '4', { goneOn: '2026-11-02' }),
  ],
  kinds: ['정수기', '열람실', '카페'].map((name) => ({ name, askAfterDays: 90 })),
  hours: [
    {
      buildingId: 'medical-college',
      from: null,
      to: null,
      hours: daily('00:00', '24:00'),
      source: '',
    },
  ],
  emergency: [
    { name: '경찰', number: '112' },
    { name: '대표전화', number: '02-3290-1114', note: '평일 09~18시' },
  ],
};
const answers: Answers = {
  'GET /api/campus/pack': pack,
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/buildings/{buildingId}': mainHall,
  'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
};
const without: Answers = { ...answers, 'GET /api/campus': { ...campus, edition: 'official', pack: [] } };
const links = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.getAttribute('href'), link.getAttribute('aria-label') ?? link.textContent]);

test('[PL-01] map: every building is a link with its name, west to east; the list has them all', async () => {
  await openApp('/map?at=main-hall', answers, official);
  const map = await screen.findByRole('group', { name: '학교 지도 그림' });
  expect(links(map)).toEqual([
    ['/building/medical-college', '의과대학 본관'],
    ['/building/main-hall', '본관'],
  ]);
  // The name is also present as text.
  expect(
    within(map)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['의과대학 본관', '본관']);
  const sections = main().getAllByRole('heading', { level: 3 });
  expect(sections.map(({ textContent }) => textContent)).toEqual(['인문', '의과·보건']);
  expect(sections.flatMap(({ parentElement }) => links(parentElement as HTMLElement))).toEqual([
    ['/building/cj-law-hall', 'CJ법학관'],
    ['/building/main-hall', '본관'],
    ['/building/medical-college', '의과대학 본관'],
  ]);
  // Only unlabelled marks that exist are explained.
  main().getByText('계단');
  main().getByText('엘리베이터');
  expect(main().queryByText('경사로')).toBeNull();
  // A mark inside a building is above its wall.
  const paths = [...map.querySelectorAll('svg > path')].map((path) => path.getAttribute('d'));
  expect(paths.indexOf('M30,20h0')).toBeGreaterThan(paths.indexOf('M20,10 60,10 60,40Z'));
  // The building the user comes from is marked in both.
  const current = main().getAllByRole('link', { current: true });
  expect(current.map((link) => link.getAttribute('href'))).toEqual([
    '/building/main-hall',
    '/building/main-hall',
  ]);
});

const marked = () =>
  within(screen.getByRole('group', { name: '학교 지도 그림' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label'));
const listed = () =>
  main()
    .getAllByRole('heading', { level: 3 })
    .map(({ parentElement }) => parentElement?.textContent);

test('[PL-01] map layer of one kind of amenity: stripes and a legend; the list agrees', async () => {
  await openApp('/map?at=main-hall', answers, official);
  const kinds = within(await screen.findByRole('navigation', { name: '찾는 것' }));
  // Kinds without an amenity are not offered.
  expect(kinds.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['정수기', '카페']);
  expect(marked()).toEqual(['의과대학 본관', '본관']);
  await hands.click(kinds.getByRole('link', { name: '정수기' }));
  await expectPath(`/map?${new URLSearchParams({ at: 'main-hall', kind: '정수기' })}`);
  // A missing one does not count, but is listed.
  await main().findByText('빗금 친 건물에 정수기 3곳');
  expect(marked()).toEqual(['의과대학 본관, 정수기 1곳', '본관, 정수기 2곳']);
  expect(document.querySelectorAll('svg > [fill="url(#found)"]')).toHaveLength(3);
  expect(listed()).toEqual([
    '본관1층정수기 111월 20일에 확인B1층정수기 B1',
    '의과대학 본관2층정수기 2계단 없이 갈 수 있어요24시간4층정수기 411월 2일부터 없어요',
  ]);
  // A second press removes the filter; all filters share one history entry.
  await hands.click(kinds.getByRole('link', { name: '정수기' }));
  await expectPath('/map?at=main-hall');
});

test('[PL-01] step-free and opening time filters: apply to map and list, amenities and buildings', async () => {
  const open = async (query: Record<string, string>) => {
    await openApp(`/map?${new URLSearchParams(query)}`, answers, official);
    await screen.findByRole('group', { name: '학교 지도 그림' });
    return [marked(), listed()];
  };
  expect(await open({ kind: '정수기', stepFree: '1' })).toEqual([
    ['의과대학 본관, 정수기 1곳', '본관'],
    ['의과대학 본관2층정수기 2계단 없이 갈 수 있어요24시간'],
  ]);
  expect(await open({ kind: '정수기', open: 'late' })).toEqual([
    ['의과대학 본관, 정수기 1곳', '본관'],
    ['의과대학 본관2층정수기 2계단 없이 갈 수 있어요24시간'],
  ]);
  expect(await open({ kind: '카페', open: 'now' })).toEqual([
    ['의과대학 본관', '본관, 카페 1곳'],
    ['본관1층카페 124시간'],
  ]);
  expect(await open({ stepFree: '1' })).toEqual([
    ['의과대학 본관, 찾는 곳', '본관'],
    ['의과·보건의과대학 본관', '인문본관'],
  ]);
  main().getByText('계단으로만 갈 수 있다고 알려진 건물');
  expect(await open({ open: 'late' })).toEqual([
    ['의과대학 본관, 찾는 곳', '본관'],
    ['의과·보건의과대학 본관'],
  ]);
  // Without results it shows a message and a button to show all.
  await openApp(`/map?${new URLSearchParams({ kind: '카페', stepFree: '1' })}`, answers, official);
  await main().findByText('조건에 맞는 곳이 아직 알려지지 않았어요.');
  await hands.click(main().getByRole('link', { name: '모두 보기' }));
  await expectPath('/map');
});

test('emergency numbers are phone links', async () => {
  await openApp('/emergency', answers, official);
  await main().findByText('경찰');
  expect(links(await screen.findByRole('main'))).toEqual([
    ['tel:112', '경찰112'],
    ['tel:0232901114', '대표전화평일 09~18시02-3290-1114'],
  ]);
});

test('map and emergency numbers are linked where needed', async () => {
  for (const [from, name, to] of [
    ['/building', '학교 지도', '/map'],
    ['/building/main-hall', '지도에서 보기', '/map?at=main-hall'],
    ['/map', '긴급 연락처', '/emergency'],
    ['/mypage', '긴급 연락처', '/emergency'],
    ['/mypage/howto', '학교 지도', '/map'],
    ['/mypage/howto', '긴급 연락처', '/emergency'],
  ] as const) {
    await openApp(from, answers, official);
    await hands.click(await main().findByRole('link', { name }));
    await expectPath(to);
  }
  await openFound('지도', answers);
  const places = await screen.findByRole('navigation', { name: '장소' });
  expect(within(places).getByRole('link', { name: '학교 지도' }).getAttribute('href')).toBe('/map');
});

test('campus without map and numbers: no links to them, and the list works', async () => {
  for (const [path, present] of [
    ['/building', '본관'],
    ['/building/main-hall', '건물 보기'],
    ['/mypage', '이용 방법'],
    ['/mypage/howto', '건물 보러 가기'],
  ] as const) {
    await openApp(path, without, official);
    await main().findByText(present, { exact: false, selector: 'a *, a, button, button *' });
    expect(main().queryByText(/학교 지도|지도에서 보기|긴급 연락처/)).toBeNull();
  }
  await openApp('/map', { ...without, 'GET /api/campus/pack': { ...pack, map: null } }, official);
  await main().findByRole('link', { name: 'CJ법학관' });
  expect(screen.queryByRole('group')).toBeNull();
  await openApp('/emergency', { ...without, 'GET /api/campus/pack': { ...pack, emergency: [] } }, official);
  await main().findByText('등록된 연락처가 아직 없어요.');
});

test('[PL-09] row of the list: says whether it is open now, also for a café', async () => {
  const amenities = [
    amenity('main-hall', '카페', '1', { hours: [] }),
    amenity('medical-college', '카페', '2', { hours: daily('00:00', '24:00') }),
  ];
  await openApp('/map?kind=카페', { ...answers, 'GET /api/campus/pack': { ...pack, amenities } }, official);
  const rows = await main().findAllByRole('listitem');
  const said = rows.map(({ textContent }) => textContent).filter((text) => text.includes('층카페'));
  expect(said).toEqual(['1층카페 1오늘 쉬어요', '2층카페 224시간']);
});
