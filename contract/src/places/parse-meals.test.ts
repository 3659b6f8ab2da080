import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMeals } from './parse-meals.ts';

const MONDAY = '2026-11-23';
/** Formats a week shortly: day, meal, corner, dish, price, hours; then closed days, then mistakes. */
const say = (text: string, monday = MONDAY): string[] => {
  const { offers, closed, mistakes } = parseMeals(text, monday);
  return [
    ...offers.map(({ day, meal, corner, dish, price, from, to }) =>
      [day.slice(5), meal[0], corner, dish, price ?? '-', from === '11:00' ? '' : `${from}-${to}`].join('|'),
    ),
    ...closed.map(({ day, meal }) => `closed ${day.slice(5)} ${meal ?? 'all'}`),
    ...mistakes.map(({ line, code }) => `${line} ${code}`),
  ];
};
const lunch = (...lines: string[]) => ['월', '중식', ...lines].join('\n');
const PORK = '11-23|l||제육덮밥|5500|';

describe('[ML-01] a week as cafeterias publish it', () => {
  test.each<[string, string]>([
    ['a syllable', '월'],
    ['a word', '월요일'],
    ['in brackets', '(월)'],
    ['a date with its weekday', '11/23(월)'],
    ['with a space between', '11/23 (월요일)'],
    ['a date alone', '11.23'],
    ['in words', '11월 23일'],
    ['in words with its weekday', '11월 23일 (월)'],
    ['as a file has it', '2026-11-23'],
    ['with points and a weekday', '2026. 11. 23. (월)'],
    ['in words with a year', '2026년 11월 23일 월요일'],
    ['in full width', '１１／２３（월）'],
    ['as a row of a list', '■ 월요일'],
  ])('a day: %s', (_, day) => expect(say(`${day}\n중식\n제육덮밥 5,500원`)).toEqual([PORK]));

  test.each<[string, string, string]>([
    ['lunch', '중식', PORK],
    ['midday', '점심', PORK],
    ['in brackets', '[중식]', PORK],
    ['in angles', '<점심식사>', PORK],
    ['with a colon', '중식:', PORK],
    ['breakfast', '조식', '11-23|b||제육덮밥|5500|08:00-09:30'],
    ['morning', '아침', '11-23|b||제육덮밥|5500|08:00-09:30'],
    ['dinner', '석식', '11-23|d||제육덮밥|5500|17:00-19:00'],
    ['evening', '저녁', '11-23|d||제육덮밥|5500|17:00-19:00'],
    ['hours', '중식 11:30-13:30', '11-23|l||제육덮밥|5500|11:30-13:30'],
    ['hours with a wave', '중식 (11:30~14:00)', '11-23|l||제육덮밥|5500|11:30-14:00'],
    ['hours with one digit and spaces', '석식 5:00 ~ 7:00', '11-23|d||제육덮밥|5500|05:00-07:00'],
    ['hours on a line of their own', '중식\n11:30～13:30', '11-23|l||제육덮밥|5500|11:30-13:30'],
  ])('a meal: %s', (_, meal, expected) => expect(say(`월\n${meal}\n제육덮밥 5,500원`)).toEqual([expected]));

  test.each<[string, string, string[]]>([
    ['with the unit', '제육덮밥 5500원', [PORK]],
    ['without it', '제육덮밥 5500', [PORK]],
    ['with a comma alone', '제육덮밥 5,500', [PORK]],
    ['close to the dish', '제육덮밥5,500원', [PORK]],
    ['in brackets', '제육덮밥(5,500원)', [PORK]],
    ['with the sign', '제육덮밥 ₩5,500', [PORK]],
    ['with a sign of full width', '제육덮밥 ￦5,500', [PORK]],
    ['none', '제육덮밥', ['11-23|l||제육덮밥|-|']],
    ['a number that is none', '라면 12', ['11-23|l||라면 12|-|']],
    ['calories', '라면 850kcal', ['11-23|l||라면 850kcal|-|']],
    ['on the next line', '제육덮밥\n5,500원', [PORK]],
    ['nothing to pay', '제육덮밥 0원', ['11-23|l||제육덮밥|0|']],
    ['the most', '제육덮밥 100,000원', ['11-23|l||제육덮밥|100000|']],
  ])('a price: %s', (_, line, expected) => expect(say(lunch(line))).toEqual(expected));

  test.each<[string, string[], string[]]>([
    [
      'of a dish with a colon',
      ['제육덮밥 5,500원', '공기밥: 500원', '돈가스'],
      [PORK, '11-23|l||공기밥|500|', '11-23|l||돈가스|-|'],
    ],
    ['with a note', ['제육덮밥 5,500원 (포장 가능)'], ['11-23|l||제육덮밥 (포장 가능)|5500|']],
    ['with words behind it', ['제육덮밥 5,500원 포장 가능'], ['11-23|l||제육덮밥 (포장 가능)|5500|']],
    ['two, nobody knows whose', ['정식 5,000/5,500원'], ['3 prices']],
    [
      'for students and staff',
      ['정식 학생 4,500원 교직원 5,500원'],
      ['11-23|l||정식 (교직원 5,500원)|4500|'],
    ],
    [
      'for staff and students',
      ['정식 교직원 5,500원 / 학생 4,500원'],
      ['11-23|l||정식 (교직원 5,500원)|4500|'],
    ],
    [
      'with who pays in brackets',
      ['정식 4,500원(학생) 5,500원(일반)'],
      ['11-23|l||정식 (일반 5,500원)|4500|'],
    ],
    ['with others in brackets', ['정식 4,500원 (외부인 6,000원)'], ['11-23|l||정식 (외부인 6,000원)|4500|']],
    ['without units', ['정식 학생 4500 교직원 5500'], ['11-23|l||정식 (교직원 5,500원)|4500|']],
    ['for staff alone', ['정식 교직원 5,500원'], ['11-23|l||정식 (교직원 5,500원)|-|']],
    [
      'on lines of their own',
      ['정식', '학생: 4,500원', '교직원: 5,500원'],
      ['11-23|l||정식 (교직원 5,500원)|4500|'],
    ],
    ['in front', ['[5,500원] 제육덮밥'], [PORK]],
    ['in front without brackets', ['5,500원 제육덮밥'], [PORK]],
    ['with a point', ['제육덮밥 5.500원'], [PORK]],
    ['with a comma and a space', ['제육덮밥 5, 500원'], [PORK]],
    [
      'of two dishes on a line',
      ['라면 3,500원, 김밥 2,500원', '단무지'],
      ['11-23|l||라면|3500|', '11-23|l||김밥|2500|', '11-23|l||단무지|-|'],
    ],
    ['before the dishes that go with it', ['제육덮밥 5,500원, 된장국'], ['11-23|l||제육덮밥, 된장국|5500|']],
    ['of a list with a star', ['*제육덮밥 5,500원'], [PORK]],
    ['with allergens', ['제육덮밥1.5.6.10. 5,500원'], ['11-23|l||제육덮밥 (1.5.6.10)|5500|']],
    [
      'with allergens in brackets',
      ['제육덮밥(1,5,6), 된장국(5.6.) 5,500원'],
      ['11-23|l||제육덮밥 (1.5.6), 된장국 (5.6)|5500|'],
    ],
    ['with allergens in circles', ['제육덮밥①⑤⑩ 5,500원'], ['11-23|l||제육덮밥 (1.5.10)|5500|']],
  ])('a price %s', (_, lines, expected) => expect(say(lunch(...lines))).toEqual(expected));

  test.each<[string, string[], string[]]>([
    [
      '한식',
      ['한식', '제육덮밥 5,500원', '양식', '돈가스 6,000원'],
      ['11-23|l|한식|제육덮밥|5500|', '11-23|l|양식|돈가스|6000|'],
    ],
    ['천원의 아침', ['천원의 아침', '김밥 1,000원'], ['11-23|l|천원의 아침|김밥|1000|']],
    ['one with its price', ['일품 6,000원', '제육덮밥', '된장국'], ['11-23|l|일품|제육덮밥, 된장국|6000|']],
    ['one with its price alone', ['천원의 아침밥 1,000원'], ['11-23|l||천원의 아침밥|1000|']],
    [
      'one with its price before another',
      ['천원의 아침밥 1,000원', '한식', '제육덮밥 5,500원'],
      ['11-23|l||천원의 아침밥|1000|', '11-23|l|한식|제육덮밥|5500|'],
    ],
    ['코너 A', ['코너 A', '라면 3,500원'], ['11-23|l|코너 A|라면|3500|']],
  ])('a corner on its own line: %s', (_, lines, expected) => expect(say(lunch(...lines))).toEqual(expected));

  test.each([
    '방학중 미운영',
    '운영하지 않습니다',
    '휴관',
    '식단없음',
    '식단 없음',
    '금일 휴무',
    '(휴무)',
    '운영 안 합니다',
    '메뉴 없음',
  ])('closed: %s', (line) => expect(say(lunch(line))).toEqual(['closed 11-23 lunch']));

  test.each([
    '준비수량 소진시까지',
    '한식(휴무)',
    '양식 미운영',
    '주말 및 공휴일 휴무',
    '토·일 휴무',
    '* 식단은 변경될 수 있습니다.',
    '알레르기 정보: 1.난류 2.우유',
  ])('neither a dish nor a closed meal: %s', (line) =>
    expect(say(lunch('제육덮밥 5,500원', line))).toEqual([PORK]),
  );

  test.each<[string, string[], string[]]>([
    [
      'before a colon',
      ['한식: 제육덮밥, 된장국 5,500원', '양식 : 돈가스 6000'],
      ['11-23|l|한식|제육덮밥, 된장국|5500|', '11-23|l|양식|돈가스|6000|'],
    ],
    ['in brackets', ['[한식] 제육덮밥 / 된장국 5,500원'], ['11-23|l|한식|제육덮밥, 된장국|5500|']],
    [
      'with a price of its own, and what it is of below',
      ['[한식] 5,500원', '제육덮밥', '된장국', '김치'],
      ['11-23|l|한식|제육덮밥, 된장국, 김치|5500|'],
    ],
    [
      'dishes without a price belong to the one above',
      ['분식코너', '라면 3,500원', '단무지', '돈가스 5,500원'],
      ['11-23|l|분식코너|라면, 단무지|3500|', '11-23|l|분식코너|돈가스|5500|'],
    ],
    ['spaces between dishes', ['한식: 제육덮밥  된장국   김치'], ['11-23|l|한식|제육덮밥, 된장국, 김치|-|']],
    ['a corner that is closed', ['한식: 휴무', '양식: 돈가스'], ['11-23|l|양식|돈가스|-|']],
  ])('a corner: %s', (_, lines, expected) => expect(say(lunch(...lines))).toEqual(expected));

  test.each<[string, string, string[]]>([
    [
      'all on one line',
      '월 중식 11:30-13:30 한식: 제육덮밥 5,500원',
      ['11-23|l|한식|제육덮밥|5500|11:30-13:30'],
    ],
    [
      'hours hold for the days that follow',
      '월\n중식 11:30-13:30\n가\n화\n중식\n나',
      ['11-23|l||가|-|11:30-13:30', '11-24|l||나|-|11:30-13:30'],
    ],
    ['a day that is closed', '월 휴무\n화\n중식\n가', ['11-24|l||가|-|', 'closed 11-23 all']],
    ['a meal that is closed', '월\n중식\n가\n석식 미운영', ['11-23|l||가|-|', 'closed 11-23 dinner']],
    ['a week that is closed', '월 휴무\n화: 미운영', ['closed 11-23 all', 'closed 11-24 all']],
    ['notes and empty lines', '※ 바뀔 수 있어요\n\n월\n중식\n가\n원산지: 쌀(국내산)', ['11-23|l||가|-|']],
    ['a byte order mark and Windows lines', '\uFEFF월\r\n중식\r\n가\r\n', ['11-23|l||가|-|']],
    [
      'a dish that begins as a day or a meal does',
      '월\n중식\n일 품정식\n아침햇살',
      ['11-23|l||일 품정식, 아침햇살|-|'],
    ],
    [
      'cells of a spreadsheet, empty where they are merged',
      '요일\t끼니\t코너\t메뉴\t가격\t부터\t까지\n월\t중식\t한식\t제육덮밥\t5,500원\t11:30\t13:30\n\t\t양식\t돈가스, 수프\t6000\n화\t석식\t\t가\t\t\t',
      [
        '11-23|l|한식|제육덮밥|5500|11:30-13:30',
        '11-23|l|양식|돈가스, 수프|6000|11:30-13:30',
        '11-24|d||가|-|17:00-19:00',
      ],
    ],
  ])('%s', (_, text, expected) => expect(say(text)).toEqual(expected));

  test('the last days of a week may be in the next year', () => {
    const text = '12/31(목)\n중식\n가\n1/1(금)\n중식\n나';
    expect(say(text, '2026-12-28')).toEqual(['12-31|l||가|-|', '01-01|l||나|-|']);
  });

  test.each<[string, string, string[]]>([
    ['nothing', '', ['0 empty']],
    ['notes alone', '※ 쉽니다', ['0 empty']],
    ['too long', 'ㄱ'.repeat(20_001), ['0 tooLong']],
    ['100 KB', '가나다라 '.repeat(20_000), ['0 tooLong']],
    ['too many lines', '\n'.repeat(400), ['0 tooManyLines']],
    ['a dish before a day', '제육덮밥', ['1 noDay']],
    ['a meal before a day', '중식', ['1 noDay']],
    ['a dish before a meal', '월\n제육덮밥', ['2 noMeal']],
    ['hours before a meal', '월\n11:30-13:30', ['2 noMeal']],
    ['a day that there is not', '2/30\n중식\n가', ['1 unknownDay']],
    ['another weekday than its date has', '11/23(화)\n중식\n가', ['1 unknownDay']],
    ['another week', '월\n중식\n가\n11/30(월)\n중식\n나', ['11-23|l||가|-|', '4 otherWeek']],
    ['the year before', '2025-11-23\n중식\n가', ['1 otherWeek']],
    ['reversed hours', lunch('가').replace('중식', '중식 13:30-11:30'), ['11-23|l||가|-|', '2 hours']],
    ['no such hours', lunch('가').replace('중식', '중식 11:70-13:30'), ['11-23|l||가|-|', '2 hours']],
    ['hours beside a dish', lunch('가 11:30-13:30'), ['3 hoursPlace']],
    ['an absurd price', lunch('가 5,500,000원'), ['3 price']],
    ['one that is longer', lunch('가 123456789012원'), ['3 price']],
    ['two prices', lunch('가 5,500원', '6,000원'), ['11-23|l||가|5500|', '4 price']],
    ['a long corner', lunch(`${'가'.repeat(41)}: 나`), ['3 cornerLong']],
    ['a long dish', lunch('가'.repeat(201)), [`11-23|l||${'가'.repeat(201)}|-|`, '3 dishLong']],
    ['the same twice', lunch('가 500원', '가 500원'), ['11-23|l||가|500|', '11-23|l||가|500|', '4 twice']],
    ['too few cells', '월\t중식\t가', ['1 cells']],
    ['too many', '월\t중식\t\t가\t\t\t\t더', ['1 cells']],
    ['prices for nobody knows whom', lunch('정식 4,500원 5,500원'), ['3 prices']],
    ['something that is closed', lunch('2층 학생 라운지 휴무'), ['3 closedWhat']],
    ['cells without a dish', '월\t중식\t한식\t\t500', ['1 cells']],
    ['a cell that is no meal', '월\t간식\t\t가', ['1 unknownMeal']],
    ['a cell that is no day', '뭘\t중식\t\t가', ['1 unknownDay']],
    ['a cell that is no price', '월\t중식\t\t가\t오천', ['1 price']],
    ['a cell that is no time', '월\t중식\t\t가\t500\t낮\t밤', ['1 hours']],
  ])('an unrecognized text: reported with its line: %s', (_, text, expected) =>
    expect(say(text)).toEqual(expected),
  );

  test('each line of a week: parsed as its kind or reported; no staff prices', () => {
    const name = fc.constantFrom(
      '제육덮밥',
      '돈가스',
      '김치찌개 정식',
      '10원빵',
      'A세트',
      '라면 12',
      '(신)쌀국수',
    );
    const price = fc.integer({ min: 100, max: 9_000 }).map((n) => n * 10 + 1);
    const staff = fc.integer({ min: 100, max: 9_000 }).map((n) => n * 10 + 7);
    const won = (n: number) => `${n.toLocaleString('ko')}원`;
    const line = fc.oneof(
      fc
        .tuple(name, price, fc.constantFrom(' ', ': ', ' (', ' - ', '\t'))
        .map(([dish, n, gap]) => `${dish}${gap}${won(n)}`),
      fc.tuple(name, price, staff).map(([dish, n, other]) => `${dish} 학생 ${won(n)} 교직원 ${won(other)}`),
      fc.tuple(name, price, staff).map(([dish, n, other]) => `${dish} ${won(n)}(학생)/${won(other)}(일반)`),
      fc.tuple(name, staff).map(([dish, other]) => `${dish} 교직원 ${won(other)}`),
      fc.tuple(name, name, price).map(([one, other, n]) => `* ${one}, ${other}1.5.6. ${won(n)}`),
      fc.constantFrom(
        '월',
        '화요일',
        '11/25(수)',
        '11/31',
        '중식',
        '[석식] 17:00~18:30',
        '조식 9:00-8:00',
        '한식',
        '[일품] 6,000원',
      ),
      fc.constantFrom(
        '방학중 미운영',
        '한식(휴무)',
        '운영하지 않습니다',
        '※ 안내',
        '소진시까지',
        '',
        '   ',
        '-',
        '***',
        '???',
        'https://a.b/c',
      ),
      fc.constantFrom(
        '월\t중식\t한식\t가\t5,500',
        '\t\t양식\t나\t학생 4,500원/교직원 5,507원',
        'a\tb',
        '\t\t\t',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (week) => {
        const text = week.join('\n');
        const { lines, mistakes, offers } = parseMeals(text, MONDAY);
        const shown = new Set([...lines, ...mistakes].map(({ line: number }) => number));
        const rows = text.split(/\r?\n/);
        const missing = rows.filter((row, index) => /[\p{L}\p{N}]/u.test(row) && !shown.has(index + 1));
        expect(missing).toEqual([]);
        expect(offers.filter(({ price: paid }) => paid !== null && paid % 10 === 7)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('any text: parsed in time, without lost or invented lines', () => {
    const words = fc.constantFrom(
      '월',
      '11/23(월)',
      '2026-',
      '중식',
      '[',
      ']',
      ':',
      ',',
      ' ',
      '\n',
      '\t',
      '5,500',
      '원',
      '11:30-',
      '휴무',
      '제육',
      '1',
    );
    const text = fc.oneof(
      fc.array(words, { maxLength: 60 }).map((parts) => parts.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (any) => {
        const { offers, mistakes } = parseMeals(any, MONDAY);
        const lines = any.split(/\r?\n/).length;
        for (const { line } of [...offers, ...mistakes]) expect(line).toBeLessThanOrEqual(lines);
        for (const offer of offers) {
          expect(offer.day >= MONDAY && offer.day <= '2026-11-29').toBe(true);
          expect(offer.from < offer.to && offer.dish !== '').toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
    for (const part of ['1', ',', '1,', ' ', '(', '₩', '월 ', '5,500', '가:', '[', '\u0301', '11:30-']) {
      const began = performance.now();
      parseMeals(`월\n중식\n${part.repeat(20_000 / part.length - 10)}`, MONDAY);
      expect(performance.now() - began).toBeLessThan(1_000);
    }
  });
});
