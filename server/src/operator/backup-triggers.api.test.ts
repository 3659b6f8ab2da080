import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { openBeside } from '../../testing/database-beside.ts';
import { makeFolder } from '../../testing/make-folder.ts';
import { operate } from '../../testing/operate.ts';
import { fillSource, Places, readAll, type Place } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { readConfig } from '../config.ts';
import { listTables, listTriggers, withoutTriggers } from '../database/table-lines.ts';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/postgres.ts';
import { createLog } from '../log/log.ts';
import { listBackedUp } from './backup/archive.ts';
import { runOperator } from './program.ts';
import { openTerminal } from './terminal.ts';
import { openWorkplace } from './workplace.ts';

// Fills an embedded place, slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const folder = makeFolder('triggers');
const source = await startTestApp();
await fillSource(source);

const places: Places = new Places(folder, source.campus);

const archive = join(folder, 'madang.tar.gz');

await operate(source, 'backup', archive);
afterAll(() => places.close());

const namesOf = async (database: Database) => (await listTables(database)).map(({ name }) => name);

test('[SF-33] restored rows: no trigger of the catalogue runs meanwhile, and each works as before afterwards', async () => {
  const { database } = await places.open();
  const names = (await listBackedUp(database)).map(({ name }) => name);
  // Reads the whole database, to include triggers of later migrations.
  const working = `SELECT tgrelid::regclass::text AS "table", tgname::text AS name, tgenabled::text AS enabled
                     FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D' ORDER BY 1, 2`;
  const before = await database.rows<{ name: string }>(working);
  expect(before.map(({ name }) => name)).toContain('post_texts_match_alerts');
  let meanwhile: unknown;
  await database.transaction((transaction) =>
    withoutTriggers(transaction, names, async () => {
      meanwhile = await transaction.rows(working);
    }),
  );
  expect(meanwhile).toEqual([]);
  expect(await database.rows(working)).toEqual(before);
});

/** Adds triggers that reject every row except the restore's audit entry. */
async function refuseRows({ database }: Place): Promise<void> {
  await database.change(
    `CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
       IF to_jsonb(NEW) ->> 'action' IS DISTINCT FROM 'restore' THEN RAISE EXCEPTION '% refuses', TG_TABLE_NAME; END IF;
       RETURN NEW;
     END$$`,
  );
  for (const table of await namesOf(database))
    for (const [time, enable] of [
      ['BEFORE', 'ENABLE'],
      ['AFTER', 'ENABLE ALWAYS'],
    ]) {
      await database.change(
        `CREATE TRIGGER refuse_${time} ${time} INSERT OR UPDATE OR DELETE ON ${table}
           FOR EACH ROW EXECUTE FUNCTION refuse_row()`,
      );
      await database.change(`ALTER TABLE ${table} ${enable} TRIGGER refuse_${time}`);
    }
}

test.each(['embedded', 'postgres'] as const)(
  '[SF-33] restore on %s with a trigger on every table: rows are unchanged',
  async (engine) => {
    const place = await places.open(engine);
    await refuseRows(place);
    const triggers = await listTriggers(place.database, await namesOf(place.database));
    const restored = await operate(place, 'restore', archive);
    expect([restored.code, restored.errors]).toEqual([0, '']);
    expect(await readAll(place.database)).toEqual(await readAll(source.database));
    expect(await listTriggers(place.database, await namesOf(place.database))).toEqual(triggers);
    await expect(place.database.change('DELETE FROM jobs')).rejects.toThrow('jobs refuses');
  },
);

if (inject('engine') === 'postgres') {
  /** Runs the command as in production, on an empty database of a role without superuser rights. */
  async function openBare(owned: boolean) {
    const name = `plain_${randomBytes(8).toString('hex')}`;
    const { url, client } = await openBeside(name);
    await client.query(`CREATE ROLE ${name} LOGIN`);
    if (owned) await client.query(`ALTER DATABASE ${name} OWNER TO ${name}`);
    await client.end();
    const address = new URL(url);
    address.username = name;
    const config = readConfig({ DATA_DIR: join(folder, name), DATABASE_URL: address.href });
    const log = createLog('silent');
    const run = async (...words: string[]) => {
      const errors: string[] = [];
      const code = await runOperator(words, {
        open: (opening) => openWorkplace(config, log, { ...opening, environment: {} }),
        environment: {},
        terminal: openTerminal({ write: () => {}, complain: (text) => errors.push(text), screen: null }),
      });
      return { code, errors };
    };
    return { database: openPostgres(address.href, log), run };
  }

  test('[SF-33] owner without superuser rights: tries a restore on an empty database, and restores', async () => {
    const { database, run } = await openBare(true);
    expect(await run('restore', archive, '--dry-run')).toEqual({ code: 0, errors: [] });
    expect(await namesOf(database)).toEqual([]);
    expect(await run('restore', archive)).toEqual({ code: 0, errors: [] });
    // The command stores the keys of its own data folder.
    await database.change("DELETE FROM installation WHERE key LIKE 'key %'");
    expect(await readAll(database)).toEqual(await readAll(source.database));
    await database.close();
  });

  test('[SF-33] a dry run fails where the role may make no tables, as the restore would', async () => {
    const { database, run } = await openBare(false);
    for (const words of [['--dry-run'], []])
      expect(await run('restore', archive, ...words)).toEqual({
        code: 1,
        errors: [expect.stringContaining('permission denied for schema public')],
      });
    await database.close();
  });
}
