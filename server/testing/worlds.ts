import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { loadCampus } from '@madang/campus/load-campus';
import pg from 'pg';
import { inject } from 'vitest';
import { plantDemo } from '../seed/plant-demo.ts';
import { plantDemoCrowdReports } from '../seed/plant-demo-voices.ts';
import { plantDemoMeals } from '../seed/plant-meals.ts';
import { plantOfficialDemo } from '../seed/plant-official-demo.ts';
import { fillPostTexts } from '../src/features/posts/index.ts';
import { listPictureKeys } from '../src/operator/move-images.ts';
import type { Database } from '../src/database/database.ts';
import { openMemory } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { createLog } from '../src/log/log.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { openBeside } from './database-beside.ts';
import { fillEmptyTables } from './every-table.ts';
import { campusFolder } from './folders.ts';
import type { Place } from './places.ts';
import { openTestDatabase } from './test-database.ts';
import { openTestImages } from './test-images.ts';

const folderOfReleases = join(serverFolder(), 'testing', 'releases');

/** Names of the dumps of all releases. */
export const releases = readdirSync(folderOfReleases).filter((name) => name.endsWith('.sql.gz'));

/**
 * Opens the database of a release without migrations, on the engine under test.
 * Adds a row to every table, and a post of today.
 */
export async function openRelease(release: string): Promise<Database> {
  const sql = gunzipSync(readFileSync(join(folderOfReleases, release))).toString();
  const database = await (inject('engine') === 'embedded' ? openEmbeddedDump(sql) : openPostgresDump(sql));
  await fillEmptyTables(database);
  await database.change(
    `UPDATE post_texts SET created_at = now() WHERE post_id = (SELECT max(post_id::text)::uuid FROM post_texts)`,
  );
  return database;
}

async function openEmbeddedDump(sql: string): Promise<Database> {
  const engine = await PGlite.create();
  await engine.exec(sql);
  const dump = await engine.dumpDataDir('none');
  await engine.close();
  return openMemory(dump);
}

async function openPostgresDump(sql: string): Promise<Database> {
  const { url, client } = await openBeside(`release_${randomUUID().replaceAll('-', '')}`);
  await client.query(sql);
  await client.end();
  return openPostgres(url, createLog('silent'));
}

/** Opens the database of a release with all migrations. */
export async function openMigratedRelease(release: string, folder: string): Promise<Place> {
  const database = await openRelease(release);
  await migrate(database);
  await fillEmptyTables(database);
  return placeOf(database, folder);
}

/** Returns a place for a database, with an image for each picture of its rows. */
export async function placeOf(database: Database, folder: string): Promise<Place> {
  const images = openTestImages(await mkdtemp(join(folder, 'images-')));
  for (const key of await listPictureKeys(database)) await images.put(key, Buffer.from(key));
  return { database, images, campus: await loadCampus(campusFolder) };
}

/** Opens the demo of the official edition with a row in every table. */
export async function openOfficialDemo(folder: string, now?: Date): Promise<Place> {
  const { database } = await openTestDatabase();
  const images = openTestImages(await mkdtemp(join(folder, 'images-')));
  const campus = await loadCampus(campusFolder, 'official');
  await plantDemo({ database, images, campus, dataFolder: folder, now });
  await plantOfficialDemo({ database, images });
  await plantDemoCrowdReports(database, campus);
  await plantDemoMeals(database, campus);
  await fillPostTexts(database);
  await fillEmptyTables(database);
  return { database, images, campus };
}

/** A table, some of its columns, and a hash of their values. */
export interface Content {
  table: string;
  columns: string[];
  rows: number;
  sum: string;
}

/** Returns the tables of a database and their columns. */
export async function listContents(database: Database): Promise<Pick<Content, 'table' | 'columns'>[]> {
  return database.rows(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
      GROUP BY table_name ORDER BY table_name`,
  );
}

/** Returns the content of these columns, equal on both engines. */
export async function readContent(
  database: Database,
  tables: readonly Pick<Content, 'table' | 'columns'>[],
): Promise<Content[]> {
  const contents = [];
  for (const { table, columns } of tables) {
    const row = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const found = await database.first<{ rows: number; sum: string }>(
      `SELECT count(*)::int AS rows, coalesce(sum(hashtextextended(ROW(${row})::text, 0)), 0)::text AS sum
         FROM (SELECT set_config('TimeZone', 'UTC', false)) zone, ${pg.escapeIdentifier(table)}`,
    );
    contents.push({ table, columns, rows: found?.rows ?? 0, sum: found?.sum ?? '' });
  }
  return contents;
}
