import { randomUUID } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findPgbouncer } from '../../scripts/system-parts.mjs';
import { startPgbouncer } from '../testing/pgbouncer.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './open-database.ts';
import { runOperator } from './operator/program.ts';
import { openTerminal } from './operator/terminal.ts';
import { openWorkplace } from './operator/workplace.ts';
import { explainPostgresFailure } from './platform/database/inspect-postgres.ts';
import { createLog } from './platform/log/log.ts';

// What a start says of a PostgreSQL that it cannot work on: one line that names the variable and what to do.

let folder: string;
let usual: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madang-start-'));
  usual = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs an operator command as the program does; answers its exit code and what it said. */
async function runCommand(
  environment: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<[number, string]> {
  const said: string[] = [];
  const log = createLog('silent');
  const code = await runOperator(words, {
    open: ({ dryRun }) => openWorkplace(readConfig(environment), log, { dryRun, environment }),
    environment,
    terminal: openTerminal({
      write: (text) => said.push(text),
      complain: (text) => said.push(text),
      screen: null,
    }),
  });
  return [code, said.join('')];
}

/** Opens the database as a start does, and closes it again; answers the line of a refusal, '' for none. */
async function open(url: string, dataFolder = usual, directUrl?: string): Promise<string> {
  try {
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataFolder, DATABASE_DIRECT_URL: directUrl });
    await (await openDatabase(config, createLog('silent'))).close();
    return '';
  } catch (error) {
    expect((error as Error).name).toBe('ConfigError');
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  }
}

test('[M-43a] a data folder that cannot be written is told, and nothing is made there', async () => {
  const url = inject('engine') === 'postgres' ? inject('template') : '';
  const place = await mkdtemp(join(folder, 'folders-'));
  const [file, held] = [join(place, 'file'), join(place, 'held')];
  await writeFile(file, '');
  await mkdir(held);
  await writeFile(join(held, 'images'), '');
  for (const [dataFolder, reason] of [
    [file, `${file} is no folder`],
    [join(file, 'below', 'it'), `${file} is no folder`],
    [held, `${join(held, 'images')} is no folder`],
  ] as const)
    expect(await open(url, dataFolder)).toBe(
      `DATA_DIR: ${reason}; give it to the user that Madang runs as, or set another DATA_DIR`,
    );
  expect(await readdir(held)).toEqual(['images']);
  const other = join(place, 'other');
  await mkdir(other, { mode: 0o755 });
  await writeFile(join(other, 'notes.txt'), '');
  expect(await open(url, other)).toContain(`DATA_DIR: ${other} holds something else (notes.txt)`);
  expect((await stat(other)).mode & 0o777).toBe(0o755);
  const closed = join(place, 'closed');
  await mkdir(closed, { mode: 0o500 });
  // Nothing is closed to root.
  if (process.getuid?.() !== 0)
    expect(await open(url, join(closed, 'data'))).toContain(`DATA_DIR: ${closed} cannot be written (EACCES)`);
  else {
    // What root wrote there its owner could not open any more.
    await chown(held, 65_534, 65_534);
    await rm(join(held, 'images'));
    expect(await open(url, held)).toContain(`DATA_DIR: ${held} belongs to another user than root`);
    expect(await readdir(held)).toEqual([]);
  }
});

// Not skipped on the embedded engine but not there: a claim whose test was skipped is not proven.
if (inject('engine') === 'postgres') describePostgres();

