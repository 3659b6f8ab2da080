import { copyFile, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { operate } from '../../testing/operate.ts';
import { fillSource, readAll } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { addressOf } from '../../testing/test-database.ts';
import { readConfig, type Config } from '../config.ts';

// Each test restores again, slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const NEWEST = 'madang-2026-03-02.tar.gz';

const folder = makeFolder('verify');
const source = await startTestApp();
await fillSource(source);

const config: Config = readConfig({
  DATA_DIR: join(folder, 'data'),
  ...(inject('engine') === 'postgres' ? { DATABASE_URL: await addressOf(source.database) } : {}),
});

await operate(source, 'backup', join(folder, NEWEST));

const verify = (...words: string[]) => operate({ ...source, config }, 'backup', 'verify', ...words);
const acts = () => source.database.rows(`SELECT target FROM audit WHERE action = 'backup verify'`);

/** No scratch data is left, in the folder or in PostgreSQL. */
async function expectTidy(): Promise<void> {
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  if (inject('engine') === 'postgres')
    expect(
      await source.database.rows(`SELECT datname FROM pg_database WHERE datname LIKE 'madang_verify%'`),
    ).toEqual([]);
}

test('[SF-33] newest archive of a folder: restored as a trial; live data is unchanged, audited', async () => {
  // An older archive with a newer name, an incomplete one, and a foreign file.
  await copyFile(join(folder, NEWEST), join(folder, 'madang-2026-09-09.tar.gz'));
  await utimes(join(folder, 'madang-2026-09-09.tar.gz'), new Date(0), new Date(0));
  await mkdir(join(folder, '.madang-2026-03-03.tar.gz-abc'));
  await writeFile(join(folder, '.madang-2026-03-03.tar.gz-abc', 'archive'), 'half');
  await writeFile(join(folder, 'other.tar.gz'), 'nothing of ours');
  const before = await readAll(source.database);
  const done = await verify('--folder', folder);
  expect([done.code, done.errors]).toEqual([0, '']);
  expect(done.output).toMatch(/^posts +2$/m);
  expect(done.output).toMatch(/^images +3$/m);
  expect(done.output).toContain(`${NEWEST}: as of `);
  expect(done.output).toContain(
    inject('engine') === 'postgres' ? 'in a database made for it' : 'in an embedded database made for it',
  );
  await rm(join(folder, '.madang-2026-03-03.tar.gz-abc'), { recursive: true });
  await expectTidy();
  expect(await readAll(source.database)).toEqual(before);
  expect(await acts()).toHaveLength(1);
});

test('[SF-33] ledger next to the archive: tried too', async () => {
  const [user] = await source.database.rows<{ id: string }>('SELECT id FROM accounts LIMIT 1');
  const ledger = join(folder, 'withdrawals.jsonl');
  await writeFile(
    ledger,
    `${JSON.stringify({ userId: user?.id, withdrawnAt: '2026-03-02T00:00:00.000Z' })}\n`,
  );
  expect((await verify(join(folder, NEWEST))).output).toContain('1 students who had withdrawn');
  await writeFile(ledger, 'no ledger\n');
  const refused = await verify(join(folder, NEWEST));
  expect([refused.code, refused.errors]).toEqual([
    1,
    expect.stringContaining('line 1 is not a ledger entry'),
  ]);
  await rm(ledger);
  await expectTidy();
});

test('[SF-33] damaged archive, none, or empty folder: exit 1 and one line, leaving nothing', async () => {
  const known = (await acts()).length;
  const damaged = join(folder, 'damaged.tar.gz');
  const bytes = await readFile(join(folder, NEWEST));
  await writeFile(damaged, bytes.subarray(0, bytes.length / 2));
  await mkdir(join(folder, 'empty'));
  for (const words of [
    [damaged],
    [join(folder, 'not-there')],
    ['--folder', join(folder, 'empty')],
    ['--folder', join(folder, 'not-there')],
  ]) {
    const refused = await verify(...words);
    expect([words, refused.code, refused.errors.split('\n').length, refused.output]).toEqual([
      words,
      1,
      1,
      '',
    ]);
  }
  await expectTidy();
  expect(await acts()).toHaveLength(known);
  expect((await operate(source, 'backup')).code).toBe(2);
});

test('[SF-33] leftovers of a killed check: removed by the next one', async () => {
  // No process has this id: Linux assigns smaller ones.
  await mkdir(join(folder, '.madang-verify-4194305-abc', 'images'), { recursive: true });
  const [name, old] = ['madang_verify_1000_abc', inject('engine') === 'postgres'];
  if (old) await source.database.change(`CREATE DATABASE ${name} TEMPLATE template0`);
  expect((await verify(join(folder, NEWEST))).code).toBe(0);
  await expectTidy();
});
