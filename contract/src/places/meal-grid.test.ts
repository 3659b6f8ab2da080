import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMeals } from './parse-meals.ts';

const MONDAY = '2026-11-23';

/** Reads a menu: offers in short, then closed meals, then mistakes. Every line and cell of it must be in the result. */
function read(text: string, monday = MONDAY): string[] {
  const { offers, closed, mistakes, lines } = parseMeals(text, monday);
  const seen = new Set([...lines, ...mistakes].map(({ line }) => line));
  const unseen = text
    .split(/\r?\n/)
    .flatMap((line, n) => (/[가-힣\d]/.test(line) && !seen.has(n + 1) ? [n + 1] : []));
  expect(unseen).toEqual([]);
  return [
    ...offers.map(({ day, meal, corner, dish, price, from, line }) =>
      [`${line}: ${day.slice(5)}`, `${meal} ${from}`, corner, dish, price ?? '-'].filter(Boolean).join('|'),
    ),
    ...closed.map(({ day, meal }) => `closed ${day.slice(5)} ${meal ?? 'all'}`),
    ...mistakes.map(({ line, code }) => `${line} ${code}`),
  ];
}
const cell = (...lines: string[]) => `"${lines.join('\n')}"`;
const row = (...cells: string[]) => cells.join('\t');

test('menu 1: cells with several dishes, price and calories, as a spreadsheet copies them', () => {
  const text = `\uFEFF${[
    '학생식당 주간식단표',
    row('구분', '11/23(월)', '11/24(화)', '11/25(수)'),
    row(
      '중식',
      cell('쌀밥', '육개장', '제육볶음', '5,500원', '850kcal'),
      cell('카레라이스', '우동국물', '5,500원'),
      '휴무',
    ),
    row('', cell('라면', '4,000원'), '', ''),
    row('석식', '비빔밥 5,000원', cell('돈가스', '크림스프'), '미정'),
    '※ 식단은 사정에 따라 변경될 수 있습니다.',
  ].join('\n')}`;
  const expected = [
    '3: 11-23|lunch 11:00|쌀밥, 육개장, 제육볶음|5500',
    '10: 11-23|lunch 11:00|라면|4000',
    '12: 11-23|dinner 17:00|비빔밥|5000',
    '7: 11-24|lunch 11:00|카레라이스, 우동국물|5500',
    '12: 11-24|dinner 17:00|돈가스, 크림스프|-',
    'closed 11-25 lunch',
  ];
  expect(read(text)).toEqual(expected);
  expect(read(text.replaceAll('\n', '\r\n'))).toEqual(expected);
});

test('menu 2: CSV with weekdays above dates, and a column of prices', () => {
  const text = [
    '교직원식당,,,,,,',
    '구분,코너,가격,월,화,수,목',
    ',,,11.23,11.24,11.25,11.26',
    '중식,백반,"5,000원","흑미밥\n된장찌개\n김치","쌀밥\n미역국",휴무,"쌀밥\n콩나물국"',
    ',일품,6500,돈가스,,냉면,짜장면',
    '석식,,,"쌀밥\n순두부",,,',
  ].join('\n');
  expect(read(text)).toEqual([
    '4: 11-23|lunch 11:00|백반|흑미밥, 된장찌개, 김치|5000',
    '9: 11-23|lunch 11:00|일품|돈가스|6500',
    '10: 11-23|dinner 17:00|쌀밥, 순두부|-',
    '6: 11-24|lunch 11:00|백반|쌀밥, 미역국|5000',
    '9: 11-25|lunch 11:00|일품|냉면|6500',
    '7: 11-26|lunch 11:00|백반|쌀밥, 콩나물국|5000',
    '9: 11-26|lunch 11:00|일품|짜장면|6500',
  ]);
});

