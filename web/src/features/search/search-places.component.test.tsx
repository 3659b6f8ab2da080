import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import type { Pin } from '@madang/contract/campus/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { campus, emptyPack, makeAmenity, makePost, me } from '../../testing/answers.ts';
import { hands, holdClock, openApp, press } from '../../testing/open-app.tsx';
import { expectAlert, expectPath, main } from '../../testing/reading.ts';
import { answers, box, building, found, foundAt, official, openFound, search } from '../../testing/search.ts';

beforeEach(holdClock);

const places = () => screen.findByRole('navigation', { name: '장소' });
const placeNames = async () =>
  within(await places())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('[FS-07] places come before posts: buildings, keywords and popular terms, in any spelling', async () => {
  await openFound('과학도서관', { 'GET /api/search': found('과학도서관', [makePost()]) });
  const card = await main().findByRole('article');
  const order = (await places()).compareDocumentPosition(card);
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const nicknamed = found('과도 자리', [], {
    places: [{ kind: 'building', id: 'science-library', name: '과학도서관' }],
  });
  for (const [typed, place, answer] of [
    ['ㄱㅎㄷㅅㄱ', '과학도서관'],
    ['rhkgkrehtjrhks', '과학도서관'],
    ['과학도저관', '과학도서관'],
    ['조용한', '조용한 장소'],
    ['wjdtnrl', '‘정수기’ 검색'],
    // A question names its place in one word, and students use nicknames.
    ['밤에 콘센트 있는 곳', '콘센트 장소'],
    ['근처에 프린트 되나요', '‘프린트’ 검색'],
    ['과도 자리', '과학도서관', nicknamed],
  ] as const) {
    await openFound(typed, answer ? { 'GET /api/search': answer } : {});
    expect([typed, (await placeNames())[0]]).toEqual([typed, place]);
  }
  await openFound('기말고사');
  await main().findByText('‘기말고사’에 대한 글이 아직 없어요.');
  expect(screen.queryByRole('navigation', { name: '장소' })).toBeNull();
});

test('[FS-08] [FS-07] nickname: finds its building on both keyboard layouts, as in the board picker', async () => {
  const library = { ...building('central-library', '중앙도서관(신관)'), nicknames: ['중도'] };
  for (const typed of ['중도', 'wndeh', 'wndeh 열람실']) {
    await openFound(typed, { 'GET /api/buildings': { buildings: [library] } });
    expect([typed, (await placeNames())[0]]).toEqual([typed, '중앙도서관(신관)']);
  }
});

test('[FS-07] tap on a suggestion: opens the building, the keyword’s posts or a search; back returns', async () => {
  const open = async (query: string, place: string): Promise<void> => {
    await openFound(query, {
      'GET /api/buildings/{buildingId}': building('science-library', '과학도서관'),
      'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
      'GET /api/keywords/{keywordId}/{categoryId}/posts': { posts: [], nextCursor: null },
    });
    await hands.click(within(await places()).getByRole('link', { name: place }));
  };
  await open('과학도서관', '과학도서관');
  await expectPath('/building/science-library');
  await screen.findByRole('heading', { level: 1, name: '과학도서관' });
  await press('뒤로');
  await expectPath(foundAt('과학도서관'));
  await open('조용한', '조용한 장소');
  await expectPath('/keyword/11/0');
  await screen.findByRole('heading', { level: 1, name: '조용한 장소' });
  await press('뒤로');
  await expectPath(foundAt('조용한'));
  await open('wjdtnrl', '‘정수기’ 검색');
  await expectPath(foundAt('정수기'));
  await waitFor(() => expect(box().value).toBe('정수기'));
});

