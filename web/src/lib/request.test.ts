import { expect, it } from 'vitest';
import { makeUuid } from './request.ts';

it('UUID: version 7 with the right variant, unique, ordered by time', () => {
  const ids = Array.from({ length: 1_000 }, makeUuid);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(
    Math.abs(Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16) - Date.now()),
  ).toBeLessThan(60_000);
});
