import { InstallationKeys } from '../../lib/installation-keys.ts';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EMPTY_LEDGER, type RepeatedLedger } from '../../user-data.ts';
import type { Database } from '../../database/database.ts';
import { openEmbedded } from '../../database/embedded.ts';
import { migrate } from '../../database/migrate.ts';
import { openPostgres } from '../../database/postgres.ts';
import { openImageFolder } from '../../open.ts';
import { OperatorError, type Terminal } from '../terminal.ts';
import type { Workplace } from '../workplace.ts';
import { type Manifest, readLedger } from './archive.ts';
import { restore } from './restore.ts';

const ARCHIVE = /^madang-.*\.tar\.gz$/;
const LEDGER = 'withdrawals.jsonl';
/** Name prefixes of scratch places, followed by process id or time. */
const SCRATCH = '.madang-verify-';
const SCRATCH_DATABASE = 'madang_verify_';
/** Age in hours at which a scratch database is abandoned. */
const LEFT_BEHIND_HOURS = 6;

export interface Verified {
  manifest: Manifest;
  /** Deletions repeated from the archive's ledger; null without one. */
  repeated: RepeatedLedger | null;
  place: string;
  seconds: number;
}

/**
 * Returns the newest archive of a folder; unfinished ones are named differently.
 *
 * @throws {OperatorError} if there is none.
 */
export async function findNewestArchive(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => ARCHIVE.test(name));
  const found = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const newest = found.sort((left, right) => right.at - left.at)[0];
  if (!newest) throw new OperatorError(`${folder} has no madang-*.tar.gz; name the archive or the --folder`);
  return newest.path;
}

/**
 * Restores an archive into a temporary place, compares everything, and removes it. Uses a new database next to
 * DATABASE_URL's, otherwise an embedded one.
 *
 * @throws {OperatorError} if archive or copy is damaged.
 */
export async function verifyBackup(
  {
    config,
    database: live,
    actor,
    campus,
    log,
  }: Pick<Workplace, 'config' | 'database' | 'actor' | 'campus' | 'log'>,
  archive: string,
  terminal: Terminal,
): Promise<Verified> {
  const began = performance.now();
  const beside = dirname(resolve(archive));
  await removeLeftBehind(beside);
  const scratch = await mkdtemp(join(beside, `${SCRATCH}${process.pid}-`));
  const onSignal = (signal: NodeJS.Signals) => {
    rmSync(scratch, { recursive: true, force: true });
    process.kill(process.pid, signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  const name = config.databaseUrl ? await createScratchDatabase(live) : null;
  let database: Database | undefined;
  try {
    database = name
      ? openPostgres(besideUrl(config.databaseUrl ?? '', name), log, { poolSize: 2 })
      : await openEmbedded(join(scratch, 'data'), log);
    await migrate(database);
    const images = openImageFolder({ dataFolder: scratch });
    const ledgerFile = join(beside, LEDGER);
    const known = await access(ledgerFile).then(
      () => true,
      () => false,
    );
    const ledger = known ? await readLedger(ledgerFile) : EMPTY_LEDGER;
    const { manifest, repeated } = await restore(
      { database, images, actor, campus, openKeys: async () => new InstallationKeys() },
      { file: archive, ledger, dryRun: false },
      terminal,
    );
    return {
      manifest,
      repeated: known ? repeated : null,
      place: name ? 'in a database made for it' : 'in an embedded database made for it',
      seconds: Math.round((performance.now() - began) / 1_000),
    };
  } finally {
    await database?.close();
    if (name) await live.change(`DROP DATABASE IF EXISTS ${name}`);
    await rm(scratch, { recursive: true, force: true });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
  }
}

/** Creates an empty database next to the live one, if permitted. */
async function createScratchDatabase(live: Database): Promise<string | null> {
  const role = await live.first<{ may: boolean }>(
    'SELECT rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user',
  );
  if (!role?.may) return null;
  const left = await live.rows<{ datname: string }>(
    `SELECT datname FROM pg_database
      WHERE datname LIKE '${SCRATCH_DATABASE.replaceAll('_', String.raw`\_`)}%'
        AND split_part(datname, '_', 3)::bigint < extract(epoch FROM now()) - ${LEFT_BEHIND_HOURS * 3_600}
        AND NOT EXISTS (SELECT FROM pg_stat_activity AS activity WHERE activity.datname = pg_database.datname)`,
  );
  for (const { datname } of left) await live.change(`DROP DATABASE IF EXISTS "${datname}"`);
  const seconds = Math.floor(Date.now() / 1_000);
  const name = `${SCRATCH_DATABASE}${seconds}_${randomBytes(4).toString('hex')}`;
  await live.change(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
  return name;
}

function besideUrl(live: string, name: string): string {
  const url = new URL(live);
  url.pathname = `/${name}`;
  return url.href;
}

async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(SCRATCH)) continue;
    const owner = Number(name.slice(SCRATCH.length).split('-')[0]);
    if (!isRunning(owner)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