test('[FS-07] [PL-09] amenities: above posts, by building and floor, own buildings first', async () => {
  const pack = {
    ...emptyPack,
    buildings: [
      { id: 'central-plaza', name: '중앙광장', category: '인문' },
      { id: 'science-library', name: '과학도서관', category: '이공' },
    ],
    kinds: [{ name: '정수기', askAfterDays: 90 }],
    amenities: [
      makeAmenity({ buildingId: 'central-plaza', floor: '1', spot: '로비' }),
      makeAmenity({ buildingId: 'science-library', floor: '3', spot: '계단참' }),
      makeAmenity({ buildingId: 'science-library', floor: '1', spot: '휴게실' }),
      makeAmenity({ buildingId: 'science-library', floor: '2', spot: '복도', goneOn: '2026-11-02' }),
    ],
  };
  const open = async (query: string, pins: Pin[] = []) => {
    await openFound(query, {
      'GET /api/campus/pack': pack,
      'GET /api/session': { user: me, pins },
      'GET /api/search': found(query, [makePost()]),
    });
    const region = await screen.findByRole('region', { name: /곳$/ });
    const groups = within(region).getAllByRole('heading', { level: 3 });
    return [region.getAttribute('aria-label'), groups.map(({ parentElement }) => parentElement?.textContent)];
  };
  const science = '과학도서관1층휴게실2층복도11월 2일부터 없어요3층계단참';
  // At first three rows, which keep posts visible without scrolling.
  const some = '과학도서관1층휴게실2층복도11월 2일부터 없어요';
  expect(await open('정수기')).toEqual(['정수기 · 3곳', ['중앙광장1층로비', some]]);
  await press('1곳 더 보기');
  expect(screen.getByRole('region', { name: '정수기 · 3곳' }).textContent).toContain(science);
  const region = screen.getByRole('region', { name: '정수기 · 3곳' });
  expect(
    region.compareDocumentPosition(main().getByRole('article')) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
  expect(
    within(region)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(
    [{ kind: '정수기' }, { kind: '정수기', open: 'now' }, { kind: '정수기', stepFree: '1' }]
      .map((query) => `/map?${new URLSearchParams(query)}`)
      .concat('/building/central-plaza/view', '/building/science-library/view'),
  );
  expect(await open('정수기', [{ id: 'science-library', name: '과학도서관', picture: null }])).toEqual([
    '정수기 · 3곳',
    [science],
  ]);
  expect(await open('과학도서관 정수기')).toEqual(['정수기 · 2곳', [science]]);
  expect(await open('휴게실')).toEqual(['휴게실 · 1곳', ['과학도서관정수기 1층휴게실']]);
  await openFound('정수기', { 'GET /api/campus/pack': pack });
  await hands.click(await screen.findByRole('link', { name: '정수기 · 3곳' }));
  await expectPath(`/map?${new URLSearchParams({ kind: '정수기' })}`);
});

test('[ML-02] today’s dishes come before posts of other days', async () => {
  const common = { buildingId: 'central-plaza', place: '학생식당', meal: 'lunch' as const, corner: '' };
  const hours = { price: 5500, from: '11:30', to: '13:30', source: '' };
  const meal = (id: string, dish: string, soldOut = false) => ({ ...common, ...hours, id, dish, soldOut });
  const pack = {
    ...emptyPack,
    buildings: [{ id: 'central-plaza', name: '중앙광장', category: '인문' }],
    amenities: [makeAmenity({ buildingId: 'central-plaza', kind: '학생식당' })],
  };
  const open = (query: string, day = campusDay(campusClock(Date.now(), campus.timeZone))) =>
    openFound(query, {
      'GET /api/campus/pack': pack,
      'GET /api/search': found(query, [makePost()]),
      'GET /api/meals': {
        day,
        buildings: ['central-plaza'],
        meals: [meal('1', '등심 돈가스, 수프'), meal('2', '제육덮밥'), meal('3', '치즈돈가스', true)],
      },
    });
  await open('오늘 돈가스 나오는 식당');
  const region = await screen.findByRole('region', { name: '오늘 학식' });
  const links = within(region).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    '등심 돈가스, 수프중앙광장 · 오늘 점심 · 11:30~13:30',
    '치즈돈가스중앙광장 · 오늘 점심 · 11:30~13:30 · 품절',
  ]);
  expect(links[0]?.getAttribute('href')).toBe('/building/central-plaza/view#meals');
  expect(
    region.compareDocumentPosition(main().getByRole('article')) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
  // The previous day is over, and an unserved dish is no result.
  await open('돈가스', '2026-01-01');
  await main().findByRole('article');
  expect(screen.queryByRole('region', { name: '오늘 학식' })).toBeNull();
  await open('마라탕');
  await main().findByRole('article');
  expect(screen.queryByRole('region', { name: '오늘 학식' })).toBeNull();
});

test('[FS-07] many places: a few at first', async () => {
  await openFound('기념관');
  expect(await placeNames()).toHaveLength(6);
  await press('장소 3곳 더 보기');
  expect(await placeNames()).toHaveLength(9);
  expect(document.activeElement?.textContent).toBe((await placeNames())[6]);
});

test('[FS-09] the eleven popular terms search with one tap', async () => {
  for (const [index, term] of campus.searchTerms.entries()) {
    await openApp('/search', answers, official);
    const terms = within(main().getAllByRole('list').at(-1) ?? document.body).getAllByRole('button');
    expect(terms.map(({ textContent }) => textContent)[index]).toBe(`${index + 1}${term}`);
    await hands.click(terms[index] ?? document.body);
    await expectPath(foundAt(term));
    expect([terms.length, box().value]).toEqual([11, term]);
  }
});

test('[FS-09] last ten own searches: stay on the device, removable, deleted at logout', async () => {
  const open = (user = me) =>
    openApp('/search', { ...answers, 'DELETE /api/session': undefined }, { ...official, user });
  const own = () => screen.queryByRole('region', { name: '최근 검색어' });
  const queries = () =>
    own()
      ? within(own() ?? document.body)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent)
      : [];
  const expectOwn = (expected: readonly string[]) => waitFor(() => expect(queries()).toEqual(expected));
  await open();
  await screen.findByRole('heading', { name: '인기 검색어' });
  expect(own()).toBeNull();
  for (let number = 1; number <= 11; number += 1) await search(`나의 ${number}번째`);
  await search('나의 3번째');
  const last = ['나의 3번째', ...[11, 10, 9, 8, 7, 6, 5, 4, 2].map((number) => `나의 ${number}번째`)];
  await open();
  await expectOwn(last);
  await press('‘나의 11번째’ 지우기');
  const left = last.filter((query) => query !== '나의 11번째');
  await expectOwn(left);
  await open();
  await expectOwn(left);
  await press('나의 9번째');
  await expectPath(foundAt('나의 9번째'));
  await open();
  await expectOwn(['나의 9번째', ...left.filter((query) => query !== '나의 9번째')]);
  await press('모두 지우기');
  await expectAlert('최근 검색어를 모두 지웠습니다.');
  await expectOwn([]);

  // Another student on this device sees none, and a logout deletes all.
  await open();
  await screen.findByRole('heading', { name: '인기 검색어' });
  expect(queries()).toEqual([]);
  await search('남들은 모르는 것');
  await open({ ...me, id: 'another' });
  await screen.findByRole('heading', { name: '인기 검색어' });
  expect(queries()).toEqual([]);
  await open();
  await expectOwn(['남들은 모르는 것']);
  await openApp('/mypage', { ...answers, 'DELETE /api/session': undefined }, official);
  await hands.click(await main().findByRole('button', { name: '로그아웃' }));
  await expectPath('/login');
  expect(JSON.stringify({ ...localStorage })).not.toContain('남들은');
});
