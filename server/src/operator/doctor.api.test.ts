import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { makeTroubledJobs } from '../../testing/job-place.ts';
import { makeFolder } from '../../testing/make-folder.ts';
import { operateIn } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { addressOf } from '../../testing/test-database.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../open.ts';
import { lockFolder } from '../database/folder-lock.ts';
import { createLog } from '../log/log.ts';
import { type Finding, judgeDisk, judgeConnections } from './doctor.ts';

/** A data folder with a new database, copied because creating one takes seconds. */
const testApp = await startTestApp();

const fresh = makeFolder('fresh');

if (inject('engine') === 'embedded')
  await (await openDatabase(readConfig({ DATA_DIR: fresh }), createLog('silent'))).close();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const data = () => join(folder, 'data');

/** Returns the environment of a database of the engine under test. */
async function prepare(): Promise<Record<string, string>> {
  if (inject('engine') === 'postgres') {
    mkdirSync(data());
    return { DATA_DIR: data(), DATABASE_URL: await addressOf(testApp.database) };
  }
  cpSync(fresh, data(), { recursive: true });
  return { DATA_DIR: data() };
}

async function examine(environment: Record<string, string>) {
  const { code, output, errors } = await operateIn(environment, testApp, 'doctor', '--json');
  const findings = output.split('\n').map((line) => JSON.parse(line) as Finding);
  expect(findings.map(({ part }) => part)).toEqual([
    'configuration',
    'database',
    'migrations',
    'mail',
    'keys',
    'push',
    'jobs',
    'images',
    'disk',
  ]);
  expect(errors).toBe('');
  for (const { text, todo = '', state } of findings) {
    expect(`${text}${todo}`).not.toContain('\n');
    expect(todo === '').toBe(state === 'ok');
  }
  const of = (part: Finding['part']) => findings.find((finding) => finding.part === part);
  return { code, of };
}

test('all is well: one line each, and exit code 0', async () => {
  const environment = await prepare();
  const { code, of } = await examine(environment);
  expect(code).toBe(0);
  for (const part of ['configuration', 'database', 'migrations', 'mail', 'push', 'jobs', 'images'] as const)
    expect(of(part)).toMatchObject({ state: 'ok' });
  expect(of('database')?.text).toMatch(
    inject('engine') === 'postgres' ? /^PostgreSQL \d+.* at 127\.0\.0\.1\/madang_/ : /^embedded engine \d+/,
  );
  expect(of('mail')?.text).toBe(`built-in mailbox in ${data()}`);
  const { output } = await operateIn(environment, testApp, 'doctor');
  expect(output.split('\n')[0]).toMatch(/^ok {4}configuration {2}development at http:\/\/localhost:3000, /);
});

test('wrong variable: reported, and that nothing more was checked', async () => {
  const { code, of } = await examine({ DATA_DIR: data(), EDITION: 'gold' });
  expect(code).toBe(1);
  expect(of('configuration')).toMatchObject({ state: 'fail', text: 'EDITION: must be beta or official' });
  for (const part of ['database', 'migrations', 'mail', 'push', 'jobs', 'images', 'disk'] as const)
    expect(of(part)).toMatchObject({ state: 'warn', text: 'not checked' });
});

