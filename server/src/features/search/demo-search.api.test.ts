import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCampus } from '@madang/campus/load-campus';
import { readCampusQuery } from '@madang/contract/search/campus-query';
import { campusFolder } from '../../../testing/folders.ts';
import { makeFolder } from '../../../testing/make-folder.ts';
import { makePost, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openOfficialDemo } from '../../../testing/worlds.ts';

/* Searches that students make on a campus, in the demo world of the official edition. Its posts depend on the
   planting time. */
const PLANTED_AT = new Date('2026-11-19T04:10:00Z');

const folder = makeFolder('searched');
let testApp: TestApp;
let user: MadeUser;
beforeAll(async () => {
  const { database, images } = await openOfficialDemo(folder, PLANTED_AT);
  const testDatabase = { database, openAnother: null };
  testApp = await startTestApp({ edition: 'official', images, testDatabase });
  user = await makeUser(testApp);
  // The one post of the demo with this word may be hidden by a report.
  await makePost(user, 'law-hall', { title: '과도에서 법학관까지 걸어서 십 분' });
  for (const title of WRITTEN) await makePost(user, 'question', { title, body: '어디인가요' });
}, 180_000);
afterAll(() => testApp.close());

const search = async (query: string, more: { plain?: string } = {}) => {
  const { body } = await user.browser.call('GET /api/search', { query: { query, ...more } });
  return body;
};

/** Names as students write them: joined and apart, with signs and separators. */
const WRITTEN = [
  'SK 미래관 스터디룸 예약',
  'SK미래관 야간 출입',
  'PC 실 인쇄 요금',
  'LG 포스코 주차 등록',
  'cgv할인 쿠폰 나눔',
  '3·1운동 답사 모집',
  '여권사진 1,500원 인화',
  '3월 2일 개강 파티',
  '오늘 4·18기념관 공연 어때요',
  '증명사진 2300원 할인',
  'C++ 과외 구해요',
  'AT&T 유심 팔아요',
  'Node.js강의 후기',
];

test.each([
  ['SK미래관', ['SK미래관 야간 출입', 'SK 미래관 스터디룸 예약']],
  ['SK 미래관', ['SK미래관 야간 출입', 'SK 미래관 스터디룸 예약']],
  ['sk미래관!', ['SK미래관 야간 출입', 'SK 미래관 스터디룸 예약']],
  ['#SK미래관 스터디룸', ['SK 미래관 스터디룸 예약']],
  ['ＣＧＶ할인은', ['cgv할인 쿠폰 나눔']],
  ['pc실', ['PC 실 인쇄 요금']],
  ['PC 실', ['PC 실 인쇄 요금']],
  ['PC실 요금?', ['PC 실 인쇄 요금']],
  ['lg포스코', ['LG 포스코 주차 등록']],
  ['LG포스코 주차', ['LG 포스코 주차 등록']],
  ['lg 포스코', ['LG 포스코 주차 등록']],
  ['CGV 할인', ['cgv할인 쿠폰 나눔']],
  ['cgv할인', ['cgv할인 쿠폰 나눔']],
  ['“CGV할인”', ['cgv할인 쿠폰 나눔']],
  ['3·1운동', ['3·1운동 답사 모집']],
  ['3.1운동', ['3·1운동 답사 모집']],
  ['3ㆍ1 운동', ['3·1운동 답사 모집']],
  ['3.1 운동 답사', ['3·1운동 답사 모집']],
  ['1,500원', ['여권사진 1,500원 인화']],
  ['1,500 원 인화', ['여권사진 1,500원 인화']],
  ['1500원', ['여권사진 1,500원 인화']],
  ['2,300원', ['증명사진 2300원 할인']],
  ['여권 사진', ['여권사진 1,500원 인화']],
  ['3월 2일', ['3월 2일 개강 파티']],
  ['개강파티', ['3월 2일 개강 파티']],
  ['(개강) 파티…', ['3월 2일 개강 파티']],
  ['c++', ['C++ 과외 구해요']],
  ['C++과외', ['C++ 과외 구해요']],
  ['과외 c++!!', ['C++ 과외 구해요']],
  ['at&t', ['AT&T 유심 팔아요']],
  ['AT&T유심', ['AT&T 유심 팔아요']],
  ['node.js강의', ['Node.js강의 후기']],
  ['Node.js 강의', ['Node.js강의 후기']],
])('[FS-02] [FS-17] in the demo world %s finds %j first', async (query, titles) => {
  const found = (await search(query))?.posts.slice(0, titles.length).map((post) => post.title);
  expect(found?.toSorted()).toEqual(titles.toSorted());
});

test.each([
  '4.18 기념관',
  '4ㆍ18기념관',
  '4·18기념관',
  '4.18기념관',
  '418기념관',
  '418 기념관에서',
  '4・18기념관 공연',
])(
  '[FS-16] [FS-17] demo world: %s finds 4·18기념관 with its building, and posts elsewhere among the first five',
  async (query) => {
    const found = await search(query);
    expect(found?.posts.slice(0, 5).map((post) => post.title)).toContain('오늘 4·18기념관 공연 어때요');
    expect(found?.boards?.flatMap(({ names }) => names)).toEqual(['4·18기념관']);
  },
);

