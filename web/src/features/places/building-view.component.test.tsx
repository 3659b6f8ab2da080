import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Output } from '../../lib/api.ts';
import { board, campus, emptyPack, mainHall, makePost, makeTicket, me } from '../../testing/answers.ts';
import { hands, holdClock, openApp, passTime, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectPath, main } from '../../testing/reading.ts';

type Pack = Output<'GET /api/campus/pack'>;

const official = { edition: 'official' } as const;
const PATH = '/building/main-hall/view';
const [SOURCE, WEEKDAYS] = ['학교 누리집', [1, 2, 3, 4, 5]];
const always = (from: string, to: string, days = WEEKDAYS) => ({
  buildingId: 'main-hall',
  from: null,
  to: null,
  hours: [{ days, from, to }],
  source: SOURCE,
});
const unknown = {
  hours: null,
  stepFree: null,
  source: SOURCE,
  confirmedOn: null,
  goneOn: null,
  doubtedOn: null,
};
const amenity = (
  kind: string,
  floor: string,
  spot: string,
  more: Partial<Pack['amenities'][number]> = {},
) => ({
  ...unknown,
  id: `${kind}-${floor}`,
  buildingId: 'main-hall',
  kind,
  floor,
  spot,
  ...more,
});
const drawn = (id: string, x: number) => ({
  id,
  d: `M${x},10 ${x + 40},10 ${x + 40},40Z`,
  label: { x: x + 20, y: 20, lines: [id], from: 1 },
});
const pack: Pack = {
  ...emptyPack,
  buildings: [{ id: 'main-hall', name: '본관', category: '인문' }],
  map: {
    width: 900,
    height: 700,
    shapes: [
      { kind: 'lift', d: 'M30,20h0' },
      { kind: 'slope', d: 'M200,300 220,320' },
    ],
    buildings: [drawn('main-hall', 20), drawn('far-hall', 800)],
  },
  kinds: [
    { name: '정수기', askAfterDays: 90, icon: 'water' },
    { name: '카페', askAfterDays: 90 },
  ],
  amenities: [
    amenity('정수기', 'B1', '매점 옆', { stepFree: false, confirmedOn: '2030-11-20' }),
    amenity('카페', '1', '현관 오른쪽', {
      hours: [{ days: WEEKDAYS, from: '10:00', to: '16:00' }],
      stepFree: true,
    }),
    amenity('편의점', '1', '현관 왼쪽', { hours: [] }),
    amenity('프린트', '1', '로비', { goneOn: '2030-11-18' }),
    { ...amenity('라운지', '2', '남의 것'), buildingId: 'far-hall' },
  ],
  hours: [
    always('08:00', '20:00'),
    { ...always('00:00', '24:00', [1, 2, 3, 4, 5, 6, 7]), from: '2030-12-09', to: '2030-12-22' },
  ],
};
const posts = {
  answered: [makePost({ title: '본관 정수기는 몇 층인가요', solved: true })],
  marked: [makePost({ title: '3층 조용해요', keywords: ['조용한 장소'] })],
};
const answers: Answers = {
  'GET /api/campus/pack': pack,
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/buildings/{buildingId}': mainHall,
  'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
  'GET /api/buildings/{buildingId}/view': posts,
};
const nothing: Answers = {
  ...answers,
  'GET /api/campus/pack': { ...emptyPack, buildings: pack.buildings },
  'GET /api/buildings/{buildingId}/view': { answered: [], marked: [] },
};

beforeEach(holdClock);

/** Returns the lines under a heading of the screen. */
const under = async (title: string, role = 'paragraph') => {
  const heading = await main().findByRole('heading', { level: 2, name: title });
  return within(heading.parentElement as HTMLElement)
    .getAllByRole(role)
    .map(({ textContent }) => textContent);
};
const headings = () =>
  main()
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);

test('[PL-02] building view: today’s hours, next changes, step-free entrances, amenities by floor, posts, map', async () => {
  // A Wednesday, 14:30 campus time.
  vi.setSystemTime('2030-11-27T05:30:00.000Z');
  await openApp('/building/main-hall', answers, official);
  await hands.click(await main().findByRole('link', { name: '건물 보기' }));
  await expectPath(PATH);
  await screen.findByRole('heading', { level: 1, name: '본관 건물 보기' });
  expect(await under('여는 시간')).toEqual([
    '20:00까지',
    '오늘 08:00–20:00',
    '12/9–12/22 24시간',
    '출처: 학교 누리집',
  ]);
  expect(await under('계단 없이', 'listitem')).toEqual([
    '건물 안이나 바로 옆에 엘리베이터가 있어요.',
    '계단 없이 갈 수 있어요: 카페',
    '계단으로만 갈 수 있어요: 정수기',
  ]);
  const floors = main().getAllByRole('heading', { level: 3 });
  expect(floors.map(({ textContent }) => textContent)).toEqual(['B1층', '1층']);
  expect(await under('편의시설', 'listitem')).toEqual([
    '정수기매점 옆11월 20일에 확인',
    '카페현관 오른쪽계단 없이 갈 수 있어요16:00까지',
    '편의점현관 왼쪽오늘 쉬어요',
    '프린트로비11월 18일부터 없어요',
  ]);
  await main().findByRole('link', { name: /^본관 정수기는 몇 층인가요/ });
  main().getByRole('link', { name: /^3층 조용해요\s*조용한 장소/ });
  const map = await main().findByRole('link', { name: '지도에서 보기' });
  expect([map.getAttribute('href'), map.querySelectorAll('a').length]).toEqual(['/map?at=main-hall', 0]);
  // Distant buildings are not in the section of the map.
  expect([map.textContent, map.querySelectorAll('g[data-current]').length]).toEqual(['main-hall', 1]);
  await press('뒤로');
  await expectPath('/building/main-hall');
});

