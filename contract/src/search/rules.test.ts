import { describe, expect, test } from 'vitest';
import {
  cutParticles,
  isGibberish,
  isOneLetter,
  piecesOf,
  queryProblem,
  searchText,
  searchWords,
  splitScripts,
  squashText,
} from './rules.ts';

describe('the form in which texts are searched', () => {
  test.each([
    ['중앙 도서관\n열람 실', '중앙도서관열람실'],
    ['LG 포스코관  3 층', 'lg포스코관3층'],
    ['SK미래관', 'sk미래관'],
    ['PC 실 A B 3 4', 'pc실a b 3 4'],
    ['ＴＯＥＩＣ　９９０', 'toeic 990'],
    ['콘센트'.normalize('NFD'), '콘센트'],
    ['ﾊﾝ 한글', 'ハン 한글'],
    ['도서\u200b관 \u00ad좋아요', '도서관좋아요'],
    ['줄\u00a0바꿈\t탭', '줄바꿈탭'],
    ['ㄱ ㅏ', '가'],
    ['', ''],
  ])('[FS-01] [FS-02] %j: has the form %j', (text, squashed) => expect(squashText(text)).toBe(squashed));

  test('title and body: distinguished, also if one is empty', () => {
    expect(searchText({ title: 'PC 열람 실', body: '자리\n있어요' })).toBe('\npc 열람실\t자리있어요');
    expect(searchText({ title: 'a\tb', body: '\n' })).toBe('\na b\t');
  });
});

test.each([
  ['  도서관   에서  ', ['도서관', '에서']],
  ['도서관 도서관 ＷＩＦＩ wifi', ['도서관', 'wifi']],
  ['!!! 도서관 %_', ['도서관']],
  ['100% c++ 👍', ['100%', 'c++', '👍']],
  ['카페? #카페', ['카페']],
  ['“학식” 중도?', ['학식', '중도']],
  ['SK미래관!', ['sk미래관']],
  ['(정수기)…', ['정수기']],
  ['카페,학식;매점', ['카페', '학식', '매점']],
  ['4·18 AT&T c# .net', ['4·18', 'at&t', 'c#', 'net']],
  ['❤️ #️⃣', ['❤️']],
  ['%', []],
  ['\' \\ "', []],
])('[FS-02] [FS-13] the words of %j are %j', (query, words) => expect(searchWords(query)).toEqual(words));

test.each([
  ['', 'required'],
  [' \n\u3164\u200b', 'required'],
  ['가'.repeat(50), null],
  [` ${'가'.repeat(50).normalize('NFD')} `, null],
  ['가'.repeat(51), 'tooLong'],
  ['👍'.repeat(50), null],
  ['%', null],
])('[FS-13] the query %j is refused for %j', (query, problem) => expect(queryProblem(query)).toBe(problem));

test.each([
  ['sk미래관', ['sk', '미래관']],
  ['4·18기념관', ['4', '18', '기념관']],
  ['1500원', ['1', '500', '원']],
  ['1234567', ['1', '234', '567']],
  ['418기념관', ['418', '기념관']],
])('[FS-02] %s may be written apart as %j', (word, parts) => expect(splitScripts(word)).toEqual(parts));

test('pieces: split at letters, never within a surrogate pair', () => {
  expect(piecesOf('도서관')).toEqual(['도서', '서관']);
  expect(piecesOf('👍굿')).toEqual(['👍굿']);
  expect(piecesOf('실')).toEqual([]);
  expect([
    isOneLetter(['실']),
    isOneLetter(['👍']),
    isOneLetter(['열람']),
    isOneLetter(['열', '람']),
  ]).toEqual([true, true, false, false]);
});

test.each([
  ['도서관에서', '도서관'],
  ['열람실에서는', '열람실'],
  ['sk미래관에서', 'sk미래관'],
  ['4·18기념관에서', '4·18기념관'],
  ['콘센트가', '콘센트'],
  ['학생회관까지', '학생회관'],
  ['정문으로', '정문'],
  ['과방에', '과방'],
  ['나도', '나도'],
  ['은행', '은행'],
  ['wifi가', 'wifi가'],
  ['3층에서', '3층에서'],
  ['가나다', '가나다'],
  ['와이파이', '와이파이'],
  ['와이파이가', '와이파이'],
  ['학생증을', '학생증'],
  ['카페를', '카페'],
  ['도서관이랑', '도서관'],
])('[FS-03] %s without its particle: %s', (word, cut) => expect(cutParticles([word])).toEqual([cut]));

test.each([
  ['ㅋㅋㅋ', true],
  ['ㅁㄴㅇㄹ ㅁㄴㅇㄹ', true],
  ['asdf', true],
  ['xcvbn', true],
  ['wjdtnrl', true],
  ['가가가', true],
  ['도서관', false],
  ['ㅋㅋㅋ 도서관', false],
  ['wifi', false],
  ['toeic', false],
  ['R', true],
  ['A+', false],
  ['418', false],
  ['sk', false],
])('%j is gibberish: %j', (query, nothing) => expect(isGibberish(query)).toBe(nothing));

test('[FS-03] words equal without their particles: count as one', () => {
  expect(cutParticles(['도서관에서', '도서관까지'])).toEqual(['도서관']);
});
