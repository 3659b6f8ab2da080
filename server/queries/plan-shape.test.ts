import { expect, test } from 'vitest';
import { slowLines } from './plan-shape.ts';

test('a sort counts as one of a page only where the rows were cut before, not where a lookup was', () => {
  const cut = ['Sort', '  Hash Join', '    Seq Scan on buildings', '    Limit', '      Index Scan on hots'];
  expect(slowLines(cut)).toEqual([]);
  const looked = [
    'Limit',
    '  Sort',
    '    Nested Loop',
    '      Index Scan on hots',
    '      Limit',
    '        Index Scan on posts',
  ];
  expect(slowLines(looked)).toEqual(['  Sort']);
  expect(slowLines(['Sort', '  Index Scan on posts', 'Limit'])).toEqual(['Sort']);
});

test('sequential scans and bitmaps are slow, but for the few dozen buildings', () => {
  expect(
    slowLines(['Limit', '  Seq Scan on users', '  Seq Scan on buildings', '  Bitmap Heap Scan on posts']),
  ).toEqual(['  Seq Scan on users', '  Bitmap Heap Scan on posts']);
});
