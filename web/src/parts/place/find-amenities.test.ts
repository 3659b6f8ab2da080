import { expect, test } from 'vitest';
import { makeAmenity } from '../../testing/answers.ts';
import { findAmenities } from './find-amenities.ts';
import { groupByBuilding } from './place-filter.ts';

const make = (id: string, buildingId: string, kind: string, floor: string, spot: string) =>
  makeAmenity({ id, buildingId, kind, floor, spot });
const pack = {
  kinds: ['정수기', '열람실', '도서관', '라운지'].map((name) => ({ name, askAfterDays: 90 })),
  amenities: [
    make('main-water', 'main-hall', '정수기', '1', '중앙 계단 옆'),
    make('science-water-deep', 'science-library', '정수기', 'B2', '매점 옆'),
    make('science-water-high', 'science-library', '정수기', '3', '계단참'),
    make('science-water-door', 'science-library', '정수기', '1', '로비'),
    make('union-rest', 'student-union', '라운지', '2', '여학생 휴게실'),
    make('science-library', 'science-library', '도서관', '1', '대출대'),
  ],
};
const names = [
  { id: 'main-hall', name: '본관' },
  { id: 'science-library', name: '과학도서관' },
  { id: 'science-library', name: '과도' },
  { id: 'student-union', name: '학생회관' },
];
const find = (query: string) => {
  const { kind, amenities } = findAmenities(query, pack, names);
  return [kind, amenities.map(({ id }) => id).join(' ')];
};

test('[FS-07] a query names a kind, a building by any of its names, or a spot; other words are ignored', () => {
  const water = 'science-water-deep science-water-high science-water-door';
  expect(find('정수기')).toEqual(['정수기', `main-water ${water}`]);
  expect(find('ㅈㅅㄱ')).toEqual(['정수기', `main-water ${water}`]);
  expect(find('과도 정수기')).toEqual(['정수기', water]);
  expect(find('정수기는 과학도서관에 어디')).toEqual(['정수기', water]);
  expect(find('여학생 휴게실')).toEqual([null, 'union-rest']);
  expect(find('도서관')).toEqual(['도서관', 'science-library']);
  // A building alone is no amenity, and what is not there is none.
  expect([find('과도'), find('기말고사'), find('ㅋ')]).toEqual([
    [null, ''],
    [null, ''],
    [null, ''],
  ]);
  expect(find('본관 라운지')).toEqual(['라운지', '']);
});

test('[PL-09] amenities stand by building, the nearest floor from the entrance first', () => {
  const buildings = [
    { id: 'main-hall', name: '본관', category: '인문' },
    { id: 'science-library', name: '과학도서관', category: '이공' },
  ];
  const grouped = groupByBuilding(pack.amenities, buildings);
  expect(
    grouped.map(({ building, amenities }) => [building.id, amenities.map(({ floor }) => floor)]),
  ).toEqual([
    ['main-hall', ['1']],
    ['science-library', ['1', '1', 'B2', '3']],
  ]);
});