const LIBRARIES = ['과학도서관', '의학도서관', '중앙도서관(대학원)', '중앙도서관(신관)'];

test.each([
  ['과학도서관 자리', /^과도.*자리/],
  ['중도 열람실', /^(?:신관|구관|대학원 도서관) .*/],
  ['학생회관 학식', '학관 학식 5천 원대에 이 구성이면 인정'],
  ['LG-POSCO경영관 카페', /^엘포 카페/],
  ['과도 콘센트', '과도 자리 전쟁 현황'],
  ['하스 팀플', /^하스 /],
  ['법학관 프린트', '1층 복도 프린트 두 대 다 됩니다'],
  ['조용한 열람실', '백기 지하 열람실 생각보다 한산해요'],
  ['와이파이 느린 곳', '와이파이 느린 곳 여기에 모아 봐요'],
  ['고양이', /고양이/],
  ['정수기 온수', /^정수기 온수|^하스 열람실/],
  ['발표 연습', '발표 연습할 때 모니터 연결 케이블'],
  ['낮잠', '하과 실험실 후드 소리 들으면서 낮잠'],
  ['혼밥', /혼밥 좋은 자리$|^학보사 기자/],
  ['도사관', /도서관/],
  ['ㄷㅅㄱ', /도서관/],
  ['ehtjrhks', /도서관/],
  ['열람 실', /열람실/],
  ['노트북 콘센트 이공', '이공캠에서 노트북 콘센트 넉넉한 데가 어디예요?'],
  ['졸업 영어', /^졸업 요건 영어|^국제관 영어/],
])('[FS-16] [FS-17] in the demo world %s finds %s among the first five', async (query, title) => {
  const titles = (await search(query))?.posts.slice(0, 5).map((post) => post.title);
  expect(titles).toContainEqual(typeof title === 'string' ? title : expect.stringMatching(title));
});

test.each([
  ['과학도서관 자리', '과학도서관', ['과학도서관']],
  ['과학 도서관 자리', '과학 도서관', ['과학도서관']],
  ['과도에서 자리', '과도에서', ['과학도서관']],
  ['중도 열람실', '중도', ['중앙도서관(대학원)', '중앙도서관(신관)']],
  ['중앙도서관 열람실', '중앙도서관', ['중앙도서관(대학원)', '중앙도서관(신관)']],
  ['학생회관 학식', '학생회관', ['학생회관']],
  ['lg posco 경영관 카페', 'lg posco 경영관', ['LG-POSCO경영관']],
  ['lg posco', 'lg posco', ['LG-POSCO경영관']],
  ['LG-POSCO 카페', 'lg-posco', ['LG-POSCO경영관']],
  ['현대자동차 발표', '현대자동차', ['현대자동차경영관']],
])('[FS-16] %s: %s names %j, and once it is a word like others it does not', async (query, words, names) => {
  const named = await search(query);
  expect([named?.boards, named?.shortened]).toEqual([[{ words, names }], false]);
  const holds = ({ title, preview }: { title: string; preview: string }) =>
    words.split(' ').every((word) => `${title} ${preview}`.toLowerCase().includes(word));
  expect(named?.posts.some((post) => names.includes(post.buildingName) && !holds(post))).toBe(true);
  const plain = await search(query, { plain: words });
  expect(plain?.boards).toBeUndefined();
  expect(plain?.posts.filter((post) => names.includes(post.buildingName) && !holds(post))).toEqual([]);
});

test('[FS-17] mistyped query: searched as corrected, marked so, and can be searched unchanged', async () => {
  for (const query of ['도사관', 'ㄷㅅㄱ', 'ehtjrhks']) {
    const read = await search(query);
    expect([read?.searched, read?.corrected]).toEqual(['도서관', true]);
    expect(read?.places.map(({ name }) => name)).toEqual(LIBRARIES);
    const literal = await search(query, { plain: query });
    expect([literal?.posts, literal?.corrected]).toEqual([[], undefined]);
  }
  // A word without matches stays next to a corrected one; a corrected building counts as a typed one.
  const both = await search('과학도저관 자리');
  expect([both?.searched, both?.boards]).toEqual([
    '과학도서관 자리',
    [{ words: '과학도서관', names: ['과학도서관'] }],
  ]);
});

test('[FS-16] [FS-17] a nickname with the keyboard switched to English finds the posts of its buildings', async () => {
  const read = await search('wndeh');
  expect([read?.searched, read?.corrected]).toEqual(['중도', true]);
  const names = ['중앙도서관(대학원)', '중앙도서관(신관)'];
  expect(read?.boards).toEqual([{ words: '중도', names }]);
  expect(read?.places.map(({ name }) => name)).toEqual(names);
  expect(names).toContain(read?.posts[0]?.buildingName);
});

test('[FS-16] a beginning that many words have names no building', async () => {
  for (const query of ['학생 할인', '아이스 아메리카노', '중앙 동아리']) {
    const found = await search(query);
    expect([query, found?.boards]).toEqual([query, undefined]);
  }
});

