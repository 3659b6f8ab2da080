import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import { openMemory } from '../src/platform/database/embedded.ts';
import { openPostgres } from '../src/platform/database/postgres.ts';
import { createLog } from '../src/platform/log/log.ts';
import { TEMPLATE_DATABASE } from './global-setup.ts';

/** A migrated database of this test's own, on the engine that the test runs on. */
export interface TestDatabase {
  database: Database;
  /** Another handle on the same data, as a second process would have; null where only one is allowed. */
  openAnother: (() => Database) | null;
}

/** The address of a test's own database on the cluster, for what opens it by itself. */
export async function addressOf(database: Database): Promise<string> {
  const row = await database.first<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(inject('template'));
  url.pathname = `/${row?.name ?? ''}`;
  return url.href;
}

/** Opens a copy of the template. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = inject('template');
  if (inject('engine') === 'embedded') {
    return { database: await openMemory(new Blob([await readFile(template)])), openAnother: null };
  }
  return copyDatabase(TEMPLATE_DATABASE);
}

/** Opens a copy of the database of this name, which the first caller fills and closes; PostgreSQL only. */
export async function openFilledDatabase(
  name: string,
  fill: (made: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  return holdingLock(2, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      const made = await copyDatabase(TEMPLATE_DATABASE);
      const row = await made.database.first<{ name: string }>('SELECT current_database() AS name');
      await fill(made);
      await client.query(`ALTER DATABASE ${row?.name} RENAME TO ${name}`);
    }
    return copyDatabase(name);
  });
}

async function copyDatabase(template: string): Promise<TestDatabase> {
  const name = `madang_${randomUUID().replaceAll('-', '')}`;
  // Copies of one template wait for each other by an error, not by a lock.
  await holdingLock(1, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  const url = new URL(inject('template'));
  url.pathname = `/${name}`;
  const open = () => openPostgres(url.href, createLog('silent'), { guarded: true });
  return { database: open(), openAnother: open };
}

/** Does this work alone among all test processes, connected to the cluster. */
async function holdingLock<Result>(
  lock: number,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: inject('template') });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.end();
  }
}
