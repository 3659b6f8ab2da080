import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverFolder } from '../../src/lib/folders.ts';
import { safeVersions } from './affected-versions.ts';

// docs/advisories.md claims exactly what these tests show.

const root = join(serverFolder(), '..');
const folder = join(serverFolder(), 'safety', 'advisories');

interface Row {
  row: number;
  id: string;
  address: string;
  version: string;
  file: string;
  name: string;
}

const rows: Row[] = readFileSync(join(root, 'docs', 'advisories.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| +\d+ /.test(line))
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, id = '', address = ''] = /^\[(.+)\]\((.+)\)$/.exec(cells[2] ?? '') ?? [];
    const [, file = '', name = ''] = /^`(.+?)`: (.+)$/.exec(cells[6] ?? '') ?? [];
    return { row: Number(cells[1]), id, address, version: cells[5] ?? '', file, name };
  });

const tests = readdirSync(folder)
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^test\('\[ADV-(\d+)\] (.+)', /gm)].map(
      ([, row, name]) => ({ row: Number(row), file, name: name ?? '' }),
    ),
  );

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string }>;
};

/** Returns every version of a package in the lockfile, at any depth. */
function lockedVersions(name: string): string[] {
  return Object.entries(packages).flatMap(([path, { version }]) =>
    version && (path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`)) ? [version] : [],
  );
}

function isBelow(version: string, other: string): boolean {
  const [numbers, others] = [version, other].map(
    (text) => text.split('-', 1)[0]?.split('.').map(Number) ?? [],
  );
  for (let index = 0; index < 3; index += 1) {
    const difference = (numbers?.[index] ?? 0) - (others?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  // A prerelease may still be affected.
  return version.includes('-');
}

test('every row has its test and every test its row, by number, file and name', () => {
  expect(rows.length).toBeGreaterThanOrEqual(42);
  expect(rows.map(({ row }) => row)).toEqual(Array.from(rows, (_, index) => index + 1));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const byRow = (one: { row: number }, other: { row: number }) => one.row - other.row;
  expect(rows.map(({ row, file, name }) => ({ row, file, name }))).toEqual(tests.toSorted(byRow));
});

test('every row links the advisory that it names', () => {
  for (const { id, address } of rows) {
    expect(id).toMatch(/^(?:CVE-\d{4}-\d{4,}|GHSA(?:-[0-9a-z]{4}){3})$/);
    expect([`https://www.cve.org/CVERecord?id=${id}`, `https://github.com/advisories/${id}`]).toContain(
      address,
    );
  }
});

test.each(safeVersions)('row $row: no affected $name is installed', ({ row, name, lowestSafe, used }) => {
  const versions = lockedVersions(name);
  expect(versions.length > 0).toBe(used);
  for (const version of versions) expect(isBelow(version, lowestSafe ?? '99999.0.0')).toBe(false);
  const { version } = rows.find((candidate) => candidate.row === row) ?? {};
  if (used) expect(version).toBe(versions.map((locked) => `${name} ${locked}`).join(', '));
  else expect(version).toBe('');
});

test('versions are distinguished as npm does', () => {
  expect(isBelow('4.9.6', '4.9.7')).toBe(true);
  expect(isBelow('4.10.0', '4.9.7')).toBe(false);
  expect(isBelow('10.0.0', '9.9.9')).toBe(false);
  expect(isBelow('4.9.7-rc.1', '4.9.7')).toBe(true);
  expect(isBelow('4.9.7', '4.9.7')).toBe(false);
});
