import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverFolder } from '../lib/folders.ts';
import { type Database, DatabaseError, type Executor, type Transaction } from './database.ts';

/** Advisory lock key, used only by migrations. */
const MIGRATION_LOCK = 6_301_934;

/** Below PostgreSQL's deadlock timeout (1 s): a waiting migration releases its locks and retries, aborting no request. */
const LOCK_TIMEOUT = '300ms';
/** Milliseconds before it fails. Backups lock every table for minutes. */
const GIVE_UP_AFTER = 600_000;
/** Pause in milliseconds for queued requests; doubled with each try. */
const PAUSE = { first: 100, longest: 5_000 };

/** Error if a newer Madang wrote the database. */
export class NewerDatabaseError extends Error {
  constructor(found: number, known: number) {
    super(
      `the database is of a newer version (migration ${found}, this program knows ${known}); nothing was changed`,
    );
    this.name = 'NewerDatabaseError';
  }
}

/** Error if an older Madang wrote the database, unmigrated. */
export class OlderDatabaseError extends Error {
  constructor(found: number, known: number) {
    super(
      `the database is of an older version (migration ${found}, this program knows ${known}); nothing was changed; start the server of this version, or run operator migrate: older programs cannot start afterwards`,
    );
    this.name = 'OlderDatabaseError';
  }
}

/** Table of applied migrations. */
const RECORDS = `
  CREATE TABLE IF NOT EXISTS migrations (
    number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

interface Migration {
  number: number;
  name: string;
  sql: string;
}

/**
 * Applies missing migrations in order, each in a transaction with its record; other processes wait.
 *
 * @throws {NewerDatabaseError} when the database is ahead, without writing.
 */
export async function migrate(database: Database): Promise<void> {
  const { found, known } = await readMigrationState(database);
  if (found > known) throw new NewerDatabaseError(found, known);
  if (found === known) return;
  const missing = (await readMigrations()).filter(({ number }) => number > found);
  for (const migration of missing) await onceTablesAreFree(() => run(database, migration));
}

/**
 * Migrates an empty database; requires this version of others.
 *
 * @throws {NewerDatabaseError}
 * @throws {OlderDatabaseError}
 */
export async function requireCurrent(database: Database): Promise<void> {
  const { found, known } = await readMigrationState(database);
  if (found > known) throw new NewerDatabaseError(found, known);
  if (found === 0) await migrate(database);
  else if (found < known) throw new OlderDatabaseError(found, known);
}

async function run(database: Database, migration: Migration): Promise<void> {
  await database.transaction(async (transaction) => {
    // Waits without a timeout while another process migrates.
    await transaction.rows(`SELECT set_config('lock_timeout', '0', true)`);
    await transaction.rows('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await transaction.change(RECORDS);
    if (await isDone(transaction, migration)) return;
    // Set after the advisory lock, whose wait may be long.
    await transaction.rows(`SELECT set_config('lock_timeout', $1, true)`, [LOCK_TIMEOUT]);
    await apply(transaction, migration);
  });
}

async function apply(transaction: Transaction, { number, name, sql }: Migration): Promise<void> {
  for (const statement of splitStatements(sql)) await transaction.change(statement);
  await transaction.change('INSERT INTO migrations (number, name) VALUES ($1, $2)', [number, name]);
}

/** Applies missing migrations in the caller's exclusive transaction, which rolls back. */
export async function migrateWithin(transaction: Transaction): Promise<void> {
  const found = await currentMigration(transaction);
  const missing = (await readMigrations()).filter(({ number }) => number > found);
  if (missing.length > 0) await transaction.change(RECORDS);
  for (const migration of missing) await apply(transaction, migration);
}

async function isDone(transaction: Transaction, { number }: Migration): Promise<boolean> {
  const done = await transaction.first('SELECT 1 AS done FROM migrations WHERE number = $1', [number]);
  return done !== undefined;
}

async function onceTablesAreFree(work: () => Promise<void>): Promise<void> {
  const end = Date.now() + GIVE_UP_AFTER;
  for (let pause = PAUSE.first; ; pause = Math.min(2 * pause, PAUSE.longest)) {
    try {
      return await work();
    } catch (error) {
      const busy = error instanceof DatabaseError && ['55P03', '40P01'].includes(error.code);
      if (!busy || Date.now() > end) throw error;
      await sleep(pause);
    }
  }
}

/** File that detects newer versions before the engine opens the database. */
const MARK = 'version';

/**
 * Rejects a newer Madang's data folder, unopened.
 *
 * @throws {NewerDatabaseError}
 */
export async function refuseNewerFolder(folder: string): Promise<void> {
  const mark = await readFile(join(folder, MARK), 'utf8').catch(() => '0');
  const known = (await readMigrations()).at(-1)?.number ?? 0;
  if (Number(mark) > known) throw new NewerDatabaseError(Number(mark), known);
}

/** Records the database version in the folder. */
export async function markFolder(folder: string): Promise<void> {
  const known = (await readMigrations()).at(-1)?.number ?? 0;
  await writeFile(join(folder, MARK), `${known}\n`, { mode: 0o600 });
}

/** Returns the database's and this program's last migration; changes nothing. */
export async function readMigrationState(database: Executor): Promise<{ found: number; known: number }> {
  return { found: await currentMigration(database), known: (await readMigrations()).at(-1)?.number ?? 0 };
}

/** Returns the last applied migration; 0 for none. */
export async function currentMigration(database: Executor): Promise<number> {
  const table = await database.first<{ name: string | null }>(
    `SELECT to_regclass('migrations')::text AS name`,
  );
  if (!table?.name) return 0;
  const row = await database.first<{ number: number }>(
    'SELECT coalesce(max(number), 0)::int AS number FROM migrations',
  );
  return row?.number ?? 0;
}

async function readMigrations(): Promise<Migration[]> {
  const folder = join(serverFolder(), 'migrations');
  const files = (await readdir(folder)).filter((file) => /^\d{4}-.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(5, -4),
      sql: await readFile(join(folder, file), 'utf8'),
    })),
  );
}

/** Splits a migration at semicolons that end lines: prepared statements allow one command. Joins lines of function bodies. */
export function splitStatements(sql: string): string[] {
  return sql
    .replace(/^\s*--.*$/gm, '')
    .replace(/\$\$.*?\$\$/gs, (body) => body.replaceAll(/\s*\n\s*/g, ' '))
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Lock timeout of a rewrite; other transactions queue behind it. */
const LOCK_WAIT = '500ms';

/** Conditions on `$1` for needed rows, by table, in lock order. */
type NeededRows = Readonly<Record<string, string>>;

/** Locks the tables exclusively. @throws {DatabaseError} on a lock timeout. */
export async function lockForRewrite(transaction: Transaction, needed: NeededRows): Promise<void> {
  await transaction.change(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
  await transaction.change(`LOCK TABLE ${Object.keys(needed).join(', ')} IN ACCESS EXCLUSIVE MODE`);
}

/** Rewrites locked tables with the needed rows only: old pages keep deleted rows and transaction ids. */
export async function rewriteTables(
  transaction: Transaction,
  needed: NeededRows,
  value: string,
): Promise<void> {
  for (const [table, condition] of Object.entries(needed)) {
    const kept = await transaction.first<{ rows: string }>(
      `SELECT coalesce(json_agg(${table}), '[]')::text AS rows FROM ${table} WHERE $1::text <> '' AND ${condition}`,
      [value],
    );
    await transaction.change(`TRUNCATE ${table}`);
    await transaction.change(
      `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::text::json)`,
      [kept?.rows ?? '[]'],
    );
  }
}
