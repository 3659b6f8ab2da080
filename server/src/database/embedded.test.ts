import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverFolder } from '../lib/folders.ts';
import { canMakeDisk, SmallDisk } from '../../safety/drills/small-disk.ts';
import { createLog } from '../log/log.ts';
import { openEmbedded, openMemory } from './embedded.ts';
import { FolderLockedError } from './folder-lock.ts';

const log = createLog('silent');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-embedded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const writer = ['--import', 'tsx', join(serverFolder(), 'testing', 'embedded-writer.ts')];

/** Runs the writer, kills it during a write and returns the last acknowledged number. */
async function writeAndKill(): Promise<number> {
  const child = spawn(process.execPath, [...writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  while (!text.includes('\n')) await sleep(5);
  await sleep(20 + Math.random() * 200);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return Number(text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1));
}

function sizeOf(path: string): number {
  const info = statSync(path);
  if (!info.isDirectory()) return info.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

test('ten times kill -9 in mid-write: nothing acknowledged is lost', { timeout: 180_000 }, async () => {
  let acknowledged = 0;
  for (let round = 0; round < 10; round += 1) {
    const last = await writeAndKill();
    expect(last).toBeGreaterThan(acknowledged);
    acknowledged = last;
  }
  const database = await openEmbedded(folder, log);
  const row = await database.first<{ rows: number; last: number }>(
    'SELECT count(*)::int AS rows, max(number) AS last FROM ledger',
  );
  await database.close();
  expect(row?.last).toBeGreaterThanOrEqual(acknowledged);
  expect(row?.rows).toBe(row?.last);
});

test('a second process is refused in one clear line, and may come after the first', async () => {
  const database = await openEmbedded(folder, log);
  const second = spawnSync(process.execPath, [...writer, folder], { encoding: 'utf8' });
  expect(second.status).not.toBe(0);
  expect(second.stderr).toContain(`the data folder ${folder} is in use by process ${process.pid}`);
  await expect(openEmbedded(folder, log)).rejects.toThrow(FolderLockedError);
  await database.close();
  const again = await openEmbedded(folder, log);
  await again.close();
});

test('lock of a process that is gone, or with a reused id: taken over', async () => {
  const lock = join(folder, 'lock');
  writeFileSync(lock, JSON.stringify({ pid: 4_194_000, startedAt: '1', bootId: 'x', pidNamespace: 'y' }));
  utimesSync(lock, new Date(0), new Date(0));
  await (await openEmbedded(folder, log)).close();
  expect(existsSync(lock)).toBe(false);
  writeFileSync(lock, 'not a lock');
  await (await openEmbedded(folder, log)).close();
});

test('the folder is for its owner only', async () => {
  const database = await openEmbedded(folder, log);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await database.close();
});

test('two hundred updates of every row leave the folder small', { timeout: 180_000 }, async () => {
  const database = await openEmbedded(folder, log);
  await database.change(
    `CREATE TABLE counters AS SELECT number, repeat('x', 200) AS text FROM generate_series(1, 2000) AS number`,
  );
  await database.change('CREATE INDEX counters_number ON counters (number)');
  const before = sizeOf(folder);
  for (let round = 0; round < 200; round += 1) {
    await database.change(`UPDATE counters SET text = repeat('y', 200), number = number + 1`);
  }
  await database.close();
  // Without sweeps the table alone grows by 85 MB here.
  expect(sizeOf(folder) - before).toBeLessThan(60 * 1024 * 1024);
});

test('index sweep: evaluates an expression for few rows of a large table', { timeout: 60_000 }, async () => {
  const database = await openMemory();
  await database.change('CREATE TABLE texts (text text)');
  await database.change('CREATE SEQUENCE worked_out');
  await database.change(
    `CREATE FUNCTION pieces(text) RETURNS text LANGUAGE sql IMMUTABLE
       AS $$SELECT $1 || nextval('public.worked_out')::text$$`,
  );
  await database.change('CREATE INDEX texts_pieces ON texts (pieces(text))');
  await database.change(`INSERT INTO texts SELECT 'a' FROM generate_series(1, 6000)`);
  const analyzed = async () =>
    (await database.first<{ rows: number }>(
      `SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'texts' AND
              EXISTS (SELECT 1 FROM pg_stats WHERE tablename = 'texts')`,
    )) ?? { rows: 0 };
  await expect.poll(analyzed, { timeout: 20_000 }).toEqual({ rows: 6_000 });
  const times = await database.first<{ times: number }>('SELECT last_value AS times FROM worked_out');
  expect(times?.times).toBeLessThan(6_000 + 1_000);
  await database.close();
});

test('using the database inside its own transaction fails at once instead of hanging', async () => {
  const database = await openEmbedded(folder, log);
  const wrong = database.transaction(() => database.first('SELECT 1'));
  await expect(wrong).rejects.toThrow('pass the transaction on');
  expect(await database.first<{ one: number }>('SELECT 1 AS one')).toEqual({ one: 1 });
  await database.close();
});

test('between two statements the event loop runs, to serve other requests', async () => {
  const database = await openMemory();
  let rounds = 0;
  let running = true;
  const turn = () => {
    rounds += 1;
    if (running) setImmediate(turn);
  };
  turn();
  await Promise.all([
    ...Array.from({ length: 20 }, () => database.first('SELECT 1')),
    ...Array.from({ length: 20 }, () => database.transaction(async () => {})),
  ]);
  running = false;
  await database.close();
  expect(rounds).toBeGreaterThanOrEqual(40);
});

test.runIf(canMakeDisk())('write without space for the log: reported as a full disk', async () => {
  const disk = new SmallDisk(join(folder, 'disk'), 64);
  const database = await openEmbedded(join(disk.folder, 'data'), log);
  try {
    const fill = database.transaction(async (transaction) => {
      for (;;)
        await transaction.rows(
          `SELECT pg_logical_emit_message(true, 'filling', repeat('x', 1000000)) WHERE $1`,
          [true],
        );
    });
    await expect(fill).rejects.toMatchObject({ name: 'DatabaseError', code: '53100' });
  } finally {
    await database.close();
    disk.remove();
  }
});
