import { expect, test } from 'vitest';
import {
  BEGINNING,
  decodeSearchCursor,
  encodeSearchCursor,
  tailOf,
  type SearchEnd,
} from './search-cursor.ts';

const id = '019a0000-0000-7000-8000-0123456789ab';
const end = (fields: Partial<SearchEnd> = {}): SearchEnd => ({
  order: 'relevant',
  form: 0,
  found: true,
  position: { micros: 1_790_000_000_000_000, id },
  part: null,
  ...fields,
});
const shown = Array.from({ length: 270 }, (_, place) => tailOf(`x${place.toString(16).padStart(8, '0')}`));

test.each<[string, SearchEnd]>([
  ['by time', end({ order: 'recent', form: 1 })],
  ['of a reduced query', end({ form: 23 })],
  ['at the beginning', end({ position: BEGINNING, found: false })],
  ['within a part', end({ part: { floor: { micros: -5, id }, shown: shown.slice(0, 30) } })],
  ['within the last part', end({ part: { floor: null, shown } })],
])('is read back as it was written: %s', (_, given) => {
  const cursor = encodeSearchCursor(given);
  expect(decodeSearchCursor(cursor, given.order)).toEqual(given);
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(cursor.length).toBeLessThanOrEqual(1_400);
});

test.each([
  '',
  'r01',
  `r01_zz_${id}`.replace('r01', 'x01'),
  `r01_00_${id}`,
  `r+1_zz_${id}`,
  `r01_zzzzzzzzzzz_${id}`,
  `r01_zz_${id}_end_`,
  `r01_zz_${id}_end_AAA`,
  `r01_zz_${id}_zz_${id}`,
  `r01_zz_${id} `,
])('the cursor of a search: %j is invalid', (cursor) => {
  expect(() => decodeSearchCursor(cursor, 'relevant')).toThrow('request.malformed');
});

test('the cursor of a search: a cursor of the other order is invalid', () => {
  expect(() => decodeSearchCursor(encodeSearchCursor(end()), 'recent')).toThrow('request.malformed');
});
