import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import { loadCampus } from '@madang/campus/load-campus';
import { hasRoom, LAUNCH_PARTS, type LaunchPart } from '@madang/contract/admin/rules';
import { ConfigError, readConfig, siteOf, type Config } from '../config.ts';
import { campusFolderOf, hasForgottenImages, mailRoute, openImages, readKeys } from '../open.ts';
import { examineLaunch, examineSite, type Finding as PartFinding } from '../features/admin/index.ts';
import { countPushDevices } from '../features/notifications/index.ts';
import type { Database } from '../database/database.ts';
import { openEmbedded } from '../database/embedded.ts';
import { FolderLockedError } from '../database/folder-lock.ts';
import { explainPostgresFailure, inspectPostgres } from '../database/inspect-postgres.ts';
import { NewerDatabaseError, readMigrationState, refuseNewerFolder } from '../database/migrate.ts';
import { CONNECTIONS, openPostgres } from '../database/postgres.ts';
import { connectShared, sharedAddress } from '../database/shared-database.ts';
import { findForeign, findUnwritable, readDisk } from '../lib/folders.ts';
import { ImageStoreError } from '../images/image-store.ts';
import { describeS3 } from '../images/s3-settings.ts';
import { listTroubledJobs } from '../jobs/jobs.ts';
import { fail, pass, warn } from '../lib/findings.ts';
import { createLog } from '../log/log.ts';
import { checkSmtp } from '../mail/mailer.ts';
import { countDelayedMails } from '../mail/mail-queue.ts';
import { countMissingKeys, InstallationKeysError, readKeysFile } from '../lib/installation-keys.ts';
import { AS_ITS_OWNER } from './workplace.ts';

/** Parts that the server needs, in the order of the check. */
export const PARTS = [
  'configuration',
  'database',
  'migrations',
  'mail',
  'keys',
  'push',
  'jobs',
  'images',
  'disk',
] as const;

export type Finding = PartFinding<(typeof PARTS)[number] | LaunchPart>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Checks everything the server needs, part by part, unchanged. `launch` also checks readiness for opening. */
export async function* examine(
  environment: Environment,
  { launch }: { launch: boolean } = { launch: false },
): AsyncGenerator<Finding> {
  let config: Config;
  let todo = 'correct that variable; see docs/reference-environment.md';
  try {
    config = readConfig(environment);
    const foreign = await findForeign(config.dataFolder);
    if (foreign !== null) {
      todo = AS_ITS_OWNER;
      throw new ConfigError(`DATA_DIR: ${foreign}`);
    }
  } catch (error) {
    yield fail('configuration', error, todo);
    for (const part of [...PARTS.slice(1), ...(launch ? LAUNCH_PARTS : [])]) yield unknown(part);
    return;
  }
  const { campus, finding } = await examineConfiguration(config);
  yield finding;
  let database: Database | null = null;
  let begun = true;
  try {
    const opened = await openAsItIs(config);
    database = opened?.database ?? null;
    begun = opened !== null;
    if (!opened) {
      const text = `nothing is in ${config.dataFolder} yet`;
      yield warn('database', text, 'the first start of the server creates it');
    } else yield await examineDatabase(config, opened);
  } catch (error) {
    if (config.databaseUrl) yield { part: 'database', state: 'fail', ...explainPostgresFailure(error) };
    else yield fail('database', error, adviseOnFolder(error));
  }
  const migrations = database && (await examineMigrations(database));
  if (begun) yield migrations ?? unknown('migrations');
  else yield pass('migrations', 'none yet: there is no database');
  const current = migrations?.state === 'ok' ? database : null;
  yield await examineMail(config, current);
  yield await examineKeys(config, current);
  yield await examinePush(config, current);
  if (begun) yield current ? await examineJobs(current) : unknown('jobs');
  else yield pass('jobs', 'none yet: there is no database');
  const ready = launch
    ? [...(await examineSite(siteOf(config))), ...(await examineReadiness(config, campus, current))]
    : [];
  await database?.close();
  yield await examineImages(config);
  yield await examineDisk(config);
  yield* ready;
}

/** Checks readiness for opening with the facts of this machine, except the site's address. */
export async function examineReadiness(
  config: Config,
  campus: Campus | null,
  database: Database | null,
): Promise<Finding[]> {
  return examineLaunch({
    edition: config.edition,
    campus,
    database,
    mailRoute: campus && mailRoute(config, campus),
    proxies: config.proxies,
    servedPort: config.socket === null && (await isServedAt(config.port)) ? config.port : null,
  });
}

