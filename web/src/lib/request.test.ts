import { expect, it } from 'vitest';
import { makeUuid } from './request.ts';

it('is of version 7 and of the variant that the server asks for, never twice, in the order of time', () => {
  const ids = Array.from({ length: 1_000 }, makeUuid);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(
    Math.abs(Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16) - Date.now()),
  ).toBeLessThan(60_000);
});
