import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Room } from '@madang/contract/places/schema';
import { campus, emptyPack, mainHall, makePost, makeTicket } from '../../testing/answers.ts';
import { hands, holdClock, openApp, passTime } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const PATH = '/building/main-hall/view';
const DAY = '2030-11-27';
const makeRoom = (id: string, buildingId: string, classes: string[], more: Partial<Room> = {}): Room => ({
  id,
  buildingId,
  name: `${id}호`,
  floor: id.slice(0, 1),
  seats: null,
  stepFree: null,
  source: '학사팀',
  classes: classes.map((times) => ({ from: times.slice(0, 5), to: times.slice(6) })),
  ...more,
});
const rooms = [
  makeRoom('101', 'main-hall', ['09:00-10:15', '14:00-15:15'], { seats: 40, stepFree: true }),
  makeRoom('102', 'main-hall', ['12:00-13:15']),
  makeRoom('103', 'main-hall', ['21:00-22:00']),
  makeRoom('301', 'far-hall', [], { stepFree: true }),
  makeRoom('401', 'medical-college', ['12:00-13:15']),
];
const places = ['main-hall', 'far-hall', 'medical-college'].map((id) => ({ id, name: id, category: '인문' }));
const drawn = (id: string, x: number) => ({
  id,
  d: `M${x},10 ${x + 40},10 ${x + 40},40Z`,
  label: { x: x + 20, y: 20, lines: [id], from: 1 },
});
const answers: Answers = {
  'GET /api/campus/pack': {
    ...emptyPack,
    buildings: places,
    map: { width: 900, height: 700, shapes: [], buildings: places.map(({ id }, at) => drawn(id, 100 * at)) },
    hours: [
      {
        buildingId: 'main-hall',
        from: null,
        to: null,
        hours: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' }],
        source: '학교 누리집',
      },
    ],
  },
  'GET /api/buildings/{buildingId}': mainHall,
  'GET /api/buildings/{buildingId}/view': { answered: [], marked: [] },
  'GET /api/rooms': { day: DAY, rooms },
};
const withRooms = (list: readonly Room[], day = DAY): Answers => ({
  ...answers,
  'GET /api/rooms': { day, rooms: [...list] },
});

/** A Wednesday, 12:30 campus time. */
const setNoon = () => vi.setSystemTime('2030-11-27T03:30:00.000Z');
beforeEach(() => {
  holdClock();
  setNoon();
});

const section = async () => {
  const heading = await main().findByRole('heading', { level: 2, name: '지금 빈 강의실' });
  return within(heading.parentElement as HTMLElement);
};
const rows = async () => (await section()).queryAllByRole('listitem').map(({ textContent }) => textContent);

test('[RM-02] building: lists rooms without a class now, longest free first, with the end', async () => {
  await openApp(PATH, answers, official);
  // The buttons are rendered last.
  await waitFor(async () =>
    expect(await rows()).toEqual([
      '103호1층건물 닫는 20:00까지103호 잠겨 있어요',
      '101호1층 · 40석계단 없이 갈 수 있어요다음 수업 14:00까지101호 잠겨 있어요',
    ]),
  );
  (await section()).getByText('출처: 학사팀');
});

test('[RM-02] three rooms at most, all of them after a tap', async () => {
  const many = Array.from({ length: 7 }, (_, at) => makeRoom(`20${at}`, 'main-hall', []));
  await openApp(PATH, withRooms(many), official);
  expect(await rows()).toHaveLength(3);
  await hands.click((await section()).getByRole('button', { name: '빈 강의실 7곳 모두 보기' }));
  expect(await rows()).toHaveLength(7);
});

test('[RM-02] free rooms: a message if all have a class; nothing if unknown', async () => {
  await openApp(PATH, withRooms([makeRoom('101', 'main-hall', ['09:00-18:00'])]), official);
  (await section()).getByText('지금은 빈 강의실이 없어요.');
  for (const unknown of [
    withRooms([]),
    withRooms(rooms.filter(({ buildingId }) => buildingId !== 'main-hall')),
    withRooms(rooms, '2030-11-26'),
  ]) {
    await openApp(PATH, unknown, official);
    await main().findByRole('heading', { level: 2, name: '여는 시간' });
    expect(main().queryByText('지금 빈 강의실')).toBeNull();
  }
});

