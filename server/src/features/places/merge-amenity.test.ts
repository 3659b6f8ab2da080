import type { CampusAmenity } from '@madang/campus/parse-places';
import { expect, test } from 'vitest';
import { isSaid, mergeAmenity } from './amenities.ts';

const said: CampusAmenity = {
  id: 'cafe',
  building: 'main-hall',
  kind: '카페',
  floor: '1',
  spot: '로비',
  hours: '',
  stepFree: '',
  source: '답사',
  confirmed: '2026-03-02',
  gone: '',
};
const before = { confirmed: '2026-03-02', gone: '' };
const stored = (now: Partial<CampusAmenity>, changed: typeof before | null = null) => ({
  now: { ...said, ...now },
  imported: said,
  before: changed,
  voiced: false,
});

test('[PL-10] file: changes only values that differ from the last file', () => {
  const file = { ...said, spot: '현관' };
  const merged = mergeAmenity(file, stored({ gone: '2026-11-02', kind: '라운지' }, before));
  expect(merged).toEqual({
    now: { ...said, spot: '현관', gone: '2026-11-02', kind: '라운지' },
    imported: file,
    before,
    kept: [],
  });
});

test('[PL-10] days that students changed: stay theirs, also if equal again; other days follow the file', () => {
  const file = { ...said, confirmed: '2026-10-01', gone: '2026-10-02' };
  const merged = mergeAmenity(file, stored({ confirmed: '2026-11-02' }, before));
  expect(merged.now).toMatchObject({ confirmed: '2026-11-02', gone: '' });
  expect(merged.kept).toEqual(['confirmed', 'gone']);
  expect(merged.before).toEqual(before);
  expect(mergeAmenity(file, stored({})).now).toEqual(file);
});

test('file equal to the students’ changes: takes them over, and a later file may differ', () => {
  const file = { ...said, gone: '2026-11-02' };
  const merged = mergeAmenity(file, stored({ gone: '2026-11-02' }, before));
  expect(merged).toEqual({ now: file, imported: file, before: null, kept: [] });
  expect(mergeAmenity(said, { ...merged, voiced: false }).now.gone).toBe('');
});

test('[PL-10] row that a file omits: stays if students confirmed it or have a current report', () => {
  expect(isSaid(stored({}))).toBe(false);
  expect(isSaid({ ...stored({}), voiced: true })).toBe(true);
  expect(isSaid(stored({ confirmed: '2026-11-02' }, before))).toBe(true);
  expect(isSaid(stored({ gone: '2026-11-02' }, before))).toBe(false);
});