/** Whether Madang answers on this port; false for 0 (any). */
async function isServedAt(port: number): Promise<boolean> {
  if (port === 0) return false;
  const answer = fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(3_000) });
  const text = await answer.then((answered) => answered.text()).catch(() => '');
  return text.includes('"status"');
}

function unknown(part: Finding['part']): Finding {
  return warn(part, 'not checked', 'fix the failures above first');
}

async function examineConfiguration(config: Config): Promise<{ campus: Campus | null; finding: Finding }> {
  try {
    const campus = await loadCampus(campusFolderOf(config), config.edition);
    const { university } = campus.settings;
    const text = `${config.production ? 'production' : 'development'} at ${siteOf(config)}, ${university.name}, ${campus.boards.length} boards`;
    return { campus, finding: pass('configuration', text) };
  } catch (error) {
    const todo = 'correct the campus folder: operator campus check lists its errors';
    return { campus: null, finding: fail('configuration', error, todo) };
  }
}

interface Opened {
  database: Database;
  how: string;
}

/** Opens the database unchanged; null without an embedded one. */
async function openAsItIs(config: Config): Promise<Opened | null> {
  const log = createLog('silent');
  if (config.databaseUrl) {
    const { hostname, pathname } = new URL(config.databaseUrl);
    const how = `at ${decodeURIComponent(hostname) || 'the local socket'}${pathname}`;
    return { database: openPostgres(config.databaseUrl, log, { poolSize: 1 }), how };
  }
  if (!existsSync(join(config.dataFolder, 'database'))) return null;
  const shared = await connectShared(sharedAddress(config.dataFolder));
  if (shared) return { database: shared, how: `in ${config.dataFolder}, through the running server` };
  await refuseNewerFolder(config.dataFolder);
  const database = await openEmbedded(config.dataFolder, log);
  return { database, how: `in ${config.dataFolder}, no server is running` };
}

async function examineDatabase(config: Config, { database, how }: Opened): Promise<Finding> {
  const misfit = config.databaseUrl && (await inspectPostgres(config.databaseUrl));
  if (misfit) return { part: 'database', state: 'fail', ...misfit };
  const row = await database.first<{ version: string; connections: number }>(
    `SELECT current_setting('server_version') AS version,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections`,
  );
  const text = `${config.databaseUrl ? 'PostgreSQL' : 'embedded engine'} ${row?.version ?? ''} ${how}`;
  const scarcity = config.databaseUrl ? judgeConnections(row?.connections ?? 0) : null;
  return scarcity ? warn('database', `${text}; ${scarcity.text}`, scarcity.todo) : pass('database', text);
}

/** Returns the problem if connections are too few for two servers. */
export function judgeConnections(room: number): { text: string; todo: string } | null {
  const wanted = 2 * CONNECTIONS;
  if (wanted <= room) return null;
  return {
    text: `it allows ${room} connections, and two servers may need ${wanted}`,
    todo: `raise max_connections of PostgreSQL to ${wanted + 20} or more`,
  };
}

function adviseOnFolder(error: unknown): string {
  if (error instanceof FolderLockedError)
    return 'a starting, stopping or hung server holds it: wait, or end that process';
  if (error instanceof NewerDatabaseError) return 'run the newer version of Madang';
  return 'check the owner of the data folder and the free disk space; otherwise restore the newest backup';
}

async function examineMigrations(database: Database): Promise<Finding | null> {
  try {
    const { found, known } = await readMigrationState(database);
    const text = `at ${found}, this program knows ${known}`;
    if (found === known) return pass('migrations', text);
    return found < known
      ? warn('migrations', text, 'the next start of the server migrates it, or run operator migrate')
      : fail('migrations', text, 'run the newer version of Madang');
  } catch {
    return null;
  }
}

async function examineMail(config: Config, database: Database | null): Promise<Finding> {
  const name = config.smtpUrl ? new URL(config.smtpUrl).host : `built-in mailbox in ${config.dataFolder}`;
  try {
    if (config.smtpUrl) await checkSmtp(config.smtpUrl, new URL(siteOf(config)).hostname);
  } catch (error) {
    const advice = 'check that the mail server runs and that SMTP_URL has its address, user and password';
    return fail('mail', `${name}: ${(error as Error).message}`, advice);
  }
  const delayed = database ? await countDelayedMails(database) : 0;
  if (delayed === 0) return pass('mail', config.smtpUrl ? `${name} answers` : name);
  return warn(
    'mail',
    `${name}; ${delayed} mails failed and will be retried`,
    'the server log gives the cause; they are sent once it is fixed',
  );
}

