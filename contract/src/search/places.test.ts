import { describe, expect, test } from 'vitest';
import { findPlaceNames, findTyped, initialsOf, keysOf, readPlaceName } from './places.ts';

const names = [
  '중앙도서관(신관)',
  '과학도서관',
  '의학도서관',
  '학생회관',
  '중앙광장',
  '법학관',
  'CJ법학관',
  '하나스퀘어',
  '우당교양관',
  '화정체육관',
  'LG-POSCO경영관',
  '미디어관',
  '조용한 장소',
  '콘센트 장소',
  '정수기',
  '프린터',
  '휴게실',
  '편의점',
  '4·18기념관',
].map((name) => ({ name }));
const find = (query: string) => findPlaceNames(query, names).map(({ name }) => name);

describe('[FS-08] typed text: finds its place first', () => {
  test.each([
    ['ㄷㅅㄱ', '과학도서관'],
    ['ㅎㅅㅎㄱ', '학생회관'],
    ['ㅎㄴㅅㅋㅇ', '하나스퀘어'],
    ['ㅈㅅㄱ', '정수기'],
  ])('initial letters: %s', (query, name) => expect(find(query)[0]).toBe(name));

  test.each([
    ['ehtjrhks', '과학도서관'],
    ['gkrtodghlrhks', '학생회관'],
    ['wjdtnrl', '정수기'],
    ['zhstpsxm', '콘센트 장소'],
    ['WJDTNRL', '정수기'],
    ['gkrtodghl', '학생회관'],
  ])('the keyboard switched to English: %s', (query, name) => expect(find(query)[0]).toBe(name));

  test.each([
    ['도사관', '과학도서관'],
    ['도서괸', '과학도서관'],
    ['과학도저관', '과학도서관'],
    ['학생회괸', '학생회관'],
    ['학샹회관', '학생회관'],
    ['하나스퀘오', '하나스퀘어'],
    ['우단교양관', '우당교양관'],
    ['콘샌트', '콘센트 장소'],
    ['프린타', '프린터'],
  ])('a typing error: %s', (query, name) => expect(find(query)[0]).toBe(name));

  test.each([
    ['도서관', ['과학도서관', '의학도서관', '중앙도서관(신관)']],
    ['중앙 도서관', ['중앙도서관(신관)']],
    ['lg posco', ['LG-POSCO경영관']],
    ['조용한', ['조용한 장소']],
    ['콘센트장소', ['콘센트 장소']],
    ['4.18 기념관', ['4·18기념관']],
    ['4ㆍ18', ['4·18기념관']],
    ['#정수기?', ['정수기']],
  ])('a name itself, with any spaces: %s', (query, found) => expect(find(query)).toEqual(found));

  test.each([
    '도서전',
    '정수리',
    '편의',
    '점수',
    '학생',
    '수업',
    '시험',
    '기말고사',
    '도시락',
    '학회',
    '프린스',
    '휴학',
    '미디엄',
    'toeic',
    'wifi',
    'room',
    'test',
    'ㅋㅋ',
    'ㅠㅠ',
    'ㅇㅇ',
    '',
    ' ',
    '👍👍👍',
  ])('ordinary word: not changed into a place that it does not name: %j', (query) => {
    const squashed = query.replaceAll(' ', '');
    const found = find(query);
    expect(found.filter((name) => squashed === '' || !name.includes(squashed))).toEqual([]);
  });
});

test.each([
  ['ㄷㅅㄱ', '도서관'],
  ['ehtjrhks', '도서관'],
  ['도사관', '도서관'],
  ['gkrtodghl', '학생회'],
  ['ehtjrh', '도서관'],
  ['콘샌트', '콘센트'],
  ['도서관', null],
  ['기말고사', null],
])('[FS-17] %s is read as %j', (query, reading) => expect(readPlaceName(query, names)).toBe(reading));

test.each([
  ['ㅎㅏ', '하나스퀘어'],
  ['믿', '미디어관'],
  ['하나슼', '하나스퀘어'],
  ['과ㅎ', '과학도서관'],
  ['괗', '과학도서관'],
  ['과학ㄷ', '과학도서관'],
  ['법학고', '법학관 CJ법학관'],
  ['4·18ㄱ', '4·18기념관'],
  ['cj법', 'CJ법학관'],
  ['rhkgk', '과학도서관'],
  ['ㄷㅅㄱ', '과학도서관 의학도서관 중앙도서관(신관)'],
  ['콘센트ㄱ', '콘센트 장소'],
  ['없는 곧', ''],
  ['', ''],
])('[FS-08] %s is on the way to %s', (typed, expected) =>
  expect(
    findTyped(typed, names)
      .map(({ name }) => name)
      .join(' '),
  ).toBe(expected),
);

test('keys and initial letters of a text', () => {
  expect([keysOf('도서관'), keysOf('읽기'), keysOf('의학 A')]).toEqual(['ehtjrhks', 'dlfrrl', 'dmlgkr a']);
  expect(initialsOf('LG 도서관')).toBe('LG ㄷㅅㄱ');
});