test('menu 3: a row for each dish, with merged names of meals', () => {
  const text = [
    row('', '월요일', '화요일', '수요일', '목요일', '금요일'),
    row('중식', '쌀밥', '쌀밥', '보리밥', '쌀밥', '카레라이스'),
    row('', '감자국', '미역국', '청국장', '북엇국', '계란국'),
    row('', '닭갈비', '불고기', '고등어구이', '제육볶음', '치킨너겟'),
    row('', '배추김치', '깍두기', '배추김치', '', '단무지'),
    row('가격', '5,000', '5,000', '5,500', '5,000', '6,000'),
    row('칼로리', '812', '790', '845', '801', '930'),
  ].join('\n');
  expect(read(text)).toEqual([
    '2: 11-23|lunch 11:00|쌀밥, 감자국, 닭갈비, 배추김치|5000',
    '2: 11-24|lunch 11:00|쌀밥, 미역국, 불고기, 깍두기|5000',
    '2: 11-25|lunch 11:00|보리밥, 청국장, 고등어구이, 배추김치|5500',
    '2: 11-26|lunch 11:00|쌀밥, 북엇국, 제육볶음|5000',
    '2: 11-27|lunch 11:00|카레라이스, 계란국, 치킨너겟, 단무지|6000',
  ]);
});

test('menu 4: corners of one meal, a holiday, and a closed corner', () => {
  const text = [
    row('중식(11:30~13:30)', '월', '화', '수', '목', '금'),
    row('한식', '된장찌개', '김치찌개', '개천절(공휴일)', '순두부', '비지찌개'),
    row('뚝배기\u00a05,500원', '설렁탕', '휴무', '', '갈비탕', '육개장'),
    row('분식', cell('라면 3,500원', '김밥 2,500원'), '떡볶이 4,000원', '', '준비중', '우동 4,000원'),
  ].join('\n');
  expect(read(text)).toEqual([
    '2: 11-23|lunch 11:30|한식|된장찌개|-',
    '3: 11-23|lunch 11:30|뚝배기|설렁탕|5500',
    '4: 11-23|lunch 11:30|분식|라면|3500',
    '5: 11-23|lunch 11:30|분식|김밥|2500',
    '2: 11-24|lunch 11:30|한식|김치찌개|-',
    '5: 11-24|lunch 11:30|분식|떡볶이|4000',
    '2: 11-26|lunch 11:30|한식|순두부|-',
    '3: 11-26|lunch 11:30|뚝배기|갈비탕|5500',
    '2: 11-27|lunch 11:30|한식|비지찌개|-',
    '3: 11-27|lunch 11:30|뚝배기|육개장|5500',
    '5: 11-27|lunch 11:30|분식|우동|4000',
    'closed 11-25 lunch',
  ]);
});

test('menu 5: three meals with vertical names and hours', () => {
  const text = [
    row('요일', '월(23)', '화(24)', '수(25)'),
    row(cell('조', '식', '(08:00~09:00)'), cell('식빵', '우유'), cell('시리얼', '우유'), '미운영'),
    row(cell('중식', '11:00-14:00'), cell('A. 제육덮밥', '장국'), '비빔밥', '잔치국수'),
    row(cell('석', '식'), '볶음밥', '오므라이스', '추후공지'),
  ].join('\n');
  expect(read(text)).toEqual([
    '4: 11-23|breakfast 08:00|식빵, 우유|-',
    '8: 11-23|lunch 11:00|A. 제육덮밥, 장국|-',
    '11: 11-23|dinner 17:00|볶음밥|-',
    '5: 11-24|breakfast 08:00|시리얼, 우유|-',
    '9: 11-24|lunch 11:00|비빔밥|-',
    '11: 11-24|dinner 17:00|오므라이스|-',
    '9: 11-25|lunch 11:00|잔치국수|-',
    'closed 11-25 breakfast',
  ]);
});

