import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { addJob, removeJob } from '../src/jobs/jobs.ts';
import { createLog } from '../src/log/log.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { awaitLooks } from '../testing/looks.ts';
import { BuiltServer, PROGRAM } from '../testing/outside/built-server.ts';
import { startCluster, type Cluster } from '../testing/postgres-cluster.ts';
import { startSmtp } from '../testing/smtp.ts';

const fileOf = (name: string) => join(serverFolder(), 'testing', name);
const CLOCK = ['--import', fileOf('wrong-clock.mjs')];
const SMALL = ['--import', 'tsx', ...CLOCK, fileOf('job-process.ts')];

let cluster: Cluster;
let url: string;
let database: Database;
let running: BuiltServer[];
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  running = [];
  const name = `madang_${randomUUID().replaceAll('-', '')}`;
  await cluster.createDatabase(name);
  url = cluster.urlOf(name);
  database = openPostgres(url, createLog('silent'));
  await migrate(database);
  await database.change(
    `CREATE TABLE ledger (
       kind text, job_id uuid, key text, process text, at timestamptz DEFAULT clock_timestamp())`,
  );
});
afterEach(async () => {
  for (const child of running) await child.stop('SIGKILL');
  await database.close();
});

/** Starts a process that runs the jobs of the database: a small one, or the server. */
async function start(
  settings: Record<string, string>,
  parameters: readonly string[] = SMALL,
): Promise<BuiltServer> {
  const child = new BuiltServer({ DATABASE_URL: url, ...settings }, { parameters });
  running.push(child);
  await child.start();
  return child;
}

const plan = (kind: string, keys: readonly string[], inSeconds = 0) =>
  database.transaction(async (transaction) => {
    for (const key of keys) await addJob(transaction, { kind, key, inSeconds });
  });
const ledger = (kind: string) =>
  database.rows<{ job_id: string; key: string; process: string }>(
    'SELECT job_id, key, process FROM ledger WHERE kind = $1 ORDER BY key',
    [kind],
  );
const waiting = (kind: string) =>
  database.rows<{ key: string; attempts: number }>(
    'SELECT key, attempts FROM jobs WHERE kind = $1 ORDER BY key',
    [kind],
  );