const NOTHING_KNOWN = { hours: null, stepFree: null, confirmedOn: null, doubtedOn: null, goneOn: null };

/** A search, a title among its first five or null, and the section above them. */
const ASKED: readonly [query: string, title: RegExp | null, above?: string][] = [
  ['빈 강의실', /강의실/, 'rooms'],
  ['지금 빈강의실', /강의실/, 'rooms'],
  ['서관 빈 강의실', /강의실|서관/, 'rooms'],
  ['남자 휴게실', /휴게실/, '휴게실 -남자'],
  ['여학생 휴게실', /휴게실/, '여학생 휴게실'],
  ['이과대 복사', /복사/, '프린트 0'],
  ['lg posco', /./],
  ['lg posco 카페', /엘포 카페/, '카페'],
  ['4.18 기념관', /기념관/],
  ['wndeh', /./],
  ['wndeh 열람실', /열람실|도서관/, '열람실'],
  ['중도 자리', /자리/],
  ['정후 근처 밥', /밥|정대 후문/],
  ['애기능 헬스', /헬스장/],
  ['애기능 학식', /애기능/, 'meals'],
  ['이어폰 주웠어요', /이어폰 케이스/],
  ['에어팟 주웠어요', /이어폰 케이스/],
  ['지갑 잃어버렸어요', /지갑/],
  ['우산 빌리는 곳', /우산 대여/],
  ['비 오는 날 우산 대여', /우산 대여/],
  ['지금 혼자 밥 먹기 편한 곳', /밥 혼자|혼밥/],
  ['혼밥', /혼밥/],
  ['오늘 점심', /점심|저녁/, 'meals'],
  ['학식', /학식/, 'meals'],
  ['학관 메뉴', /./, 'meals'],
  ['심장충격기', null, 'emergency'],
  ['AED 어디 있나요', null, 'emergency'],
  ['제세동기', null, 'emergency'],
  ['컬러 프린트', /프린트/, '프린트 -컬러'],
  ['무료 프린트', /프린트/, '프린트 -무료'],
  ['복사실', /프린트/, '프린트'],
  ['카페?', /카페/, '카페'],
  ['새벽에 여는 편의점', /./, '편의점'],
  ['PC실', /./],
  ['31운동', /3·1운동/],
  ['3·1운동', /3·1운동/],
  ['헬스장', /헬스장/],
  ['조용한 곳', /조용한/],
  ['콘센트 있는 카페', /카페/, '카페'],
  ['노트북 충전 가능한 곳', /콘센트|노트북/],
  ['발표 연습할 곳', /발표 연습/],
  ['낮잠 자기 좋은 곳', /낮잠/],
  ['남자 화장실', /남자 화장실/],
  ['도서관 자리 있나요', /도서관/, '도서관'],
  ['과도 정수기', /./, '정수기'],
  ['수영장', null],
];

test('[FS-07] [FS-16] [FS-17] 46 searches: the expected result is among the first five, below a matching title', async () => {
  const { body } = await user.browser.call('GET /api/campus/pack', {});
  const { amenities: rows } = await loadCampus(campusFolder);
  const amenities = rows.map(({ building: buildingId, ...row }) => ({
    ...row,
    ...NOTHING_KNOWN,
    buildingId,
  }));
  const pack = body && { ...body, amenities };
  const { body: list } = await user.browser.call('GET /api/buildings', {});
  const sayAbove = (query: string) => {
    if (!pack || !list) throw new Error('the campus was not read');
    const { answers, others, kind, buildingIds, amenities, title, unknown } = readCampusQuery(
      query,
      pack,
      list.buildings,
    );
    const said = [...answers].filter((answer) => answer === 'emergency' || others.length === 0);
    if (said.length > 0) return said.join(' ');
    if (amenities.length > 0) return [title, ...unknown.map((word) => `-${word}`)].join(' ');
    return kind !== null && buildingIds.size > 0 ? `${kind} 0` : undefined;
  };
  const wrong: unknown[] = [];
  for (const [at, [query, title, above]] of ASKED.entries()) {
    // A student may search twenty times a minute.
    if (at % 18 === 0) user = await makeUser(testApp);
    const found = await search(query);
    const titles = found?.posts.slice(0, 5).map((post) => post.title) ?? [];
    const isRight = title === null ? titles.length === 0 : titles.some((one) => title.test(one));
    if (!isRight || sayAbove(query) !== above) wrong.push([query, found?.searched, titles, sayAbove(query)]);
  }
  expect(wrong).toEqual([]);
});

test('[FS-03] 이 of 와이파이 and 고양이: no particle; no word is shortened without finding the rest', async () => {
  for (const [query, searched] of [
    ['와이파이', '와이파이'],
    ['고양이', '고양이'],
    ['와이파이 비둘기집', '와이파이'],
    ['고양이 비둘기집', '고양이'],
    ['수영장에서', '수영장에서'],
  ] as const) {
    const found = await search(query);
    expect([found?.searched, found?.shortened]).toEqual([searched, false]);
  }
});
