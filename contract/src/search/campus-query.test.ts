import { expect, test } from 'vitest';
import type { Amenity } from '../places/schema.ts';
import { readCampusQuery } from './campus-query.ts';

const make = (id: string, buildingId: string, kind: string, floor: string, spot: string): Amenity => ({
  id,
  buildingId,
  kind,
  floor,
  spot,
  hours: null,
  stepFree: null,
  source: '',
  confirmedOn: null,
  doubtedOn: null,
  goneOn: null,
});
const pack = {
  kinds: ['정수기', '열람실', '도서관', '라운지', '프린트', '자판기'].map((name) => ({ name })),
  amenities: [
    make('main-water', 'main-hall', '정수기', '1', '중앙 계단 옆'),
    make('science-water-deep', 'science-library', '정수기', 'B2', '매점 옆'),
    make('science-water-high', 'science-library', '정수기', '3', '계단참'),
    make('science-water-door', 'science-library', '정수기', '1', '로비'),
    make('union-girls', 'student-union', '라운지', '3', '여학생 휴게실'),
    make('union-rest', 'student-union', '라운지', '2', '휴게실'),
    make('union-print', 'student-union', '프린트', '2', '강의실 복도'),
    make('science-vending', 'science-library', '자판기', '2', '강의실 앞'),
    make('science-library', 'science-library', '도서관', '1', '대출대'),
  ],
  synonyms: [
    { words: ['강의실', '빈 강의실'], opens: 'rooms' as const },
    { words: ['학식', '점심', '식단'], opens: 'meals' as const },
    { words: ['AED', '제세동기', '심장충격기'], opens: 'emergency' as const },
    { words: ['프린트', '복사', '인쇄'] },
  ],
};
const buildings = [
  { id: 'main-hall', name: '본관' },
  { id: 'science-library', name: '과학도서관', nicknames: ['과도'] },
  { id: 'student-union', name: '학생회관', nicknames: ['학관'] },
];
const read = (query: string) => readCampusQuery(query, pack, buildings);
const find = (query: string) => {
  const { kind, amenities } = read(query);
  return [kind, amenities.map(({ id }) => id).join(' ')];
};

test('[FS-07] a query names a kind, a building by any of its names, or a spot', () => {
  const water = 'science-water-deep science-water-high science-water-door';
  expect(find('정수기')).toEqual(['정수기', `main-water ${water}`]);
  expect(find('ㅈㅅㄱ')).toEqual(['정수기', `main-water ${water}`]);
  expect(find('과도 정수기')).toEqual(['정수기', water]);
  expect(find('rhkeh 정수기')).toEqual(['정수기', water]);
  expect(find('과학 도서관 정수기')).toEqual(['정수기', water]);
  expect(find('정수기는 과학도서관에 어디')).toEqual(['정수기', water]);
  expect(find('도서관')).toEqual(['도서관', 'science-library']);
  expect(find('학관 복사')).toEqual(['프린트', 'union-print']);
  // A building alone is no amenity, and a missing amenity is none.
  for (const query of ['과도', '기말고사', 'ㅋ']) expect([query, find(query)]).toEqual([query, [null, '']]);
  expect(find('본관 라운지')).toEqual(['라운지', '']);
});

test('[FS-07] title: names only matched things; a spot next to them is none', () => {
  const title = (query: string) => {
    const asked = read(query);
    return asked.amenities.length > 0 ? asked.title : null;
  };
  expect(title('빈 강의실')).toBeNull();
  expect(title('강의실 복도 시계')).toBeNull();
  expect(title('과도 정수기 온수')).toBe('정수기');
  expect(title('이과대 휴게실')).toBeNull();
  expect(title('휴게실')).toBe('휴게실');
});

test('[FS-07] excluding word: never dropped silently', () => {
  const limited = (query: string) => {
    const { title, amenities, unknown } = read(query);
    return [title, amenities.map(({ id }) => id).join(' '), unknown.join(' ')];
  };
  expect(limited('여학생 휴게실')).toEqual(['여학생 휴게실', 'union-girls', '']);
  expect(limited('여자 휴게실')).toEqual(['여자 휴게실', 'union-girls', '']);
  expect(limited('남자 휴게실')).toEqual(['휴게실', 'union-rest', '남자']);
  expect(limited('컬러 프린트')).toEqual(['프린트', 'union-print', '컬러']);
  expect(limited('무료 인쇄')).toEqual(['프린트', 'union-print', '무료']);
});

test.each([
  ['빈 강의실', 'rooms', ''],
  ['과도 빈강의실', 'rooms', ''],
  ['지금 비어 있는 강의실', 'rooms', '비어'],
  ['강의실 시계', 'rooms', '시계'],
  ['학식', 'meals', ''],
  ['오늘 점심', 'meals', ''],
  ['학관 학식 추천', 'meals', ''],
  ['학식 아주머니', 'meals', '아주머니'],
  ['심장충격기 어디', 'emergency', ''],
  ['aed', 'emergency', ''],
  ['점심시간', '', '점심시간'],
])('[FS-07] %s: asks the campus for %j, with the other words %j', (query, answers, others) => {
  const asked = read(query);
  expect([[...asked.answers].join(' '), asked.others.join(' ')]).toEqual([answers, others]);
});

test.each([
  ['본관 과도 정수기', 'main-hall science-library'],
  ['과도 학관 빈 강의실', 'science-library student-union'],
  ['과도 과학도서관 본관 학식', 'main-hall science-library'],
  ['과학 과도 정수기', 'science-library'],
])('[FS-07] %s: finds what is at %s; both of two, or one that two words name', (query, ids) => {
  const { buildingIds, amenities } = read(query);
  expect([...buildingIds].sort().join(' ')).toBe(ids);
  expect(amenities).toEqual(
    pack.amenities.filter(({ kind, buildingId }) => query.endsWith(kind) && ids.includes(buildingId)),
  );
});
