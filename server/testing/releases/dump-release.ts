// `npm run release:dump`: writes the database of the official demo into this folder, with a row in every table.
// Made once per tagged release; every later version is tested on it (releases.api.test.ts).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openPostgres } from '../../src/database/postgres.ts';
import { createLog } from '../../src/log/log.ts';
import { serverFolder } from '../../src/lib/folders.ts';
import { fillEmptyTables } from '../every-table.ts';
import { BuiltServer } from '../outside/built-server.ts';
import { startCluster } from '../postgres-cluster.ts';

const { version } = JSON.parse(readFileSync(join(serverFolder(), 'package.json'), 'utf8')) as {
  version: string;
};
const folder = mkdtempSync(join(tmpdir(), 'madang-release-'));
const cluster = await startCluster();
try {
  await cluster.createDatabase('released');
  const url = cluster.urlOf('released');
  const server = new BuiltServer({ DATABASE_URL: url, DATA_DIR: folder, EDITION: 'official' });
  await server.start();
  await server.stop();
  // Adds rows to tables that are empty after a first start but not in production.
  const database = openPostgres(url, createLog('silent'));
  await fillEmptyTables(database);
  await database.close();
  // Plain statements for any client, one row per line.
  const dump = spawnSync(
    'pg_dump',
    ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', '--no-comments', url],
    { encoding: 'utf8', maxBuffer: 200_000_000 },
  );
  if (dump.status !== 0) throw dump.error ?? new Error(dump.stderr);
  // Removes meta-commands of psql.
  const text = dump.stdout.replaceAll(/^\\.*\n/gm, '');
  const path = join(import.meta.dirname, `${version}.sql.gz`);
  writeFileSync(path, gzipSync(text, { level: 9 }));
  process.stdout.write(`${path}\n`);
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
