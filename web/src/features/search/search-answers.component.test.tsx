import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { campus, emptyPack, makeAmenity, makePost } from '../../testing/answers.ts';
import { fill, holdClock, passTime, press } from '../../testing/open-app.tsx';
import { hold } from '../../testing/pretended-server.ts';
import { expectPath, main } from '../../testing/reading.ts';
import { box, found, foundAt, openFound, search } from '../../testing/search.ts';

// Tests of the results above the posts.

/** Noon, campus time. */
beforeEach(() => {
  holdClock();
  vi.setSystemTime('2030-11-27T03:30:00.000Z');
});

const pack = {
  ...emptyPack,
  buildings: [
    { id: 'main-hall', name: '본관', category: '인문' },
    { id: 'student-union', name: '학생회관', category: '인문' },
  ],
  kinds: [{ name: '프린트', askAfterDays: 90 }],
  amenities: [
    makeAmenity({ buildingId: 'student-union', kind: '학생식당' }),
    makeAmenity({ buildingId: 'student-union', kind: '프린트', spot: '강의실 복도' }),
  ],
  emergency: [
    { name: '경찰', number: '112' },
    { name: '소방·구급', number: '119', note: '화재와 응급 환자, 24시간' },
  ],
  synonyms: [
    { words: ['강의실', '빈 강의실'], opens: 'rooms' as const },
    { words: ['학식', '점심', '저녁'], opens: 'meals' as const },
    { words: ['AED', '심장충격기'], opens: 'emergency' as const },
    { words: ['프린트', '복사'] },
  ],
};
const today = () => campusDay(campusClock(Date.now(), campus.timeZone));
const meal = (id: string, name: 'lunch' | 'dinner', dish: string) => ({
  id,
  buildingId: 'student-union',
  place: '학생식당',
  meal: name,
  dish,
  corner: '',
  price: 5500,
  source: '',
  from: '11:30',
  to: '13:30',
  soldOut: false,
});
const open = (query: string, more = {}) => {
  const room = (name: string, buildingId: string) => ({
    id: `${buildingId}-${name}`,
    buildingId,
    name,
    floor: '1',
    seats: null,
    stepFree: null,
    source: '',
    classes: [{ from: '23:58', to: '23:59' }],
  });
  return openFound(query, {
    'GET /api/campus/pack': pack,
    'GET /api/buildings': {
      buildings: pack.buildings.map((one) => ({
        ...one,
        info: '',
        kind: 'building' as const,
        picture: null,
      })),
    },
    'GET /api/search': found(query, [makePost()]),
    'GET /api/rooms': {
      day: today(),
      rooms: ['101호', '102호', '103호', '104호']
        .map((name) => room(name, 'main-hall'))
        .concat(room('201호', 'student-union')),
    },
    'GET /api/meals': {
      day: today(),
      buildings: ['student-union'],
      meals: [meal('1', 'lunch', '돈가스'), meal('2', 'dinner', '카레')],
    },
    ...more,
  });
};
const sections = async () => {
  await main().findByRole('article');
  return screen.queryAllByRole('region').map((region) => region.getAttribute('aria-label'));
};
const rowsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('[FS-07] 빈 강의실 shows the free rooms, three at first', async () => {
  await open('빈 강의실');
  expect(await sections()).toEqual(['지금 빈 강의실 · 5곳']);
  expect(rowsOf('지금 빈 강의실 · 5곳')).toEqual(
    ['101호', '102호', '103호'].map((name) => `본관 ${name}다음 수업 23:58까지`),
  );
  await press('2곳 더 보기');
  expect(rowsOf('지금 빈 강의실 · 5곳')).toHaveLength(5);
  await open('학생회관 강의실');
  expect(await sections()).toEqual(['지금 빈 강의실 · 1곳']);
  await open('강의실 시계');
  expect(await sections()).toEqual([]);
});

test('[FS-07] back to an earlier search: shows three at first again', async () => {
  await open('빈 강의실');
  await sections();
  await search('강의실');
  await sections();
  await press('2곳 더 보기');
  expect(rowsOf('지금 빈 강의실 · 5곳')).toHaveLength(5);
  await press('뒤로');
  await expectPath(foundAt('빈 강의실'));
  await sections();
  expect(rowsOf('지금 빈 강의실 · 5곳')).toHaveLength(3);
});

test('[FS-07] [ML-02] 학식 and 오늘 점심 show today’s menu', async () => {
  await open('학식');
  expect(await sections()).toEqual(['오늘 학식']);
  expect(rowsOf('오늘 학식')).toHaveLength(2);
  await open('오늘 점심');
  expect(await sections()).toEqual(['오늘 학식']);
  expect(rowsOf('오늘 학식')).toEqual(['돈가스학생회관 · 오늘 점심 · 11:30~13:30']);
  await open('본관 학식');
  expect(await sections()).toEqual([]);
  await open('학식', { 'GET /api/meals': { day: today(), buildings: [], meals: [] } });
  expect(await sections()).toEqual(['오늘 학식']);
  await main().findByText('오늘은 올라온 식단이 없어요.');
});