test('[RM-03] room reported as locked: confirmed, and removed once hidden', async () => {
  let said = 0;
  const server = await openApp(
    PATH,
    {
      ...answers,
      'GET /api/rooms': () => ({ day: DAY, rooms: said < 2 ? rooms : rooms.slice(1) }),
      'PUT /api/rooms/{roomId}/locked': ({ path }) => {
        said += 1;
        return path['roomId'] === '101' && said === 2 ? { hidden: true } : { hidden: false };
      },
    },
    official,
  );
  await hands.click((await section()).getByRole('button', { name: '103호 잠겨 있어요' }));
  await expectAlert('고마워요. 한 명이 더 알리면 오늘은 목록에서 빠져요.');
  // One report is enough, and the focus stays.
  const told = (await section()).getByRole('button', { name: '103호 알렸어요' });
  expect(document.activeElement).toBe(told);
  await hands.click(told);
  expect(said).toBe(1);
  await hands.click((await section()).getByRole('button', { name: '101호 잠겨 있어요' }));
  await expectAlert('고마워요. 오늘은 목록에서 뺐어요.');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(server.asked('PUT /api/rooms/{roomId}/locked')).toHaveLength(2);
});

test('[RM-03] student without the writing right: sees why the report was refused', async () => {
  await openApp(PATH, { ...answers, 'PUT /api/rooms/{roomId}/locked': refuse('right.required') }, official);
  await hands.click((await section()).getByRole('button', { name: '101호 잠겨 있어요' }));
  await expectAlert('인증');
  (await section()).getByRole('button', { name: '101호 잠겨 있어요' });
});