test('menu 6: a table for each meal', () => {
  const text = [
    row('조식', '월', '화', '수'),
    row('천원의 아침밥', '김밥 1,000원', '주먹밥 1,000원', '샌드위치 1,000원'),
    row('', '', '', ''),
    row('중식', '월', '화', '수'),
    row('A코너', '돈가스', '제육덮밥', '카레'),
    row('B코너', '라면', '우동', '쫄면'),
  ].join('\n');
  expect(read(text)).toEqual([
    '2: 11-23|breakfast 08:00|천원의 아침밥|김밥|1000',
    '2: 11-24|breakfast 08:00|천원의 아침밥|주먹밥|1000',
    '2: 11-25|breakfast 08:00|천원의 아침밥|샌드위치|1000',
    '5: 11-23|lunch 11:00|A코너|돈가스|-',
    '6: 11-23|lunch 11:00|B코너|라면|-',
    '5: 11-24|lunch 11:00|A코너|제육덮밥|-',
    '6: 11-24|lunch 11:00|B코너|우동|-',
    '5: 11-25|lunch 11:00|A코너|카레|-',
    '6: 11-25|lunch 11:00|B코너|쫄면|-',
  ]);
});

test('menu 7: English weekdays, prices for groups, remarks beside', () => {
  const text = [
    row('구분', 'MON(월)', 'TUE(화)', 'WED(수)', 'THU(목)', 'FRI(금)', '비고'),
    row(
      '점심',
      cell('불고기덮밥', '학생 4,500원 교직원 5,500원'),
      '냉모밀',
      '짬뽕',
      '쌀국수',
      '볶음면',
      '셀프 배식',
    ),
    row('저녁', '', '닭곰탕 4,500', '[특선] 삼계탕 7,000원', '휴점', '', ''),
    '원산지: 쌀(국내산) 돼지고기(국내산)',
  ].join('\n');
  expect(read(text)).toEqual([
    '2: 11-23|lunch 11:00|불고기덮밥 (교직원 5,500원)|4500',
    '3: 11-24|lunch 11:00|냉모밀|-',
    '4: 11-24|dinner 17:00|닭곰탕|4500',
    '3: 11-25|lunch 11:00|짬뽕|-',
    '4: 11-25|dinner 17:00|특선|삼계탕|7000',
    '3: 11-26|lunch 11:00|쌀국수|-',
    '3: 11-27|lunch 11:00|볶음면|-',
    'closed 11-26 dinner',
  ]);
});

test('menu 8: semicolons, days of the month, and allergens', () => {
  const text = [
    '기숙사식당 11월 4주차',
    '구분;23일(월);24일(화);25일(수);26일(목);27일(금);28일(토);29일(일)',
    '아침;누룽지①⑤;모닝빵(1.2.5);시리얼;죽;토스트;;',
    '점심;"쌀밥\n닭개장15.\n김치9.";짜장밥;비빔국수;덮밥;탕수육;휴무;휴무',
    '저녁;김치볶음밥;쌀밥;파스타;국밥;치킨마요;휴무;휴무',
  ].join('\n');
  expect(read(text)).toEqual([
    '3: 11-23|breakfast 08:00|누룽지 (1.5)|-',
    '4: 11-23|lunch 11:00|쌀밥, 닭개장 (15), 김치 (9)|-',
    '7: 11-23|dinner 17:00|김치볶음밥|-',
    '3: 11-24|breakfast 08:00|모닝빵 (1.2.5)|-',
    '6: 11-24|lunch 11:00|짜장밥|-',
    '7: 11-24|dinner 17:00|쌀밥|-',
    '3: 11-25|breakfast 08:00|시리얼|-',
    '6: 11-25|lunch 11:00|비빔국수|-',
    '7: 11-25|dinner 17:00|파스타|-',
    '3: 11-26|breakfast 08:00|죽|-',
    '6: 11-26|lunch 11:00|덮밥|-',
    '7: 11-26|dinner 17:00|국밥|-',
    '3: 11-27|breakfast 08:00|토스트|-',
    '6: 11-27|lunch 11:00|탕수육|-',
    '7: 11-27|dinner 17:00|치킨마요|-',
    'closed 11-28 lunch',
    'closed 11-28 dinner',
    'closed 11-29 lunch',
    'closed 11-29 dinner',
  ]);
});

