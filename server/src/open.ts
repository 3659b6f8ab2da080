import { PUSH_SERVICES } from '@madang/contract/notifications/rules';
import { join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import { CampusError } from '@madang/campus/table';
import { loadCampus } from '@madang/campus/load-campus';
import { type Config, ConfigError, siteOf } from './config.ts';
import type { PushSettings } from './features/notifications/index.ts';
import { findOtherUniversity } from './features/campus/index.ts';
import { type Database, DatabaseError, type Executor, type Transaction } from './database/database.ts';
import { openEmbedded } from './database/embedded.ts';
import { explainPostgresFailure, inspectPostgres, type Misfit } from './database/inspect-postgres.ts';
import { markFolder, migrate, NewerDatabaseError, refuseNewerFolder } from './database/migrate.ts';
import { openPostgres } from './database/postgres.ts';
import { findUnwritable, serverFolder } from './lib/folders.ts';
import { type ImageStore, ImageStoreError, openFolderStore } from './images/image-store.ts';
import { S3Store } from './images/s3-store.ts';
import {
  countMissingKeys,
  type InstallationKey,
  InstallationKeys,
  InstallationKeysError,
  joinKeys,
  makeKey,
  noteKeys,
  readFormerSecret,
  readKeysFile,
  writeKeysFile,
} from './lib/installation-keys.ts';
import type { Logger } from './log/log.ts';
import { type Mailer, openMailbox, openSmtp, type StoredMail } from './mail/mailer.ts';
import { type PushKeys, PushKeysError, readPushKeys } from './push/push-keys.ts';
import { publicLookup, resolveHost } from './push/push-services.ts';
import { openPushTransport } from './push/push-transport.ts';

/** Returns the configured campus folder, or the one of this repository. */
export function campusFolderOf({ campusFolder }: Pick<Config, 'campusFolder'>): string {
  return campusFolder ?? join(serverFolder(), '..', 'campus');
}

/**
 * Loads the campus folder with the edition's legal texts.
 *
 * @throws {ConfigError} naming CAMPUS, the folder, and its first mistake.
 */
export async function openCampus(config: Pick<Config, 'campusFolder' | 'edition'>): Promise<Campus> {
  const folder = campusFolderOf(config);
  try {
    return await loadCampus(folder, config.edition);
  } catch (error) {
    if (!(error instanceof CampusError)) throw error;
    throw new ConfigError(`CAMPUS: ${folder}: ${error.message}; campus/README.md describes the folder`);
  }
}

/**
 * Requires that the data belongs to this campus's university.
 *
 * @throws {ConfigError}
 */
export async function requireOwnCampus(executor: Executor, { settings }: Campus): Promise<void> {
  const other = await findOtherUniversity(executor, settings.university);
  if (other === undefined) return;
  throw new ConfigError(
    `CAMPUS: the data belongs to ${other}, the campus folder to ${settings.university.name}: set CAMPUS or DATA_DIR`,
  );
}

/**
 * Opens the configured database, by default with migrations.
 *
 * @throws {ConfigError} in one line, for an unusable DATA_DIR or DATABASE_URL.
 * @throws {FolderLockedError} when another process has the data folder.
 * @throws {NewerDatabaseError} after a newer version.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  prepare: Prepare = migrate,
): Promise<Database> {
  const unwritable = await findUnwritable(config.dataFolder);
  if (unwritable !== null) throw dataFolderError(unwritable);
  if (config.databaseUrl) {
    return openServer(config.databaseUrl, log, prepare);
  }
  try {
    return await openFolder(config.dataFolder, log, prepare);
  } catch (error) {
    // System errors, such as another user's folder of mode 0770.
    if (error instanceof Error && 'syscall' in error) throw dataFolderError(error.message);
    throw error;
  }
}

function dataFolderError(reason: string): ConfigError {
  return new ConfigError(
    `DATA_DIR: ${reason}; make it owned by the user that runs Madang, or set another DATA_DIR`,
  );
}

type Prepare = (database: Database) => Promise<void>;

async function openServer(url: string, log: Logger, prepare: Prepare): Promise<Database> {
  const misfit = await inspectPostgres(url).catch((error: unknown) => {
    throw misfitError(explainPostgresFailure(error));
  });
  if (misfit) throw misfitError(misfit);
  const database = openPostgres(url, log);
  try {
    await prepare(database);
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof NewerDatabaseError || !(error instanceof DatabaseError)) throw error;
    throw misfitError(explainPostgresFailure(error));
  }
}

const misfitError = ({ text, todo }: Misfit) => new ConfigError(`DATABASE_URL: ${text}; ${todo}`);

async function openFolder(folder: string, log: Logger, prepare: Prepare): Promise<Database> {
  await refuseNewerFolder(folder);
  const database = await openEmbedded(folder, log);
  try {
    await prepare(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  await markFolder(folder);
  return database;
}

type Where = Pick<Config, 'dataFolder' | 's3'>;

/** Opens the configured S3 store, otherwise the data folder's. */
export function openImages(config: Where): ImageStore {
  return config.s3 ? new S3Store(config.s3) : openImageFolder(config);
}

/** Opens the data folder's pictures, even if not served from there. */
export function openImageFolder({ dataFolder }: Pick<Config, 'dataFolder'>): ImageStore {
  return openFolderStore(join(dataFolder, 'images'));
}

/** Whether the data folder contains pictures despite an S3 store. */
export async function hasForgottenImages(config: Where): Promise<boolean> {
  if (!config.s3) return false;
  for await (const key of openImageFolder(config).list()) if (key) return true;
  return false;
}

/**
 * Checks the store at start. Only wrong settings end it, not an outage.
 *
 * @throws {ConfigError} naming what the store rejects.
 */
export async function requireImages(config: Where, log: Logger): Promise<void> {
  if (!config.s3) return;
  if (await hasForgottenImages(config))
    log.warn('pictures in DATA_DIR/images are not shown: run operator images move store');
  try {
    await new S3Store(config.s3).examine();
  } catch (error) {
    if (!(error instanceof ImageStoreError)) throw error;
    if (error.kind === 'settings') throw new ConfigError(`S3_URL: ${error.message}`);
    log.error({ error: error.message }, 'pictures are unavailable until their store answers');
  }
}

/**
 * Opens the configured keys; creates a missing file, with an older version's secret from the database.
 *
 * @throws {ConfigError} for a file without keys or an unwritable one.
 */
export async function openKeys(
  config: Pick<Config, 'keysFile'>,
  database: Database | Transaction,
  log?: Logger,
): Promise<InstallationKeys> {
  const keys = await changeKeys(config, database, (kept) => (kept.length > 0 ? [] : [makeKey()]));
  const missing = await countMissingKeys(database, keys);
  if (missing > 0) log?.error({ missing }, 'keys used with this database are missing: see operator doctor');
  return new InstallationKeys(keys);
}

/** Adds keys to the file, locked across processes; returns all. */
export async function changeKeys(
  config: Pick<Config, 'keysFile'>,
  database: Database | Transaction,
  add: (kept: readonly InstallationKey[]) => readonly InstallationKey[],
): Promise<InstallationKey[]> {
  if ('transaction' in database)
    return database.transaction((transaction) => changeKeys(config, transaction, add));
  await database.rows(`SELECT pg_advisory_xact_lock(hashtextextended('installation keys', 0))`);
  try {
    const kept = (await readKeysFile(config.keysFile)) ?? [];
    const keys = joinKeys(kept, add(kept), await readFormerSecret(database));
    if (keys.length > kept.length) await writeKeysFile(config.keysFile, keys);
    await noteKeys(database, keys);
    return keys;
  } catch (error) {
    if (error instanceof InstallationKeysError) throw new ConfigError(`INSTALLATION_KEYS: ${error.message}`);
    throw error;
  }
}

/** Opens the configured mailer. `list` only exists for the built-in mailbox. */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataFolder'>,
  campus: Campus,
  origin: string,
): { mailer: Mailer; list?: () => Promise<StoredMail[]> } {
  if (!config.smtpUrl) {
    const mailbox = openMailbox(join(config.dataFolder, 'mailbox'));
    return { mailer: mailbox, list: () => mailbox.list() };
  }
  const { hostname } = new URL(origin);
  return { mailer: openSmtp(config.smtpUrl, senderOf(config, campus, origin), hostname) };
}

