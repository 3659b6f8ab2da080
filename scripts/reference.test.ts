import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeReference } from './reference.ts';

test('reference pages: equal what `npm run reference` writes', async () => {
  const pages = await makeReference();
  expect(pages.size).toBe(2);
  for (const [path, text] of pages)
    expect([path, readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')]).toEqual([path, text]);
});
