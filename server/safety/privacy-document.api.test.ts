import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listTables } from '../src/database/table-lines.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { openTestDatabase } from '../testing/test-database.ts';

/** Returns the cells of the first Markdown table below a heading. */
function readTable(document: string, heading: string): string[][] {
  const [, section = ''] = document.split(`\n${heading}\n`);
  const [table = ''] = /(?:^\|.*\n)+/m.exec(section) ?? [];
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

test('docs/privacy.md: explains purpose and retention of every table and column', async () => {
  const document = await readFile(join(serverFolder(), '..', 'docs', 'privacy.md'), 'utf8');
  const rows = readTable(document, '## In the database');
  for (const row of rows) {
    expect(row).toHaveLength(6);
    expect(row.filter((cell) => cell === '')).toEqual([]);
  }
  const told = Object.fromEntries(
    rows.map(([table = '', columns = '']) => [
      table.replaceAll('`', ''),
      columns.replaceAll('`', '').split(', '),
    ]),
  );
  expect(Object.keys(told)).toHaveLength(rows.length);
  const { database } = await openTestDatabase();
  try {
    const tables = await listTables(database);
    expect(told).toEqual(Object.fromEntries(tables.map(({ name, columns }) => [name, columns])));
  } finally {
    await database.close();
  }
});