test('a wrong campus folder is reported, and the rest is still looked at', async () => {
  const { code, of } = await examine({ ...(await prepare()), CAMPUS: folder });
  expect([code, of('configuration')?.state, of('database')?.state]).toEqual([1, 'fail', 'ok']);
  expect(of('configuration')?.text).toMatch(
    /^campus\.json is missing \(and \d+ more: operator campus check /,
  );
});

test('unreachable database: fails without its password, and other parts are still checked', async () => {
  mkdirSync(data());
  const url = 'postgres://madang:secret-word@127.0.0.1:9/madang';
  const { code, of } = await examine({ DATA_DIR: data(), DATABASE_URL: url });
  expect(code).toBe(1);
  expect(of('database')).toMatchObject({ state: 'fail' });
  expect(JSON.stringify(of('database'))).not.toContain('secret-word');
  expect(of('migrations')?.state).toBe('warn');
  expect(of('images')?.state).toBe('ok');
});

test('migrations that are behind are a warning, newer ones a failure', async () => {
  const environment = await prepare();
  const database = await openDatabase(readConfig(environment), createLog('silent'));
  await database.change('UPDATE migrations SET number = -number WHERE number > 2');
  await database.close();
  const behind = await examine(environment);
  expect([behind.code, behind.of('migrations')?.state]).toEqual([0, 'warn']);
  expect(behind.of('migrations')?.text).toMatch(/^at 2, this program knows \d+$/);

  if (inject('engine') === 'embedded') {
    writeFileSync(join(data(), 'version'), '9999\n');
    const newer = await examine(environment);
    expect([newer.code, newer.of('database')?.state]).toEqual([1, 'fail']);
    expect(newer.of('database')?.todo).toBe('run the newer version of Madang');
  } else {
    await testApp.database.change('UPDATE migrations SET number = -number WHERE number < 0');
    await testApp.database.change(`INSERT INTO migrations (number, name) VALUES (9999, 'newer')`);
    const newer = await examine(environment);
    await testApp.database.change('DELETE FROM migrations WHERE number = 9999');
    expect([newer.code, newer.of('migrations')?.state]).toEqual([1, 'fail']);
    const missing = await examine({ ...environment, DATABASE_URL: `${environment.DATABASE_URL}_none` });
    expect(missing.of('database')).toMatchObject({ state: 'fail' });
  }
});

test('before the first start: reports everything as pending, and creates nothing', async () => {
  const { code, of } = await examine({ DATA_DIR: data() });
  expect([code, of('database')?.state, of('images')?.state]).toEqual([0, 'warn', 'warn']);
  expect(of('migrations')).toMatchObject({ state: 'ok', text: 'none yet: there is no database' });
  expect(existsSync(data())).toBe(false);
  expect(of('database')?.todo).toBe('the first start of the server creates it');
});

test('data folder in use: distinguished from a broken one', async () => {
  mkdirSync(join(data(), 'database'), { recursive: true });
  writeFileSync(join(data(), 'database', 'PG_VERSION'), 'nonsense');
  const broken = await examine({ DATA_DIR: data() });
  expect([broken.code, broken.of('database')?.state]).toEqual([1, 'fail']);
  expect(broken.of('database')?.todo).toMatch(/restore the newest backup$/);
  const release = await lockFolder(data());
  const taken = await examine({ DATA_DIR: data() });
  await release();
  expect([taken.code, taken.of('database')?.state]).toEqual([1, 'fail']);
  expect(taken.of('database')?.text).toContain(`is in use by process ${process.pid}`);
  expect(taken.of('database')?.todo).toMatch(/^a starting, stopping or hung server/);
});

test('mail server: must greet; waiting mails are reported', async () => {
  const environment = await prepare();
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const reached = await examine({ ...environment, SMTP_URL: `smtp://127.0.0.1:${port}` });
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(reached.of('mail')).toMatchObject({ state: 'ok', text: `127.0.0.1:${port} answers` });
  const lost = await examine({ ...environment, SMTP_URL: `smtp://u:secret-word@127.0.0.1:${port}` });
  expect([lost.code, lost.of('mail')?.state]).toEqual([1, 'fail']);
  expect(JSON.stringify(lost.of('mail'))).not.toContain('secret-word');

  const database = await openDatabase(readConfig(environment), createLog('silent'));
  const id = '0192a000-0000-4000-8000-000000000000';
  await database.change(`INSERT INTO accounts (id, email) VALUES ($1, 'waits@korea.ac.kr')`, [id]);
  await database.change(
    `INSERT INTO outbox (id, account_id, kind, recipient, attempts, next_attempt_at)
     VALUES ($1, $1, 'reset', 'waits@korea.ac.kr', 3, now() + interval '1 hour')`,
    [id],
  );
  await database.close();
  expect((await examine(environment)).of('mail')).toMatchObject({
    state: 'warn',
    text: `built-in mailbox in ${data()}; 1 mails failed and will be retried`,
  });
});

test('jobs that failed and abandoned jobs are reported', async () => {
  const environment = await prepare();
  const database = await openDatabase(readConfig(environment), createLog('silent'));
  await makeTroubledJobs(database);
  await database.close();
  const finding = (await examine(environment)).of('jobs');
  expect(finding).toMatchObject({ state: 'warn', text: 'purge: 1 failed and will be retried, 1 abandoned' });
  expect(finding?.todo).toContain('operator jobs retry KIND');
});

test('unwritable images: fail', async () => {
  const environment = await prepare();
  rmSync(join(data(), 'images'), { recursive: true, force: true });
  writeFileSync(join(data(), 'images'), 'a file in the way');
  const { code, of } = await examine(environment);
  expect([code, of('images')?.state]).toEqual([1, 'fail']);
});

test('the disk warns below 1 GB and below a tenth', () => {
  const gigabyte = 1024 ** 3;
  const state = (free: number, all: number) => judgeDisk('/data', free * gigabyte, all * gigabyte).state;
  expect([state(2, 10), state(1, 10), state(0.99, 5), state(9.9, 100), state(0, 0)]).toEqual([
    'ok',
    'ok',
    'warn',
    'warn',
    'warn',
  ]);
  expect(judgeDisk('/data', 2 * gigabyte, 10 * gigabyte).text).toBe('2.0 GB (20 %) free for /data');
});

test('connections beyond PostgreSQL’s limit: reported, including those of the next server', () => {
  expect(judgeConnections(97)).toBeNull();
  expect(judgeConnections(42)).toBeNull();
  expect(judgeConnections(41)).toEqual({
    text: 'it allows 41 connections, and two servers may need 42',
    todo: 'raise max_connections of PostgreSQL to 62 or more',
  });
});

test('unwritable data folder: fails', async () => {
  const environment = await prepare();
  writeFileSync(join(data(), 'mailbox'), '');
  const { code, of } = await examine(environment);
  expect(code).toBe(1);
  expect(of('disk')).toMatchObject({
    state: 'fail',
    text: `DATA_DIR: ${join(data(), 'mailbox')} is no folder`,
    todo: 'make it owned by the user that runs Madang',
  });
});
