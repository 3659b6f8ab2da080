import { expect, it } from 'vitest';
import { makeUuid } from './uuid.ts';

it('makes ids of version 7 that rise with time and never come twice', () => {
  const ids = Array.from({ length: 1_000 }, makeUuid);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(parseInt((ids[0] ?? '').replaceAll('-', '').slice(0, 12), 16)).toBeCloseTo(Date.now(), -4);
});
