// Every release, as it was left by the programs of its day: a migration that is changed after it was released, or that loses or
// rewrites a row, is found here. The dumps are written by `npm run release:dump`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openPostgres } from '../src/platform/database/postgres.ts';
import { createLog } from '../src/platform/log/log.ts';
import { serverFolder } from '../src/platform/server-folder.ts';
import { openBeside } from '../testing/database-beside.ts';
import { schemaOf } from '../testing/schema-of.ts';
import { openTestDatabase } from '../testing/test-database.ts';

const folder = join(serverFolder(), 'testing', 'releases');
const releases = readdirSync(folder).filter((name) => name.endsWith('.sql.gz'));
const changelog = readFileSync(join(serverFolder(), '..', 'CHANGELOG.md'), 'utf8');

/** A table of a release, with its columns of then, and a number for all that stands in them. */
interface Content {
  table: string;
  columns: string[];
  rows: number;
  sum: string;
}

async function listTables(database: Database): Promise<Pick<Content, 'table' | 'columns'>[]> {
  return database.rows(
    `SELECT table_name AS table, array_agg(column_name::text ORDER BY ordinal_position) AS columns
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
      GROUP BY table_name ORDER BY table_name`,
  );
}

async function readContent(
  database: Database,
  tables: Pick<Content, 'table' | 'columns'>[],
): Promise<Content[]> {
  const contents = [];
  for (const { table, columns } of tables) {
    const row = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const found = await database.first<{ rows: number; sum: string }>(
      `SELECT count(*)::int AS rows, coalesce(sum(hashtextextended(ROW(${row})::text, 0)), 0)::text AS sum
         FROM ${pg.escapeIdentifier(table)}`,
    );
    contents.push({ table, columns, rows: found?.rows ?? 0, sum: found?.sum ?? '' });
  }
  return contents;
}

test('every release that the changelog dates has its database here', () => {
  const dated = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/gm)].map(
    ([, version]) => version,
  );
  expect(dated.length).toBeGreaterThan(0);
  expect(releases.map((name) => name.replace('.sql.gz', '')).sort()).toEqual(dated.sort());
});

test('the newest section of the changelog is of the version that the packages have', () => {
  const { version } = JSON.parse(readFileSync(join(serverFolder(), 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(/^## (\S+)/m.exec(changelog)?.[1]).toBe(version);
});

if (inject('engine') === 'postgres')
  describe('a released database', () => {
    let fresh: Database;
    beforeAll(async () => {
      fresh = (await openTestDatabase()).database;
    });
    afterAll(async () => {
      await fresh.close();
    });

    async function restore(release: string): Promise<string> {
      const { url, client } = await openBeside(`release_${release.replaceAll('.', '_')}`);
      await client.query(gunzipSync(readFileSync(join(folder, release))).toString());
      await client.end();
      return url;
    }

    test.for(releases)('%s migrates to the schema of a fresh one, every row as it was', async (release) => {
      const database = openPostgres(await restore(release), createLog('silent'));
      try {
        const tables = await listTables(database);
        const before = await readContent(database, tables);
        expect(before.filter(({ rows }) => rows > 0).length).toBeGreaterThan(20);
        await migrate(database);
        expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
        expect(await readContent(database, tables)).toEqual(before);
      } finally {
        await database.close();
      }
    });
  });
