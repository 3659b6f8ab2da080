import { expect, test } from 'vitest';
import { formsOf } from './query.ts';

const names = {
  boards: [{ id: 'science-library', name: '과학도서관', building: true }],
  nicknames: {},
  others: [],
  synonyms: [],
};
const corrections = (query: string, plain: string[] = []) =>
  [...formsOf(query, plain, names)].flatMap(({ how, words }) =>
    how === 'corrected' ? [words.join(' ')] : [],
  );

test.each([
  ['31운동', '3·1운동'],
  ['419혁명 기념', '4·19혁명 기념'],
  ['1212사태', '12·12사태'],
  ['31만세운동', '3·1만세운동'],
])('[FS-17] %s may be a date whose sign was left out: %s', (query, expected) => {
  expect(corrections(query)).toEqual([expected]);
});

test.each([
  '1500원',
  '24시간',
  '12시까지',
  '15분컷',
  '23학번',
  '21학점',
  '25만원',
  '12명이서',
  '11개월',
  '21층에서',
  '31일까지',
  '12인분',
  '80번버스',
  '1332운동',
  '99주년',
  '60년대',
  '31',
  '128gb',
])('[FS-17] %s is no date', (query) => {
  expect(corrections(query)).toEqual([]);
});

test.each(['31운동', '과학도사관', '과학도사관에서'])(
  '[FS-17] %s is a plain word: not corrected',
  (query) => {
    expect(corrections(query)).toHaveLength(1);
    expect(corrections(query, [query])).toEqual([]);
  },
);
