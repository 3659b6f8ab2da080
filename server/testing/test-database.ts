import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { openMemory } from '../src/database/embedded.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { createLog } from '../src/log/log.ts';
import { TEMPLATE_DATABASE } from './global-setup.ts';

/** A migrated database of one test, on the engine under test. */
export interface TestDatabase {
  database: Database;
  /** Opens another handle as a second process has; null if only one is allowed. */
  openAnother: (() => Database) | null;
}

/** Returns the URL of a test's database on the cluster. */
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
  const name = `madang_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: template });
  await client.connect();
  // Concurrent copies of one template fail with an error instead of waiting.
  await client.query('SELECT pg_advisory_lock(1)');
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY file_copy`);
  await client.end();
  const url = new URL(template);
  url.pathname = `/${name}`;
  const open = () => openPostgres(url.href, createLog('silent'), { guarded: true });
  return { database: open(), openAnother: open };
}
