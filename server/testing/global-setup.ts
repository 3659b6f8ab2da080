import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCampus } from '@madang/campus/load-campus';
import type { TestProject } from 'vitest/node';
import { upsertBoards } from '../src/features/campus/index.ts';
import type { Database } from '../src/database/database.ts';
import { dumpMemory } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { readDisk } from '../src/lib/folders.ts';
import { createLog } from '../src/log/log.ts';
import { campusFolder } from './folders.ts';
import { startCluster } from './postgres-cluster.ts';
import { startSwift } from './swift.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    engine: 'embedded' | 'postgres';
    /** Embedded: the file to copy for a new database. PostgreSQL: the URL of the cluster. */
    template: string;
    /** Storage of pictures. */
    store?: 's3';
    /** With an S3 store: the URL of the store and the `S3_URL` of a bucket; otherwise ''. */
    swift: string;
    s3Url: string;
  }
}

/** Template of the database of every test. */
export const TEMPLATE_DATABASE = 'madang_template';

/** Creates one migrated database with its boards; each test file starts from a copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const stopStore = await setUpStore(project);
  const stop = await (project.config.provide.engine === 'postgres' ? setUpPostgres : setUpEmbedded)(project);
  return async () => {
    await stop();
    await stopStore();
  };
}

async function setUpStore(project: TestProject): Promise<() => Promise<void>> {
  const swift = project.config.provide.store === 's3' ? await startSwift() : null;
  project.provide('swift', swift?.origin ?? '');
  project.provide('s3Url', swift ? await swift.makeBucket('pictures') : '');
  return async () => swift?.stop();
}

async function prepare(database: Database): Promise<void> {
  await migrate(database);
  await upsertBoards(database, (await loadCampus(campusFolder)).boards);
}

async function setUpEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'madang-template-'));
  const file = join(folder, 'template.tar');
  const dump = await dumpMemory(prepare);
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  project.provide('template', file);
  return () => rm(folder, { recursive: true });
}

/**
 * Durability is off: the tests' PostgreSQL need not survive a crash.
 * With hundreds of databases the autovacuum launcher would start a process ten times a second.
 */
const SETTINGS = [
  'autovacuum=off',
  'checkpoint_timeout=1d',
  'full_page_writes=off',
  'max_wal_size=16GB',
  'synchronous_commit=off',
];

/** Bytes of the databases of all test files and their write-ahead log. */
const ALL_DATABASES = 6e9;
const MEMORY = '/dev/shm';

/**
 * Returns a folder in memory if twice the room for all databases is free there, otherwise the temporary folder. Creating and
 * deleting a database in memory takes a third of the time.
 */
async function findClusterFolder(): Promise<string> {
  if (!existsSync(MEMORY)) return tmpdir();
  const { free } = await readDisk(MEMORY);
  return Math.min(free, freemem()) > 2 * ALL_DATABASES ? MEMORY : tmpdir();
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster({ settings: () => SETTINGS, parent: await findClusterFolder() });
  const database = openPostgres(cluster.urlOf(TEMPLATE_DATABASE), createLog('silent'));
  try {
    await cluster.createDatabase(TEMPLATE_DATABASE);
    await prepare(database);
  } catch (error) {
    await cluster.stop();
    throw error;
  } finally {
    await database.close();
  }
  project.provide('template', cluster.urlOf('postgres'));
  return () => cluster.stop();
}
