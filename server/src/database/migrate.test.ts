import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { openEmbedded, openMemory } from './embedded.ts';
import { markFolder, migrate, NewerDatabaseError, refuseNewerFolder } from './migrate.ts';

const log = createLog('silent');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-migrate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a database of a newer version is refused and unchanged', async () => {
  const database = await openMemory();
  await migrate(database);
  await database.change(`INSERT INTO migrations (number, name) VALUES (9999, 'from the future')`);
  await expect(migrate(database)).rejects.toThrow(NewerDatabaseError);
  await expect(migrate(database)).rejects.toThrow('migration 9999');
  await database.close();
});

test('data folder of a newer version: refused before any of its files changes', async () => {
  const database = await openEmbedded(folder, log);
  await migrate(database);
  await markFolder(folder);
  await database.close();
  await refuseNewerFolder(folder);
  writeFileSync(join(folder, 'version'), '9999\n');
  const names = readdirSync(folder, { recursive: true });
  await expect(refuseNewerFolder(folder)).rejects.toThrow('nothing was changed');
  expect(readdirSync(folder, { recursive: true })).toEqual(names);
  expect(readFileSync(join(folder, 'version'), 'utf8')).toBe('9999\n');
});

test('migrating again changes nothing, and every foreign key has an index', async () => {
  const database = await openMemory();
  await migrate(database);
  await migrate(database);
  const bare = await database.rows(
    `SELECT conrelid::regclass::text AS "table", conname AS key FROM pg_constraint
      WHERE contype = 'f' AND NOT EXISTS (
        SELECT 1 FROM pg_index WHERE indrelid = conrelid AND (indkey::int2[])[0] = conkey[1])
        AND (SELECT count(*) FROM pg_class WHERE oid = confrelid AND relname = 'buildings') = 0`,
  );
  expect(bare).toEqual([]);
  await database.close();
});