test('[PL-02] hours follow the clock: opens later, closes, and the next opening', async () => {
  const state = async () => (await under('여는 시간'))[0];
  vi.setSystemTime('2030-11-27T10:59:40.000Z');
  await openApp(PATH, answers, official);
  expect(await state()).toBe('20:00까지');
  await passTime(60);
  expect(await state()).toBe('내일 08:00에 열어요');
  for (const [instant, said] of [
    ['2030-11-27T22:59:00.000Z', '08:00에 열어요'],
    ['2030-11-30T03:00:00.000Z', '오늘 휴관 · 월요일 08:00에 열어요'],
    ['2030-12-10T03:00:00.000Z', '24시간'],
  ] as const) {
    vi.setSystemTime(instant);
    await openApp(PATH, answers, official);
    await waitFor(async () => expect(await state()).toBe(said));
  }
});

test('[PL-02] missing hours, amenities, map or posts: only that part is absent', async () => {
  const all = [
    '지금 어때요?',
    '여는 시간',
    '편의시설',
    '계단 없이',
    '채택된 답변',
    '장소 키워드가 달린 새 글',
    // Always shown: it opens the report form.
    '고장 신고',
  ];
  const open = (changes: Partial<Pack>) =>
    openApp(PATH, { ...answers, 'GET /api/campus/pack': { ...pack, ...changes } }, official);
  for (const [changes, missing] of [
    [{}, []],
    [{ hours: [] }, ['여는 시간']],
    [{ amenities: [] }, ['편의시설']],
    [{ amenities: [], map: null }, ['계단 없이', '편의시설']],
  ] as const) {
    await open(changes as Partial<Pack>);
    const there = all.filter((title) => !(missing as readonly string[]).includes(title));
    await waitFor(() => expect(headings()).toEqual(there));
  }
  await openApp(PATH, nothing, official);
  await main().findByText('이 건물에 대해 알려진 것이 아직 없어요.');
  await waitFor(() => expect(headings()).toEqual(['지금 어때요?', '고장 신고']));
  expect(main().getByRole('link', { name: '게시판 보기' }).getAttribute('href')).toBe('/building/main-hall');
});

test('[PL-02] [MO-11] posts of a blocked student are absent', async () => {
  const folded = posts.answered.map(({ id }) => id);
  await openApp(
    PATH,
    {
      ...answers,
      'GET /api/session': { user: me, blocked: [crypto.randomUUID()] },
      'GET /api/posts/marks': { liked: [], scrapped: [], folded },
    },
    official,
  );
  await main().findByRole('link', { name: /^3층 조용해요/ });
  await waitFor(() => expect(main().queryByText('본관 정수기는 몇 층인가요')).toBeNull());
});

test('unknown building or board without a building: no view; a failed part can be retried', async () => {
  for (const answer of [refuse('resource.missing'), board('question', 'question', '질문 게시판')]) {
    await openApp(
      PATH,
      {
        ...answers,
        'GET /api/buildings/{buildingId}': answer,
        'GET /api/buildings/{buildingId}/view': refuse('resource.missing'),
      },
      official,
    );
    await main().findByText('없는 건물입니다.');
    expect(main().queryAllByRole('heading', { level: 2 })).toEqual([]);
  }
  const server = await openApp(
    PATH,
    { ...answers, 'GET /api/campus/pack': refuse('server.failed') },
    official,
  );
  await passTime(8);
  await main().findByRole('alert');
  server.answer('GET /api/campus/pack', pack);
  await press('다시 시도');
  await main().findByRole('heading', { level: 2, name: '여는 시간' });
});

test('beta edition: announces the view only', async () => {
  await openApp('/building/main-hall', { ...answers, 'GET /api/campus': { ...campus, edition: 'beta' } });
  await main().findByRole('button', { name: '건물 보기' });
  expect(main().queryByRole('link', { name: '건물 보기' })).toBeNull();
});

test('[PL-14] [TK-03] building with tickets: shows them, greys the amenity and links to a report', async () => {
  vi.setSystemTime('2030-11-27T05:30:00.000Z');
  const broken = (more: object) => makeTicket({ openedAt: '2030-11-20T03:00:00.000Z', ...more });
  const tickets = [
    broken({ number: 1, amenityId: '정수기-B1', kind: 'water', floor: 'B1', spot: '매점 옆' }),
    ...[2, 3, 4].map((number) => broken({ number })),
    broken({ number: 5, buildingId: 'far-hall' }),
  ];
  await openApp(PATH, { ...answers, 'GET /api/tickets': { tickets, medians: [] } }, official);
  const heading = await main().findByRole('heading', { level: 2, name: '고장 신고' });
  const part = within(heading.parentElement as HTMLElement);
  expect(part.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 13))).toEqual([
    '물·화장실 #1 8일째 ',
    '냉난방 #2 8일째 3층',
    '냉난방 #3 8일째 3층',
  ]);
  expect(
    part
      .getAllByRole('link')
      .slice(-2)
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['이 건물 신고 4건 모두 보기', '/tickets?building=main-hall'],
    ['고장 신고하기', '/tickets/new?building=main-hall'],
  ]);
  const rows = main()
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.includes('고장 신고됨'));
  expect(rows).toHaveLength(1);
  expect(rows[0]?.textContent).toContain('매점 옆');
  // Replaces the day of the last confirmation.
  expect(rows[0]?.textContent).not.toContain('확인');
  await openApp(PATH, answers, official);
  await main().findByText('이 건물에는 지금 고장 신고가 없어요.');
});
