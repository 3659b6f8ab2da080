import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { addressOf } from '../../testing/test-database.ts';
import { openRelease, releases } from '../../testing/worlds.ts';
import { readConfig } from '../config.ts';
import { currentMigration, readMigrationState } from '../database/migrate.ts';
import type { Database } from '../database/database.ts';
import { shareDatabase, sharedAddress } from '../database/shared-database.ts';
import { createLog } from '../log/log.ts';
import { openWorkplace, type Opening } from './workplace.ts';

const log = createLog('silent');
const folder = makeFolder('older');
let older: Database;
let stop = async () => {};
let environment: Record<string, string>;
beforeAll(async () => {
  older = await openRelease(releases[0] ?? '');
  environment = { DATA_DIR: folder };
  if (inject('engine') === 'postgres') environment['DATABASE_URL'] = await addressOf(older);
  else stop = await shareDatabase(older, sharedAddress(folder), log);
});
afterAll(async () => {
  await stop();
  await older.close();
});

const open = (opening: Opening) => openWorkplace(readConfig(environment), log, { ...opening, environment });

test('command of a newer version: leaves an older database unchanged, and names how to migrate', async () => {
  const { found, known } = await readMigrationState(older);
  expect(found).toBeLessThan(known);
  for (const dryRun of [false, true])
    await expect(open({ dryRun })).rejects.toThrow(
      `the database is of an older version (migration ${found}, this program knows ${known}); nothing was changed; start the server of this version, or run operator migrate: older programs cannot start afterwards`,
    );
  expect(await currentMigration(older)).toBe(found);
});

test.runIf(inject('engine') === 'postgres')(
  'operator migrate: updates the database, and then every command opens it',
  async () => {
    await (await open({ dryRun: false, migrates: true })).close();
    const { found, known } = await readMigrationState(older);
    expect(found).toBe(known);
    for (const dryRun of [false, true]) await (await open({ dryRun })).close();
  },
);

test('command of an older version: leaves a newer database unchanged', async () => {
  await older.change(`INSERT INTO migrations (number, name) VALUES (9999, 'later')`);
  for (const opening of [{ dryRun: false }, { dryRun: true }, { dryRun: false, migrates: true }])
    await expect(open(opening)).rejects.toThrow('the database is of a newer version (migration 9999');
});