const marked = () =>
  within(screen.getByRole('group', { name: '학교 지도 그림' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label'));
const listed = () =>
  main()
    .getAllByRole('heading', { level: 3 })
    .flatMap(({ parentElement }) =>
      within(parentElement as HTMLElement)
        .getAllByRole('link')
        .map((link) => [link.getAttribute('href'), link.textContent]),
    );

test('[RM-02] map: marks buildings with free rooms, and its list agrees', async () => {
  await openApp('/map?open=late', answers, official);
  const filters = within(await screen.findByRole('navigation', { name: '조건' }));
  await hands.click(await filters.findByRole('link', { name: '빈 강의실' }));
  await expectPath('/map?open=late&rooms=1');
  await openApp('/map?rooms=1', answers, official);
  await main().findByText('빗금 친 건물에 빈 강의실 3곳');
  expect(marked()).toEqual(['main-hall, 빈 강의실 2곳', 'far-hall, 빈 강의실 1곳', 'medical-college']);
  expect(listed()).toEqual([
    ['/building/main-hall/view', 'main-hall빈 강의실 2곳'],
    ['/building/far-hall/view', 'far-hall빈 강의실 1곳'],
  ]);
  // Step-free if the rooms themselves are.
  await openApp('/map?rooms=1&stepFree=1', answers, official);
  await main().findByText('빗금 친 건물에 빈 강의실 2곳');
  expect(marked()).toEqual(['main-hall, 빈 강의실 1곳', 'far-hall, 빈 강의실 1곳', 'medical-college']);
});

test('[PL-13] map layer "now": shows crowd levels by patterns, and free rooms; its list agrees', async () => {
  const minute = Math.floor(Date.now() / 60_000);
  const voices: Answers = {
    ...answers,
    'GET /api/voices': {
      places: {
        'main-hall': { now: 'crowded', n: 4, at: minute },
        'medical-college': { now: 'free', n: 2, quiet: 2, at: minute },
      },
      muted: [],
    },
  };
  await openApp('/map?kind=정수기', voices, official);
  const filters = within(await screen.findByRole('navigation', { name: '조건' }));
  await hands.click(await filters.findByRole('link', { name: '지금 어때요?' }));
  await expectPath('/map?now=1');
  await waitFor(() =>
    expect(marked()).toEqual([
      'main-hall, 붐빔 · 빈 강의실 2곳',
      'far-hall, 빈 강의실 1곳',
      'medical-college, 여유 · 조용해요',
    ]),
  );
  expect(listed()).toEqual([
    ['/building/main-hall/view', 'main-hall붐빔 · 빈 강의실 2곳'],
    ['/building/far-hall/view', 'far-hall빈 강의실 1곳'],
    ['/building/medical-college/view', 'medical-college여유 · 조용해요'],
  ]);
  const drawn = screen.getByRole('group', { name: '학교 지도 그림' });
  const fills = [...drawn.querySelectorAll('path[fill]')].map((path) => path.getAttribute('fill'));
  expect(fills).toEqual(['url(#crowded)', 'url(#found)', 'url(#free)']);
  for (const look of ['crowded', 'found', 'free'])
    expect(drawn.querySelector(`pattern[id=${look}]`)).not.toBeNull();
  for (const text of ['여유', '붐빔', '다른 소식']) main().getByText(text);
  expect(main().queryByText('보통')).toBeNull();
});

test('[PL-13] [TK-03] map layer "now": has a pattern for tickets where no crowd report exists', async () => {
  const minute = Math.floor(Date.now() / 60_000);
  const broken = (buildingId: string) => makeTicket({ buildingId });
  await openApp(
    '/map?now=1',
    {
      ...answers,
      'GET /api/voices': { places: { 'main-hall': { now: 'free', n: 2, at: minute } }, muted: [] },
      'GET /api/tickets': {
        tickets: [broken('main-hall'), broken('medical-college'), broken('medical-college')],
        medians: [],
      },
    },
    official,
  );
  await waitFor(() =>
    expect(listed()).toEqual([
      ['/building/main-hall/view', 'main-hall여유 · 빈 강의실 2곳 · 고장 신고 1곳'],
      ['/building/far-hall/view', 'far-hall빈 강의실 1곳'],
      ['/building/medical-college/view', 'medical-college고장 신고 2곳'],
    ]),
  );
  const drawn = screen.getByRole('group', { name: '학교 지도 그림' });
  const fills = [...drawn.querySelectorAll('path[fill]')].map((path) => path.getAttribute('fill'));
  expect(fills).toEqual(['url(#free)', 'url(#found)', 'url(#broken)']);
  expect(drawn.querySelector('pattern[id=broken]')).not.toBeNull();
  main().getByText('고장 신고됨');
});

test('[PL-13] map layer without current data: shows a message', async () => {
  const nothing = { ...withRooms([]), 'GET /api/voices': { places: {}, muted: [] } } satisfies Answers;
  await openApp('/map?now=1', nothing, official);
  await main().findByText('지금 들어온 소식이 없어요. 건물에서 처음으로 알려 주세요.');
  await hands.click(main().getByRole('link', { name: '모두 보기' }));
  await expectPath('/map');
});

test('[RM-02] map without known rooms: has no such layer', async () => {
  await openApp('/map', withRooms([]), official);
  await screen.findByRole('group', { name: '학교 지도 그림' });
  await screen.findByRole('link', { name: '지금 열린 곳' });
  expect(screen.queryByRole('link', { name: '빈 강의실' })).toBeNull();
});

test('[RM-02] configured keywords link to free rooms; others and the beta do not', async () => {
  const keywords: Answers = {
    ...answers,
    'GET /api/keywords/{keywordId}/{categoryId}/posts': {
      posts: [makePost({ title: '조용해요' })],
      nextCursor: null,
    },
  };
  const [study, sleep] = ['공부', '수면'].map((name) => `/keyword/${campus.keywords.indexOf(name) + 1}/1`);
  await openApp(study ?? '', keywords, official);
  await hands.click(await main().findByRole('link', { name: '지금 빈 강의실 3곳' }));
  await expectPath('/map?rooms=1');
  await openApp(
    study ?? '',
    { ...keywords, 'GET /api/rooms': { day: DAY, rooms: rooms.slice(1, 2) } },
    official,
  );
  await main().findByText('지금은 빈 강의실이 없어요.');
  for (const [path, viewer] of [
    [sleep, official],
    [study, {}],
  ] as const) {
    await openApp(path ?? '', keywords, viewer);
    await main().findByRole('link', { name: '조용해요' });
    expect(main().queryByText(/빈 강의실/)).toBeNull();
  }
});

// Last, because the app's clock does not go back.
test('[RM-02] free rooms follow the clock, and end with the day', async () => {
  vi.setSystemTime('2030-11-27T04:59:40.000Z');
  await openApp(PATH, answers, official);
  expect((await rows()).map((row) => row?.slice(0, 4))).toEqual(['102호', '103호', '101호']);
  await passTime(60);
  expect((await rows()).map((row) => row?.slice(0, 4))).toEqual(['102호', '103호']);
  vi.setSystemTime('2030-11-27T15:00:00.000Z');
  await passTime(60);
  await waitFor(() => expect(main().queryByText('지금 빈 강의실')).toBeNull());
});