/** Returns the sender of mails, `Name <address>`; by default the site's host. */
export function senderOf(config: Pick<Config, 'mailFrom'>, campus: Campus, origin: string): string {
  return config.mailFrom ?? `${campus.settings.product.latinName} <no-reply@${new URL(origin).hostname}>`;
}

/** Returns the mail route, whose change requires a test; null with the built-in mailbox. */
export function mailRoute(config: Config, campus: Campus): string | null {
  if (!config.smtpUrl) return null;
  return `${new URL(config.smtpUrl).host} as ${senderOf(config, campus, siteOf(config))}`;
}

export async function openPush(config: Pick<Config, 'pushKeys'>): Promise<PushSettings | null> {
  const keys = await readKeys(config);
  if (!keys) return null;
  const transport = openPushTransport(publicLookup(resolveHost));
  return { keys, services: PUSH_SERVICES, transport };
}

/**
 * Reads the configured push keys, or null.
 *
 * @throws {ConfigError} for a file without keys, or a missing named one.
 */
export async function readKeys({
  pushKeys: { path, named },
}: Pick<Config, 'pushKeys'>): Promise<PushKeys | null> {
  try {
    const keys = await readPushKeys(path);
    if (!keys && named) throw new PushKeysError(`${path} does not exist; operator push keys creates it`);
    return keys;
  } catch (error) {
    if (error instanceof PushKeysError) throw new ConfigError(`PUSH_KEYS: ${error.message}`);
    throw error;
  }
}
