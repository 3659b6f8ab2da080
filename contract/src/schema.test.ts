import { expect, test } from 'vitest';
import { instant } from './schema.ts';

test('instant: accepts only years that the database supports', () => {
  for (const year of ['0001', '2026', '9999'])
    expect(instant.safeParse(`${year}-03-01T00:00:00.000Z`).success).toBe(true);
  expect(instant.safeParse('0000-03-01T00:00:00.000Z').success).toBe(false);
});