test('menu 9: days of another week, and a weekday that its date does not have', () => {
  const text = [
    row('구분', '11/30(월)', '11/24(수)', '11/25(수)', '2/30(목)'),
    row('중식', '가', '나', '다', '라'),
  ].join('\n');
  expect(read(text)).toEqual(['2: 11-25|lunch 11:00|다|-', '1 otherWeek', '1 unknownDay', '1 unknownDay']);
  const dates = [
    row('', '월', '화', '수'),
    row('', '11/23', '11/25', '11/25'),
    row('중식', '가', '나', '다'),
  ];
  expect(read(dates.join('\n'))).toEqual([
    '3: 11-23|lunch 11:00|가|-',
    '3: 11-25|lunch 11:00|다|-',
    '2 unknownDay',
  ]);
  expect(
    read([row('', '월', '화', '수'), row('', '23', '24', '26'), row('중식', '가', '나', '다')].join('\n')),
  ).toEqual(['3: 11-23|lunch 11:00|가|-', '3: 11-24|lunch 11:00|나|-', '2 unknownDay']);
});

test('menu 10: no meal, cells outside of the days, prices and names that cannot be', () => {
  const text = [
    row('교직원식당', '이용 안내'),
    row('구분', '월', '화', '수'),
    row('한식', '가', '나', '다'),
    row('중식', '가 5,500,000원', '나', '다', '', '넘친 칸'),
    row('가'.repeat(41), '가', '나', ''),
    row('석식', cell('라', '5,000원', '6,000원'), '마 4,500원 5,500원', '바'.repeat(201)),
  ].join('\n');
  expect(read(text)).toEqual([
    '5: 11-23|lunch 11:00|가|-',
    '6: 11-23|dinner 17:00|라|5000',
    '4: 11-24|lunch 11:00|나, 나|-',
    '4: 11-25|lunch 11:00|다|-',
    `8: 11-25|dinner 17:00|${'바'.repeat(201)}|-`,
    '1 cells',
    '1 cells',
    '3 noMeal',
    '4 cells',
    '4 price',
    '5 cornerLong',
    '8 price',
    '8 prices',
    '8 dishLong',
  ]);
});

test('menu 11: meals as columns, which is another table, is named line by line', () => {
  const text = [
    row('요일', '조식', '중식', '석식'),
    row('월', '빵', '쌀밥', '국수'),
    row('화', '죽', '카레', '덮밥'),
  ];
  expect(read(text.join('\n'))).toEqual(['2 unknownMeal', '3 unknownMeal']);
});

/** Reads the hours too, and what is left out or wrong with its text. */
function readAll(text: string): string[] {
  const { offers, omitted, mistakes } = parseMeals(text, MONDAY);
  const dishes = offers.map(({ day, meal, corner, dish, from, to }) =>
    [day.slice(8), meal, corner, dish, `${from}-${to}`].filter(Boolean).join(' '),
  );
  return [
    ...dishes,
    ...omitted.map(({ line, day, meal, text: cellText, as }) =>
      [`${line} ${as}`, day?.slice(8), meal, cellText].filter(Boolean).join(' '),
    ),
    ...mistakes.map(({ line, code, text: cellText }) => `${line} ${code} ${cellText}`),
  ];
}

test.each([
  ['백반(알레르기 1.2.5)', '백반 (1.2.5)'],
  ['백반 [알레르기: 1, 2, 5.]', '백반 (1.2.5)'],
  ['카레(알러지:5)', '카레 (5)'],
  ['카레 알러지 5,6', '카레 (5.6)'],
  ['쌀밥(1.2.5)', '쌀밥 (1.2.5)'],
  ['카레(원산지: 호주)', '카레(원산지: 호주)'],
  ['돈가스 (조기 소진 시 변경)', '돈가스 (조기 소진 시 변경)'],
  ['순두부(인기 있어요)', '순두부(인기 있어요)'],
  ['추석 특식', '추석 특식'],
])('a dish with a remark stays a dish: %s', (text, dish) =>
  expect(readAll(`구분,월,화,수\n중식,"${text}",가,나`)[0]).toBe(`23 lunch ${dish} 11:00-14:00`),
);

