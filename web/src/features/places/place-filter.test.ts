import { expect, test } from 'vitest';
import { emptyPack, makeAmenity } from '../../testing/answers.ts';
import {
  filterAmenities,
  filterBuildings,
  groupByBuilding,
  placePath,
  readPlaceFilter,
} from './place-filter.ts';

const days = [1, 2, 3, 4, 5, 6, 7];
const pack = {
  ...emptyPack,
  buildings: ['day', 'night', 'unknown'].map((id) => ({
    id,
    name: id,
    category: id === 'night' ? '이공' : '인문',
  })),
  amenities: [
    makeAmenity({ id: 'as-its-building', buildingId: 'day', stepFree: true }),
    makeAmenity({ id: 'longer', buildingId: 'day', hours: [{ days, from: '18:00', to: '02:00' }] }),
    makeAmenity({ id: 'all-night', buildingId: 'night', stepFree: false }),
    makeAmenity({ id: 'gone', buildingId: 'night', goneOn: '2026-11-02' }),
    makeAmenity({ id: 'nobody-knows', buildingId: 'unknown', stepFree: true }),
    makeAmenity({ id: 'other', buildingId: 'night', kind: '카페' }),
  ],
  hours: [
    { buildingId: 'day', from: null, to: null, hours: [{ days, from: '09:00', to: '18:00' }], source: '' },
    { buildingId: 'night', from: null, to: null, hours: [{ days, from: '00:00', to: '24:00' }], source: '' },
  ],
};
const NOON = Date.parse('2026-11-25T12:00Z');
const water = { kind: '정수기', stepFree: false, open: null, category: null, layer: null };
const ids = (more: object, clock = NOON) =>
  filterAmenities(pack, { ...water, ...more }, clock).map(({ id }) => id);

test('[PL-01] amenities by kind, opening time and step-free access; unknown hours count as closed', () => {
  expect(ids({})).toEqual(['as-its-building', 'longer', 'all-night', 'gone', 'nobody-knows']);
  expect(ids({ open: 'now' })).toEqual(['as-its-building', 'all-night']);
  expect(ids({ open: 'now' }, Date.parse('2026-11-25T01:59Z'))).toEqual(['longer', 'all-night']);
  expect(ids({ open: 'late' })).toEqual(['longer', 'all-night']);
  expect(ids({ stepFree: true })).toEqual(['as-its-building', 'nobody-knows']);
});

test('[PL-01] amenities and buildings of a campus category', () => {
  expect(ids({ category: '이공' })).toEqual(['all-night', 'gone']);
  expect(ids({ category: '인문', open: 'now' })).toEqual(['as-its-building']);
  const { found } = filterBuildings(pack, { ...water, kind: null, category: '이공' }, NOON);
  expect(found.map(({ id }) => id)).toEqual(['night']);
});

test('[PL-01] buildings by opening time; those with steps only are separate', () => {
  const buildings = (more: object) => {
    const { found, withSteps } = filterBuildings(pack, { ...water, kind: null, ...more }, NOON);
    return [found.map(({ id }) => id), withSteps.map(({ id }) => id)];
  };
  expect(buildings({})).toEqual([['day', 'night', 'unknown'], []]);
  expect(buildings({ open: 'late' })).toEqual([['night'], []]);
  expect(buildings({ stepFree: true })).toEqual([['day', 'unknown'], ['night']]);
});

test('filter: read back from its own address; unknown values are ignored', () => {
  const filter = { kind: '정수기', stepFree: true, open: 'late', category: '인문', layer: null } as const;
  const query = new URL(placePath(filter, 'main-hall'), 'https://madang.example').searchParams;
  expect(readPlaceFilter(query, ['정수기'], ['인문'])).toEqual(filter);
  expect(query.get('at')).toBe('main-hall');
  expect(readPlaceFilter(new URLSearchParams('kind=x&open=y&category=z'), ['정수기'], ['인문'])).toEqual({
    kind: null,
    stepFree: false,
    open: null,
    category: null,
    layer: null,
  });
  expect(placePath({})).toBe('/map');
});

test('[PL-09] amenities by building, nearest floor from the entrance first', () => {
  const buildings = [
    { id: 'main-hall', name: '본관', category: '인문' },
    { id: 'science-library', name: '과학도서관', category: '이공' },
  ];
  const amenities = ['B2', '3', '1'].map((floor) => makeAmenity({ buildingId: 'science-library', floor }));
  const grouped = groupByBuilding([...amenities, makeAmenity({ buildingId: 'main-hall' })], buildings);
  expect(grouped.map(({ building, amenities: all }) => [building.id, all.map(({ floor }) => floor)])).toEqual(
    [
      ['main-hall', ['1']],
      ['science-library', ['1', 'B2', '3']],
    ],
  );
});