test('[FS-07] [ML-02] meal that is not served: shows the others of today; another day’s menu shows nothing', async () => {
  const lunch = (day = today()) => ({
    'GET /api/meals': { day, buildings: ['student-union'], meals: [meal('1', 'lunch', '돈가스')] },
  });
  for (const query of ['저녁', '학생회관 저녁']) {
    await open(query, lunch());
    expect(await sections()).toEqual(['오늘 학식']);
    expect(rowsOf('오늘 학식')).toEqual(['돈가스학생회관 · 오늘 점심 · 11:30~13:30']);
    expect(main().queryByText('오늘은 올라온 식단이 없어요.')).toBeNull();
  }
  await open('본관 저녁', lunch());
  expect(await sections()).toEqual([]);
  for (const meals of [
    lunch('2030-11-26'),
    { 'GET /api/meals': { day: '2030-11-26', buildings: [], meals: [] } },
  ]) {
    await open('저녁', meals);
    expect(await sections()).toEqual([]);
  }
});

test('[FS-07] 심장충격기 shows the emergency number and all defibrillators', async () => {
  for (const query of ['심장충격기', 'aed 어디']) {
    await open(query);
    expect(await sections()).toEqual(['긴급 연락처']);
    const links = within(screen.getByRole('region', { name: '긴급 연락처' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['tel:119', '/emergency']);
  }
});

test('[FS-07] missing kind in a building: shows a message, and names the excluding word', async () => {
  await open('본관 복사');
  expect(await sections()).toEqual(['프린트 · 0곳']);
  await main().findByText('본관에 등록된 프린트 위치는 아직 없어요.');
  await open('컬러 프린트');
  expect(await sections()).toEqual(['프린트 · 1곳']);
  await main().findByText('‘컬러’ 여부는 아직 알려지지 않았어요.');
});

test('[FS-07] posts appear after everything above them has loaded', async () => {
  const late = hold(pack);
  await open('복사', { 'GET /api/campus/pack': late.answer });
  expect(main().queryByRole('article')).toBeNull();
  late.release();
  expect(await sections()).toEqual(['프린트 · 1곳']);
});

test('[FS-07] posts wait for menus only if those may match, and only briefly', async () => {
  const menu = { day: today(), buildings: ['student-union'], meals: [meal('1', 'lunch', '돈가스')] };
  const late = hold(menu);
  for (const [query, above] of [
    ['복사', '프린트 · 1곳'],
    ['강의실 복도', '지금 빈 강의실 · 5곳'],
  ] as const) {
    await open(query, { 'GET /api/meals': late.answer });
    expect(await sections()).toContain(above);
  }
  const never = hold(emptyPack);
  for (const [query, more] of [
    ['학식', { 'GET /api/meals': late.answer }],
    ['돈가스', { 'GET /api/meals': late.answer }],
    ['복사', { 'GET /api/campus/pack': never.answer }],
  ] as const) {
    const server = await open(query, more);
    await waitFor(() => expect(server.asked('GET /api/search')).toHaveLength(1));
    await passTime(0.5);
    expect(main().queryByRole('article')).toBeNull();
    await passTime(1.5);
    expect(await sections()).toEqual([]);
  }
  never.release();
  await open('돈가스', { 'GET /api/meals': late.answer });
  late.release();
  expect(await sections()).toEqual(['오늘 학식']);
});

test('[FS-17] search with other or fewer words: shows that, and similar questions', async () => {
  const similar = makePost({ title: '우산 빌려주는 데' });
  await open('우산 빌리는 곳', {
    'GET /api/search': found('우산 대여', [makePost()], { reduced: true }),
    'GET /api/search/similar': { posts: [similar] },
  });
  await main().findByText('‘우산 대여’로 찾았어요.');
  expect(screen.queryByRole('link', { name: /그대로 찾기/ })).toBeNull();
  await passTime(1);
  await screen.findByRole('region', { name: '비슷한 질문' });
  await main().findByText(similar.title);
});

test('[FS-07] [FS-09] suggestions: kinds, places and own searches, unless the text is too long', async () => {
  await open('학생회관 자리');
  await sections();
  const offered = () =>
    within(screen.getByRole('list', { name: '추천 검색어' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await search('학생증');
  expect(screen.queryByRole('list', { name: '추천 검색어' })).toBeNull();
  fill(box(), '학생');
  expect(offered()).toEqual(['학생증', '학생식당', '학생회관']);
  fill(box(), `학생${' '.repeat(50)}회관`);
  expect(screen.queryByRole('list', { name: '추천 검색어' })).toBeNull();
  fill(box(), '복사');
  expect(offered()).toEqual(['프린트']);
  fill(box(), '복사ㄱ');
  expect(offered()).toEqual(['프린트']);
  await press('프린트');
  await expectPath(foundAt('프린트'));
  expect(screen.queryByRole('list', { name: '추천 검색어' })).toBeNull();
});

test('[FS-07] places in the answer appear with the posts, and reordering happens below them', async () => {
  const places = [{ kind: 'building' as const, id: 'student-union', name: '학생회관' }];
  const late = hold(found('밥집', [makePost()], { places }));
  const server = await open('밥집', { 'GET /api/search': late.answer });
  await waitFor(() => expect(server.asked('GET /api/search')).toHaveLength(1));
  expect(screen.queryByRole('navigation', { name: '장소' })).toBeNull();
  const count = document.querySelector('p[aria-live]');
  late.release();
  await main().findByRole('article');
  await screen.findByRole('navigation', { name: '장소' });
  // Screen readers announce the change.
  expect([document.querySelector('p[aria-live]') === count, count?.textContent]).toEqual([true, '글 1개']);
});
