import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// docs/mended.md says what these tests show, and no more.

const root = fileURLToPath(new URL('..', import.meta.url));

const rows = [
  ...readFileSync(join(root, 'docs', 'mended.md'), 'utf8').matchAll(
    /^\| (M-\d\d[a-z]) +\| (.+?) +\| `(.+?)` +\|$/gm,
  ),
].map(([, claim = '', text = '', file = '']) => ({ claim, text, file }));

const tests = ['contract', 'campus', 'server', 'web', 'e2e', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:test|journey)\.tsx?$/.test(path) && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, folder, path), 'utf8').matchAll(/\[(M-\d\d[a-z])\] /g)].map(
        ([, claim = '']) => ({ claim, file: `${folder}/${path}` }),
      ),
    ),
);

const byClaim = (one: { claim: string }, other: { claim: string }) => (one.claim < other.claim ? -1 : 1);

test('every claim has one test and every such test its claim, by number and file', () => {
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ claim, file }) => ({ claim, file }))).toEqual(tests.toSorted(byClaim));
});

test('claims stand in order, each once, its letters following each other', () => {
  const claims = rows.map(({ claim }) => claim);
  expect(new Set(claims).size).toBe(claims.length);
  for (const [index, claim] of claims.entries()) {
    const before = claims[index - 1];
    const letter = before?.slice(0, 4) === claim.slice(0, 4) ? before.charCodeAt(4) + 1 : 'a'.charCodeAt(0);
    expect(claim).toBe(claim.slice(0, 4) + String.fromCharCode(letter));
    if (before) expect(Number(claim.slice(2, 4))).toBeGreaterThanOrEqual(Number(before.slice(2, 4)));
  }
});
