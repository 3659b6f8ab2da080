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

test('every claim has a test in the file that it names, and every such test its claim', () => {
  expect(rows.length).toBeGreaterThan(0);
  for (const { claim, file } of rows) expect(tests).toContainEqual({ claim, file });
  for (const { claim } of tests) expect(rows.map((row) => row.claim)).toContain(claim);
});

test('claims stand in order, each once, its letters following each other', () => {
  const claims = rows.map(({ claim }) => claim);
  expect(new Set(claims).size).toBe(claims.length);
  for (const [index, claim] of claims.entries()) {
    const before = claims[index - 1];
    const letter = before?.slice(0, 4) === claim.slice(0, 4) ? before.charCodeAt(4) + 1 : 'a'.charCodeAt(0);
    expect(claim).toBe(`${claim.slice(0, 4)}${String.fromCharCode(letter)}`);
    if (before) expect(Number(claim.slice(2, 4))).toBeGreaterThanOrEqual(Number(before.slice(2, 4)));
  }
});