async function examineKeys({ keysFile }: Config, database: Database | null): Promise<Finding> {
  try {
    const keys = await readKeysFile(keysFile);
    const missing = database ? await countMissingKeys(database, keys ?? []) : 0;
    const text = keys ? `${keys.length} in ${keysFile}` : `${keysFile} does not exist`;
    if (missing > 0)
      throw new InstallationKeysError(`${text}; ${missing} used with this database are missing`);
    if (keys) return pass('keys', text);
    return warn('keys', text, 'the next start of the server creates it: keep a copy');
  } catch (error) {
    return fail('keys', error, 'operator keys add FILE, with the copy kept with the backups');
  }
}

async function examinePush(config: Config, database: Database | null): Promise<Finding> {
  const { path } = config.pushKeys;
  const bring = 'restore your copy of the file';
  try {
    const keys = await readKeys(config);
    const devices = keys || !database ? 0 : await countPushDevices(database);
    if (devices > 0) {
      const text = `${path} is missing: ${devices} browsers subscribed with its keys and get no pushes`;
      return fail('push', text, `${bring}; with new keys, everybody must subscribe again`);
    }
    const text = keys ? `keys in ${path}` : 'off: operator push keys creates the keys';
    return pass('push', text);
  } catch (error) {
    return fail('push', error, `${bring}; the server does not start`);
  }
}

async function examineJobs(database: Database): Promise<Finding> {
  const troubled = await listTroubledJobs(database);
  if (troubled.length === 0) return pass('jobs', 'none failed');
  const counts = troubled.map(
    ({ kind, delayed, givenUp }) => `${kind}: ${delayed} failed and will be retried, ${givenUp} abandoned`,
  );
  return warn(
    'jobs',
    counts.join('; '),
    'the server log gives the cause; once it is fixed, retry abandoned ones with operator jobs retry KIND',
  );
}

const STORE_ADVICE = {
  settings: 'correct S3_URL, or the permissions of its key in the bucket',
  unavailable: 'check that the store runs and is reachable from here; pictures then appear again',
  damaged:
    'pictures are not safe there: correct the store, its proxy and its lifecycle rules, or use another store',
} as const;

async function examineImages(config: Config): Promise<Finding> {
  if (!config.s3 && !existsSync(config.dataFolder)) {
    const text = `${config.dataFolder} does not exist yet`;
    return warn('images', text, 'the server creates it with the first picture');
  }
  const place = config.s3 ? describeS3(config.s3) : join(config.dataFolder, 'images');
  const store = openImages(config);
  const key = `doctor/${randomUUID()}`;
  try {
    const probe = Buffer.from(key);
    await store.put(key, probe);
    const read = await store.get(key);
    await store.remove('doctor');
    if (!read?.equals(probe)) throw new Error(`${place} returns other bytes than were written`);
    if (await store.get(key)) throw new Error(`${place} keeps a removed object`);
    const text = `${place} can be written, read and deleted`;
    if (!(await hasForgottenImages(config))) return pass('images', text);
    const more = `${text}; pictures in DATA_DIR are not shown`;
    return warn('images', more, 'stop the server, then: operator images move store');
  } catch (error) {
    if (!config.s3) return fail('images', error, 'check the owner of the folder and the free disk space');
    const kind = error instanceof ImageStoreError ? error.kind : 'damaged';
    return fail('images', error, STORE_ADVICE[kind]);
  }
}

async function examineDisk(config: Config): Promise<Finding> {
  try {
    const unwritable = await findUnwritable(config.dataFolder);
    if (unwritable !== null)
      return fail('disk', `DATA_DIR: ${unwritable}`, 'make it owned by the user that runs Madang');
    const { free, all } = await readDisk(config.dataFolder);
    return judgeDisk(config.dataFolder, free, all);
  } catch (error) {
    return fail('disk', error, 'check that the disk of DATA_DIR is mounted');
  }
}

/** Returns the finding about the free disk space of a growing folder. */
export function judgeDisk(folder: string, free: number, all: number): Finding {
  const share = all === 0 ? 0 : free / all;
  const text = `${(free / 1024 ** 3).toFixed(1)} GB (${Math.floor(share * 100)} %) free for ${folder}`;
  if (hasRoom(free, all)) return pass('disk', text);
  return warn('disk', text, 'free some space or move DATA_DIR before the disk is full');
}