function describePostgres(): void {
  let administrator: pg.Client;
  const made: string[] = [];
  beforeAll(async () => {
    administrator = new pg.Client({ connectionString: inject('template') });
    await administrator.connect();
  });
  afterAll(async () => {
    for (const name of made) await administrator.query(`DROP DATABASE ${name}`);
    await administrator.end();
  });

  const address = (change: (url: URL) => void) => {
    const url = new URL(inject('template'));
    change(url);
    return url.href;
  };

  /** A database of its own, made and prepared in the given ways. */
  async function make(options: string, ...prepare: ((name: string) => string)[]): Promise<string> {
    const name = `start_${randomUUID().replaceAll('-', '')}`;
    await administrator.query(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
    made.push(name);
    const url = address((at) => (at.pathname = `/${name}`));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of prepare) await client.query(statement(name));
    await client.end();
    return url;
  }

  test('[M-43b] a PostgreSQL out of reach, a missing role and a missing database are told', async () => {
    const outOfReach = await open('postgres://madang:secret-word@127.0.0.1:9/madang');
    expect(outOfReach).toMatch(
      /^DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:9; see that PostgreSQL runs/,
    );
    expect(outOfReach).not.toContain('secret-word');
    expect(await open(address((url) => (url.username = 'nobody_here')))).toMatch(
      /^DATABASE_URL: role "nobody_here" does not exist; create that user, or correct/,
    );
    expect(await open(address((url) => (url.pathname = '/nothing_here')))).toMatch(
      /^DATABASE_URL: database "nothing_here" does not exist; create it with ENCODING/,
    );
    const asked = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
    expect(explainPostgresFailure(asked)).toEqual({
      text: 'PostgreSQL asks for a password, and the address has none',
      todo: 'create that user, or correct user and password in the address',
    });
  });

  // A server answers for another one where functions of the same name are found before its own.
  const instead = (definition: string) => [
    () => 'CREATE SCHEMA instead',
    () => `CREATE FUNCTION instead.${definition}`,
    (name: string) => `ALTER DATABASE ${name} SET search_path = instead, pg_catalog, public`,
  ];

  test('[M-43d] a read replica, an old PostgreSQL and a database that is not UTF-8 are refused', async () => {
    const replica = await make('', ...instead('pg_is_in_recovery() RETURNS bool RETURN true'));
    expect(await open(replica)).toMatch(/^DATABASE_URL: this is a read replica.*; name the primary/);
    const readOnly = await make(
      '',
      (name) => `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
    );
    expect(await open(readOnly)).toMatch(/^DATABASE_URL: the database \S+ takes no writes .*; turn that off/);
    const old = `current_setting(name text) RETURNS text LANGUAGE sql AS $$
      SELECT CASE name WHEN 'server_version_num' THEN '140009' WHEN 'server_version' THEN '14.9'
                       ELSE pg_catalog.current_setting(name) END $$`;
    expect(await open(await make('', ...instead(old)))).toBe(
      'DATABASE_URL: this is PostgreSQL 14.9; update PostgreSQL to 15 or newer',
    );
    for (const encoding of ['SQL_ASCII', 'EUC_KR'])
      expect(await open(await make(`ENCODING '${encoding}' LOCALE 'C'`))).toMatch(
        new RegExp(
          `^DATABASE_URL: the database \\S+ has the encoding ${encoding}, .*; create it anew: .*UTF8`,
        ),
      );
    expect(await open(await make(`ENCODING 'UTF8' LOCALE 'C.UTF-8'`))).toBe('');
  });

  async function openThrough(url: string, settings: readonly string[]): Promise<string> {
    const pooler = await startPgbouncer(url, settings);
    try {
      return await open(pooler.url);
    } finally {
      await pooler.stop();
    }
  }

  test.runIf(findPgbouncer())(
    '[M-44a] behind a pooler in transaction mode a start is refused, in session mode it is not',
    async () => {
      const url = await make('');
      for (const settings of [
        ['pool_mode = transaction'],
        ['pool_mode = transaction', 'server_round_robin = 1', 'min_pool_size = 3'],
        ['pool_mode = transaction', 'default_pool_size = 1'],
        ['pool_mode = statement'],
      ]) {
        expect([settings, await openThrough(url, settings)]).toEqual([
          settings,
          expect.stringMatching(
            /^DATABASE_URL: a pooler in transaction mode .*; name PostgreSQL itself as DATABASE_DIRECT_URL/,
          ),
        ]);
      }
      expect(await openThrough(url, ['pool_mode = session'])).toBe('');
      expect(await open(url)).toBe('');
    },
  );

  // Where the whole suite runs through a pooler, every database of its cluster is prepared.
  test.runIf(findPgbouncer() && inject('pooler') === '')(
    'with PostgreSQL itself named beside it a pooler in transaction mode is let in once the database is prepared',
    async () => {
      const url = await make('');
      const pooler = await startPgbouncer(url, ['pool_mode = transaction']);
      try {
        const unprepared = await open(pooler.url, usual, url);
        expect(unprepared).toMatch(
          /^DATABASE_URL: .* do not have enable_bitmapscan = off; run operator database prepare/,
        );
        const environment = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url, DATA_DIR: usual };
        const said = 'new connections of madang begin with enable_bitmapscan = off\n';
        // Twice is once; the connections that the pooler holds are from before.
        for (let time = 0; time < 2; time += 1)
          expect(await runCommand(environment, 'database', 'prepare')).toEqual([0, said]);
        expect(await open(pooler.url, usual, url)).toBe(unprepared);
        await pooler.command('RECONNECT');
        expect(await open(pooler.url, usual, url)).toBe('');

        expect(await open(url, usual, pooler.url)).toMatch(
          /^DATABASE_DIRECT_URL: a pooler in transaction mode/,
        );
        expect(await open(pooler.url, usual, await make(''))).toMatch(
          /^DATABASE_URL: it leads to another database than DATABASE_DIRECT_URL; name the same/,
        );
        expect(await open('postgres://madang@127.0.0.1:9/x', usual, url)).toMatch(
          /^DATABASE_URL: connect ECONNREFUSED/,
        );
      } finally {
        await pooler.stop();
      }
    },
  );

  test.runIf(findPgbouncer())(
    'through a pooler in transaction mode statements, transactions and signals do what they do without it',
    async () => {
      const url = await make(
        '',
        (name) => `ALTER ROLE madang IN DATABASE ${name} SET enable_bitmapscan = off`,
      );
      const pooler = await startPgbouncer(url, ['pool_mode = transaction', 'default_pool_size = 3']);
      const config = readConfig({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url, DATA_DIR: usual });
      const database = await openDatabase(config, createLog('silent'));
      try {
        const heard: string[] = [];
        await database.listen(
          'pooled',
          (payload) => heard.push(payload),
          () => {},
        );
        // More at once than the pooler has connections, each statement on whatever is free.
        const sums = await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            n % 2
              ? database.first<{ n: number }>('SELECT $1::int + 1 AS n', [n])
              : database.transaction(async (transaction) => {
                  const row = await transaction.first<{ n: number }>('SELECT $1::int + 1 AS n', [n]);
                  transaction.afterCommit(() => void database.notify('pooled', String(n)));
                  return row;
                }),
          ),
        );
        expect(sums.map((row) => row?.n)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
        await expect.poll(() => heard.length).toBe(20);
        const settings = await Promise.all(
          Array.from({ length: 12 }, () =>
            database.first(`SELECT current_setting('enable_bitmapscan') AS value`),
          ),
        );
        expect(new Set(settings.map((row) => JSON.stringify(row)))).toEqual(new Set(['{"value":"off"}']));
        // A setting of one transaction is gone for whoever is given its connection.
        await database.transaction((transaction) =>
          transaction.rows(`SELECT set_config('enable_bitmapscan', 'on', true)`),
        );
        expect(await database.first(`SELECT current_setting('enable_bitmapscan') AS value`)).toEqual({
          value: 'off',
        });
      } finally {
        await database.close();
        await pooler.stop();
      }
    },
  );
}