test('allergens before a price: the price remains', () =>
  expect(read(row('', '월', '화', '수') + '\n' + row('중식', '카레 알러지:5,6 5,500원', '', ''))).toEqual([
    '2: 11-23|lunch 11:00|카레 (5.6)|5500',
  ]));

test.each([
  ['below the meal', '중식,백반,라면,카레\n(11:30~13:30),밥,,밥'],
  ['in a row of hours', '중식,백반,라면,카레\n,밥,,밥\n운영시간,11:30-13:30,11:30~13:30,11:30-13:30'],
])('hours %s: apply to all dishes of the meal on every day', (_, rows) =>
  expect(readAll(`구분,월,화,수\n${rows}`)).toEqual([
    '23 lunch 백반, 밥 11:30-13:30',
    '24 lunch 라면 11:30-13:30',
    '25 lunch 카레, 밥 11:30-13:30',
  ]),
);

test('hours of a second serving: apply to the dishes below them only', () =>
  expect(readAll('구분,월,화,수\n중식 11:00-12:00,백반,,\n12:00-13:30,라면 3000원,,')).toEqual([
    '23 lunch 백반 11:00-12:00',
    '23 lunch 라면 12:00-13:30',
  ]));

test.each([
  '추석연휴',
  '추석 연휴',
  '설 연휴',
  '가을 연휴',
  '개교기념일',
  '(개교 기념일)',
  '부처님오신날',
  '부처님 오신 날 (대체공휴일)',
  '추석 당일',
  '임시공휴일',
  '휴일',
  '겨울방학',
  '지방선거일',
])('a day without service: %s', (text) =>
  expect(read(`구분,월,화,수\n중식,가,나,${text}`).slice(2)).toEqual(['closed 11-25 lunch']),
);

test('cells without a dish: listed with day and meal, also in a row with dishes', () =>
  expect(
    readAll(
      [
        '학생식당 안내',
        '구분,코너,월,화,수,비고',
        '중식,한식,공휴일,백반,미정,셀프',
        ',양식,돈가스,"카레\n600kcal",파스타,',
        '석식,,공휴일,가,나,',
        '칼로리,,812,,,',
        '※ 바뀔 수 있습니다',
      ].join('\n'),
    ),
  ).toEqual([
    '23 lunch 양식 돈가스 11:00-14:00',
    '24 lunch 한식 백반 11:00-14:00',
    '24 lunch 양식 카레 11:00-14:00',
    '24 dinner 가 17:00-19:00',
    '25 lunch 양식 파스타 11:00-14:00',
    '25 dinner 나 17:00-19:00',
    '1 note 학생식당 안내',
    '3 note 셀프',
    '3 note 25 lunch 미정',
    '3 closed 23 lunch 공휴일',
    '5 note 24 lunch 600kcal',
    '7 note 칼로리',
    '7 note 812',
    '8 note ※ 바뀔 수 있습니다',
  ]));

test.each([
  ['two days', '구분,목,금\n중식,가,나', ['26 lunch 가 11:00-14:00', '27 lunch 나 11:00-14:00']],
  ['two days without a name', ',목,금\n중식,가,나', ['26 lunch 가 11:00-14:00', '27 lunch 나 11:00-14:00']],
  ['dates below', '구분,목,금\n,26,27\n중식,가,나', ['26 lunch 가 11:00-14:00', '27 lunch 나 11:00-14:00']],
  ['one day', '구분,코너,금\n석식,한식,가', ['27 dinner 한식 가 17:00-19:00']],
  [
    'the meal beside',
    '중식,목,금\n한식,가,나',
    ['26 lunch 한식 가 11:00-14:00', '27 lunch 한식 나 11:00-14:00'],
  ],
])('a short week: %s', (_, text, expected) => expect(readAll(text)).toEqual(expected));

test('lines of a menu that name two days: no table', () =>
  expect(readAll('월\n중식\n가\n토, 일 휴무')).toEqual([
    '23 lunch 가 11:00-14:00',
    '4 note 23 lunch 토, 일 휴무',
  ]));

