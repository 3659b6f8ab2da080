import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { campus, mainHall } from '../../testing/answers.ts';
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
    // The one in the west first; the third was added by the operator, and nobody has drawn it.
    buildings: [drawn('medical-college', 20, ['의과대학 ', '본관']), drawn('main-hall', 200, ['본관'])],
  },
  amenities: [],
  kinds: [],
  hours: [],
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

test('[PL-01] every building of the map is a link with its name, from west to east; the list has them all', async () => {
  await openApp('/map?at=main-hall', answers, official);
  const map = await screen.findByRole('group', { name: '학교 지도 그림' });
  expect(links(map)).toEqual([
    ['/building/medical-college', '의과대학 본관'],
    ['/building/main-hall', '본관'],
  ]);
  // The name stands there as text, too.
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
  // What has no name on the map is explained, and nothing that is not there.
  main().getByText('계단');
  main().getByText('엘리베이터');
  expect(main().queryByText('경사로')).toBeNull();
  // A mark inside a building is not below its wall.
  const paths = [...map.querySelectorAll('svg > path')].map((path) => path.getAttribute('d'));
  expect(paths.indexOf('M30,20h0')).toBeGreaterThan(paths.indexOf('M20,10 60,10 60,40Z'));
  // The building that one comes from is marked in both.
  const current = main().getAllByRole('link', { current: true });
  expect(current.map((link) => link.getAttribute('href'))).toEqual([
    '/building/main-hall',
    '/building/main-hall',
  ]);
});

test('emergency numbers are calls', async () => {
  await openApp('/emergency', answers, official);
  await main().findByText('경찰');
  expect(links(await screen.findByRole('main'))).toEqual([
    ['tel:112', '경찰112'],
    ['tel:0232901114', '대표전화평일 09~18시02-3290-1114'],
  ]);
});

test('map and emergency numbers are reached from where one needs them', async () => {
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

test('a campus without map and numbers has nothing that leads to them, and its list all the same', async () => {
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
