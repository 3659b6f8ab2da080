import { expect, test } from 'vitest';
import { reduceQuery } from './query.ts';

const synonyms = [
  { words: ['대여', '빌리는', '빌려'] },
  { words: ['보신 분', '주웠어요'] },
  { words: ['헬스', '헬스장'] },
  { words: ['혼밥', '혼자 밥'] },
];
const reduce = (query: string, places: string[] = []) =>
  reduceQuery(query.split(' '), places, synonyms).map((words) => words.join(' '));

test.each([
  ['우산 빌리는 곳', [], ['우산 빌리', '우산 대여', '우산 빌리는', '우산 빌려', '우산']],
  ['지금 혼자 밥 먹기 편한 곳', [], ['혼자 밥', '혼밥']],
  ['이어폰 주웠어요', [], ['이어폰 보신 분', '이어폰']],
  ['애기능 헬스', ['애기능'], ['애기능 헬스장', '헬스', '헬스장', '애기능']],
  ['타로 카드', [], ['카드', '타로']],
  ['수영장', [], []],
  ['어디 있나요', [], []],
])('[FS-03] %j, of which %j is a place, is searched as %j', (query, places, expected) => {
  const reduced = reduce(query, places);
  expect(reduced.slice(0, expected.length)).toEqual(expected);
});

test('[FS-03] many words are few searches', () => {
  expect(reduce('하나 둘셋 넷다섯 여섯 일곱 여덟 아홉 열하나 열둘').length).toBeLessThanOrEqual(30);
  expect(reduce('헬스 대여 혼밥 보신 분 헬스장').length).toBeLessThanOrEqual(30);
});

test.each(['·', ' ', '· -'])(
  '[FS-03] word %j of signs only: has no substitute, because it would find every post',
  (sign) => {
    const reduced = reduceQuery(
      ['우산', '빌리는'],
      [],
      [{ words: ['대여', '빌리는', sign] }, { words: [sign, '우산'] }],
    );
    expect(reduced).not.toContainEqual([]);
    expect(reduced).toEqual(
      reduceQuery(['우산', '빌리는'], [], [{ words: ['대여', '빌리는'] }, { words: ['우산'] }]),
    );
  },
);