test('a corner before its meal: read as a corner of that meal', () =>
  expect(readAll('식당,구분,월,화,수\n학생식당,중식,가,나,다\n,석식,라,,\n교직원식당,중식,마,,')).toEqual([
    '23 lunch 학생식당 가 11:00-14:00',
    '23 dinner 라 17:00-19:00',
    '23 lunch 교직원식당 마 11:00-14:00',
    '24 lunch 학생식당 나 11:00-14:00',
    '25 lunch 학생식당 다 11:00-14:00',
  ]));

test.each([
  [
    'another meal',
    '구분,월,화,수\n조식,빵,죽,떡\n브런치 (10:00~11:00),토스트,,와플\n중식,가,나,다',
    '3 unknownMeal 브런치 (10:00~11:00)',
  ],
  ['no meal', '구분,월,화,수\n학생식당,라,마,바\n중식,가,나,다', '2 noMeal 학생식당'],
  ['another meal in lines', '월\n중식\n가\n브런치\n나', '4 unknownMeal 브런치'],
  ['a day of another week', '구분,11/30(월),화,수\n중식,가,나,다', '1 otherWeek 11/30(월)'],
  ['a price', '구분,월,화,수\n중식,가 900000원,나,다', '2 price 가 900000원'],
])('a mistake names its cell: %s', (_, text, expected) =>
  expect(readAll(text).filter((one) => /^\d+ [a-z]+[A-Z]|price/.test(one))).toEqual([expected]),
);

test('a corner named as a meal that is none of the three: stays a corner', () =>
  expect(readAll('구분,코너,월,화,수\n중식,간식,가,나,다')[0]).toBe('23 lunch 간식 가 11:00-14:00'));

test('any table of days: each line is read or named, within the week', () => {
  const words = fc.constantFrom(
    '',
    '월',
    '23',
    '중식',
    '한식 5,000원',
    '쌀밥',
    '"쌀밥\n국"',
    '"',
    '휴무',
    '5,500원',
    '비고',
  );
  const cells = fc.array(
    fc.array(words, { maxLength: 7 }).map((parts) => row(...parts)),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(cells, (rows) => {
      const text = [row('', '월', '화', '수'), ...rows].join('\n');
      read(text);
      for (const { day, from, to } of parseMeals(text, MONDAY).offers)
        expect([day >= MONDAY && day <= '2026-11-29', from < to]).toEqual([true, true]);
    }),
    { numRuns: 1_000 },
  );
});

test('any dish below a day: kept, listed as left out, or in a refused menu', () => {
  const label = fc.constantFrom(
    '',
    '중식',
    '석식 (17:00~18:30)',
    '한식',
    '(11:30~13:30)',
    '가격',
    '칼로리',
    '브런치',
  );
  const cellOf = fc.constantFrom(
    '*',
    '*(알레르기 1.2)',
    '* 알러지:5',
    '*(원산지: 호주)',
    '* 소진 시 변경',
    '* 5,500원',
    '* 휴무',
    '*\n600kcal',
    '공휴일',
    '',
  );
  const table = fc.array(fc.tuple(label, label, cellOf, cellOf), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(table, (rows) => {
      const dishes: string[] = [];
      const nameDish = (text: string) =>
        text.replace('*', () => {
          const name = `국${String.fromCodePoint(0xac00 + 28 * dishes.length)}탕`;
          dishes.push(name);
          return name;
        });
      const lines = rows.map(([one, other, ...cells]) =>
        row(one, other, ...cells.map((text) => cell(nameDish(text)))),
      );
      const { offers, omitted, mistakes } = parseMeals(
        [row('구분', '코너', '목', '금'), ...lines].join('\n'),
        MONDAY,
      );
      const named = [...offers.map(({ dish }) => dish), ...omitted.map(({ text }) => text)].join('\n');
      const lost = dishes.filter((name) => !named.includes(name));
      expect(mistakes.length > 0 ? [] : lost).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
