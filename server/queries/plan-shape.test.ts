import { expect, test } from 'vitest';
import { slowLines } from './plan-shape.ts';

test('sort: counts as one page only if rows were limited before, not by a lookup', () => {
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

test('sequential and bitmap scans: slow, except on the few dozen buildings', () => {
  expect(
    slowLines(['Limit', '  Seq Scan on users', '  Seq Scan on buildings', '  Bitmap Heap Scan on posts']),
  ).toEqual(['  Seq Scan on users', '  Bitmap Heap Scan on posts']);
});
