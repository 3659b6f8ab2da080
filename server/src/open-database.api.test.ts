import { randomUUID } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from './config.ts';
import { openDatabase } from './open.ts';
import { explainPostgresFailure } from './database/inspect-postgres.ts';
import { createLog } from './log/log.ts';
import { makeFolder } from '../testing/make-folder.ts';

// Messages of a start on an unusable PostgreSQL: one line with the variable and what to do.

const folder = makeFolder('start');
let usual: string;
beforeAll(async () => {
  usual = join(folder, 'data');
});

/** Opens the database as a start does, and closes it; returns the line of a rejection, '' for none. */
async function open(url: string, dataFolder = usual): Promise<string> {
  try {
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataFolder });
    await (await openDatabase(config, createLog('silent'))).close();
    return '';
  } catch (error) {
    expect((error as Error).name).toBe('ConfigError');
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  }
}

test('data folder that is not writable: reported, and nothing is created there', async () => {
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
      `DATA_DIR: ${reason}; make it owned by the user that runs Madang, or set another DATA_DIR`,
    );
  expect(await readdir(held)).toEqual(['images']);
  const other = join(place, 'other');
  await mkdir(other, { mode: 0o755 });
  await writeFile(join(other, 'notes.txt'), '');
  expect(await open(url, other)).toContain(`DATA_DIR: ${other} holds something else (notes.txt)`);
  expect((await stat(other)).mode & 0o777).toBe(0o755);
  const closed = join(place, 'closed');
  await mkdir(closed, { mode: 0o500 });
  // Root can access everything.
  if (process.getuid?.() !== 0)
    expect(await open(url, join(closed, 'data'))).toContain(`DATA_DIR: ${closed} cannot be written (EACCES)`);
  else {
    // The owner could not open files that root creates there.
    await chown(held, 65_534, 65_534);
    await rm(join(held, 'images'));
    expect(await open(url, held)).toContain(`DATA_DIR: ${held} belongs to another user than root`);
    expect(await readdir(held)).toEqual([]);
  }
});

// Absent, not skipped, on the embedded engine: a claim with a skipped test is not proven.
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

  /** Creates a database and prepares it in the given ways. */
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

  test('unreachable PostgreSQL, missing role, missing database: reported', async () => {
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

  // Simulates another server: functions of the same name come first in the search path.
  const instead = (definition: string) => [
    () => 'CREATE SCHEMA instead',
    () => `CREATE FUNCTION instead.${definition}`,
    (name: string) => `ALTER DATABASE ${name} SET search_path = instead, pg_catalog, public`,
  ];

  test('a read replica, an old PostgreSQL and a database that is not UTF-8 are refused', async () => {
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
          `^DATABASE_URL: the database \\S+ has the encoding ${encoding}, .*; create it again: .*UTF8`,
        ),
      );
    expect(await open(await make(`ENCODING 'UTF8' LOCALE 'C.UTF-8'`))).toBe('');
  });

  /** Opens it through a pooler that gives each client the next of N connections; one each in session mode. */
  async function openThrough(url: string, mode: number | 'session'): Promise<string> {
    const count = mode === 'session' ? 0 : mode;
    const backends = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
    for (const backend of backends) await backend.connect();
    let turn = 0;
    const pooler = createServer((client) => {
      client.on('error', () => {});
      if (mode === 'session') {
        const { port, hostname } = new URL(url);
        client
          .pipe(connect(Number(port), hostname))
          .on('error', () => {})
          .pipe(client);
        return;
      }
      // The first message of a client is its startup.
      client.once('data', () => {
        client.write(Buffer.concat([message('R', int(0, 4)), READY]));
        client.on('data', (asked: Buffer) => {
          if (asked.toString('latin1', 0, 1) !== 'Q') return;
          const backend = backends[(turn += 1) % count];
          void backend
            ?.query<string[]>({ text: asked.toString('utf8', 5, asked.length - 1), rowMode: 'array' })
            .then(({ rows, fields }) => client.write(encode(fields[0]?.name ?? '', rows[0]?.[0] ?? '')));
        });
      });
    });
    await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
    const through = new URL(url);
    through.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
    try {
      return await open(through.href);
    } finally {
      pooler.close();
      for (const backend of backends) await backend.end();
    }
  }

  test('pooler in transaction mode: a start is refused; in session mode it is not', async () => {
    const url = await make('');
    for (const connections of [1, 2, 3])
      expect([connections, await openThrough(url, connections)]).toEqual([
        connections,
        expect.stringMatching(
          /^DATABASE_URL: a pooler in transaction mode .*; name PostgreSQL itself, or set/,
        ),
      ]);
    expect(await openThrough(url, 'session')).toBe('');
    expect(await open(url)).toBe('');
  });
}

/** PostgreSQL's protocol: messages of a letter, their length and their content. */
const int = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
};
const message = (letter: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(letter), int(body.length + 4, 4), body]);
};
const READY = message('Z', Buffer.from('I'));
const TEXT = [int(0, 4), int(0, 2), int(25, 4), int(-1, 2), int(-1, 4), int(0, 2)];

/** One row with one text. */
const encode = (name: string, value: string) =>
  Buffer.concat([
    message('T', int(1, 2), Buffer.from(`${name}\0`), ...TEXT),
    message('D', int(1, 2), int(Buffer.byteLength(value), 4), Buffer.from(value)),
    message('C', Buffer.from('SELECT 1\0')),
    READY,
  ]);