const setDue = (kind: string) => database.change('UPDATE jobs SET due_at = now() WHERE kind = $1', [kind]);
const names = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${1_000 + index}`);

test('[SF-40] three processes, two with wrong clocks: each job runs once, none early or late', async () => {
  await Promise.all([
    start({ NAME: 'right' }),
    start({ NAME: 'ahead', WRONG_HOURS: '2' }),
    start({ NAME: 'behind', WRONG_HOURS: '-2' }),
  ]);
  for (const [index, hours] of [0, 2, -2].entries()) {
    const [, said = ''] = /says (\S+)/.exec(running[index]?.output ?? '') ?? [];
    expect((Date.parse(said) - Date.now()) / 3_600_000).toBeCloseTo(hours, 1);
  }
  await plan('write', names('soon', 1), 3);
  await plan('write', names('in an hour', 20), 3_600);
  await plan('write', names('undone', 20), 1);
  await database.transaction(async (transaction) => {
    for (const key of names('undone', 20)) expect(await removeJob(transaction, 'write', key)).toBe(true);
  });
  await plan('write', names('now', 300));
  const expected = [...names('now', 300), ...names('soon', 1)];
  await expect.poll(async () => (await ledger('write')).length, { timeout: 30_000 }).toBe(expected.length);
  await awaitLooks(database, ['right', 'ahead', 'behind']);
  const done = await ledger('write');
  expect(done.map(({ key }) => key)).toEqual(expected);
  expect(new Set(done.map(({ process }) => process))).toEqual(new Set(['right', 'ahead', 'behind']));
  expect(await waiting('write')).toEqual(names('in an hour', 20).map((key) => ({ key, attempts: 0 })));
});

test('[SF-40] recurring jobs: run once an hour over three processes, by the database clock', async () => {
  await Promise.all([
    start({ NAME: 'right' }),
    start({ NAME: 'ahead', WRONG_HOURS: '2' }),
    start({ NAME: 'behind', WRONG_HOURS: '-2' }),
  ]);
  expect(await waiting('tick')).toEqual([{ key: '', attempts: 0 }]);
  for (let hour = 1; hour <= 3; hour += 1) {
    await setDue('tick');
    await expect.poll(async () => (await ledger('tick')).length, { timeout: 10_000 }).toBe(hour);
    const next = await database.first<{ fits: boolean }>(
      `SELECT due_at = date_trunc('hour', now()) + interval '1 hour' AS fits FROM jobs WHERE kind = 'tick'`,
    );
    expect(next).toEqual({ fits: true });
  }
  await awaitLooks(database, ['right', 'ahead', 'behind']);
  expect(await ledger('tick')).toHaveLength(3);
});

test('[SF-40] process killed during a job: database effects happen once; a mail repeats with its id', async () => {
  const doomed = await start({ NAME: 'doomed', DOOMED: '1' });
  await plan('inside', ['post']);
  await plan('outside', ['mail']);
  await expect.poll(() => doomed.output.match(/begun/g)?.length, { timeout: 10_000 }).toBe(2);
  await start({ NAME: 'heir' });
  // No process takes a job that another one has leased.
  await awaitLooks(database, ['heir']);
  expect(await ledger('inside')).toEqual([]);
  expect(await ledger('outside')).toMatchObject([{ process: 'doomed' }]);
  expect(await waiting('inside')).toEqual([{ key: 'post', attempts: 1 }]);
  await doomed.stop('SIGKILL');
  // Ends the lease.
  await setDue('inside');
  await setDue('outside');
  await expect.poll(() => ledger('inside'), { timeout: 10_000 }).toMatchObject([{ process: 'heir' }]);
  await expect
    .poll(() => ledger('outside'), { timeout: 10_000 })
    .toMatchObject([{ process: 'doomed' }, { process: 'heir' }]);
  expect(new Set((await ledger('outside')).map(({ job_id }) => job_id)).size).toBe(1);
  expect(await waiting('inside')).toEqual([]);
  expect(await waiting('outside')).toEqual([]);
  expect(doomed.errors).toBe('');
});

test('[SF-40] two servers, one two hours ahead: each hourly job and each mail happens once', async () => {
  const smtp = await startSmtp();
  const folder = mkdtempSync(join(tmpdir(), 'madang-jobs-'));
  const settings = { DATA_DIR: folder, DEMO: '0', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` };
  await start(settings, [...CLOCK, PROGRAM]);
  await start({ ...settings, WRONG_HOURS: '2' }, [...CLOCK, PROGRAM]);
  const kinds = (await database.rows<{ kind: string }>('SELECT kind FROM jobs ORDER BY kind')).map(
    ({ kind }) => kind,
  );
  expect(kinds).toContain('rollUp');
  expect(kinds).toContain('removePictures');
  // Records each finished run of a job.
  await database.change('CREATE TABLE done (kind text NOT NULL)');
  await database.change(
    `CREATE FUNCTION note_done() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN INSERT INTO done VALUES (NEW.kind); RETURN NULL; END $$`,
  );
  await database.change(
    `CREATE TRIGGER note_done AFTER UPDATE ON jobs FOR EACH ROW
       WHEN (OLD.attempts > 0 AND NEW.attempts = 0) EXECUTE FUNCTION note_done()`,
  );
  const account = randomUUID();
  await database.change(`INSERT INTO accounts (id, email) VALUES ($1, 'waits@korea.ac.kr')`, [account]);
  const addMails = (count: number) =>
    database.change(
      `INSERT INTO outbox (id, account_id, kind, recipient)
       SELECT gen_random_uuid(), $1, 'password', 'waits@korea.ac.kr' FROM generate_series(1, $2::int)`,
      [account, count],
    );
  await database.change('UPDATE jobs SET due_at = now()');
  await addMails(30);
  await expect.poll(() => smtp.received.length, { timeout: 15_000 }).toBe(30);
  await expect
    .poll(async () => (await database.rows('SELECT DISTINCT kind FROM done')).length, { timeout: 15_000 })
    .toBe(kinds.length);
  // Adds one more, then stops both: they finish started work.
  await addMails(1);
  await expect.poll(() => smtp.received.length, { timeout: 15_000 }).toBe(31);
  for (const server of running) expect(server.takeComplaints()).toEqual([]);
  for (const server of running) expect(await server.stop()).toBe(0);
  const done = await database.rows<{ kind: string }>('SELECT kind FROM done ORDER BY kind');
  expect(done.map(({ kind }) => kind)).toEqual(kinds);
  const ids = smtp.received.map(({ raw }) => /^message-id: (.*)$/im.exec(raw)?.[1]);
  expect(ids).not.toContain(undefined);
  expect([ids.length, new Set(ids).size]).toEqual([31, 31]);
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});
