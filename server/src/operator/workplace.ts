import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import type { Config } from '../config.ts';
import { upsertBoards } from '../features/campus/index.ts';
import { openCampus, openDatabase, openImages, openKeys, requireOwnCampus } from '../open.ts';
import type { Database, Transaction } from '../database/database.ts';
import { openEmbedded, openMemory } from '../database/embedded.ts';
import {
  migrate,
  NewerDatabaseError,
  OlderDatabaseError,
  readMigrationState,
  refuseNewerFolder,
  requireCurrent,
} from '../database/migrate.ts';
import { openPostgres } from '../database/postgres.ts';
import { connectShared, sharedAddress } from '../database/shared-database.ts';
import { findForeign } from '../lib/folders.ts';
import type { ImageStore } from '../images/image-store.ts';
import { InstallationKeys } from '../lib/installation-keys.ts';
import { Hub } from '../live/hub.ts';
import type { Logger } from '../log/log.ts';
import { OperatorError } from './terminal.ts';

/** Data of a command, the same as the server's. */
export interface Workplace {
  config: Config;
  database: Database;
  images: ImageStore;
  campus: Campus;
  openKeys(executor: Database | Transaction): Promise<InstallationKeys>;
  /** Notifies running servers of changes; not started, so it receives nothing. */
  hub: Hub;
  log: Logger;
  actor: string;
  close(): Promise<void>;
}

export interface Opening {
  /** The command writes nothing: opening creates no table, board or folder. */
  dryRun: boolean;
  /** The command rolls everything back, so an empty PostgreSQL suffices. */
  takesBack?: boolean;
  /** The command migrates the database; others refuse a different version. */
  migrates?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Remedy for a data folder that {@link findForeign} refuses. */
export const AS_ITS_OWNER = 'run the command as that user, e.g. with sudo -u';

/**
 * Opens the configured PostgreSQL, otherwise the embedded database, through a running server if any. A dry run may use one
 * in memory.
 *
 * @throws {DatabaseError} when the database is unreachable.
 * @throws {ConfigError} for data of another university.
 * @throws {NewerDatabaseError} or {OlderDatabaseError} for another version.
 * @throws {OperatorError} for root in another user's data folder: the command writes files there.
 */
export async function openWorkplace(
  config: Config,
  log: Logger,
  { dryRun, takesBack = false, migrates = false, environment }: Opening & { environment: Environment },
): Promise<Workplace> {
  const foreign = await findForeign(config.dataFolder);
  if (foreign !== null) throw new OperatorError(`DATA_DIR: ${foreign}; ${AS_ITS_OWNER}`);
  const campus = await openCampus(config);
  const shared = config.databaseUrl ? null : await connectShared(sharedAddress(config.dataFolder));
  if (shared) await requireOfServer(shared);
  else await refuseBeside(config, environment);
  const present =
    shared ??
    (dryRun
      ? await openAsItIs(config, log, takesBack)
      : await openDatabase(config, log, migrates ? migrate : requireCurrent));
  if (present && !takesBack)
    await requireOwnCampus(present, campus).catch(async (error: unknown) => {
      await present.close();
      throw error;
    });
  const database = present ?? (await openMemory());
  if (!present) await migrate(database);
  if (!present || !(shared || dryRun)) await upsertBoards(database, campus.boards);
  const hub = new Hub(database, log);
  return {
    config,
    database,
    images: openImages(config),
    campus,
    openKeys: async (executor) => (dryRun ? new InstallationKeys() : openKeys(config, executor)),
    hub,
    log,
    actor: nameActor(environment),
    async close() {
      await hub.settled();
      await database.close();
    },
  };
}

/**
 * Refuses the default folder (beta) next to an official server.
 *
 * @throws {OperatorError}
 */
async function refuseBeside({ dataFolder }: Config, environment: Environment): Promise<void> {
  if (environment['EDITION'] || environment['DATA_DIR'] || environment['DATABASE_URL']) return;
  const beside = join(dirname(dataFolder), 'data-official');
  const other = await connectShared(sharedAddress(beside));
  await other?.close();
  if (other)
    throw new OperatorError(
      `${beside} is in use by a server of the official edition, and ${dataFolder} by none: set EDITION=official for that one, EDITION=beta for this one`,
    );
}

async function requireOfServer(shared: Database): Promise<void> {
  const { found, known } = await readMigrationState(shared);
  if (found === known) return;
  await shared.close();
  throw found > known ? new NewerDatabaseError(found, known) : new OlderDatabaseError(found, known);
}

/** Opens the database unchanged; null if missing or without required tables. */
async function openAsItIs(config: Config, log: Logger, takesBack: boolean): Promise<Database | null> {
  if (!config.databaseUrl) {
    if (!existsSync(join(config.dataFolder, 'database'))) return null;
    await refuseNewerFolder(config.dataFolder);
  }
  const database = config.databaseUrl
    ? openPostgres(config.databaseUrl, log)
    : await openEmbedded(config.dataFolder, log);
  try {
    const { found, known } = await readMigrationState(database);
    if (found === known || (found === 0 && takesBack)) return database;
    if (found > known) throw new NewerDatabaseError(found, known);
    if (found > 0) throw new OlderDatabaseError(found, known);
  } catch (error) {
    await database.close();
    throw error;
  }
  await database.close();
  return null;
}

/** Valid user names; other values are ignored. */
const NAME = /^[\p{L}\p{N}._@\\-]{1,100}\$?$/u;

/** Returns the operator for the audit log: sudo user, otherwise login. */
export function nameActor(environment: Readonly<Record<string, string | undefined>>): string {
  const { SUDO_USER: sudoUser = '' } = environment;
  return NAME.test(sudoUser) ? sudoUser : loginName();
}

/** Returns the login, or its number, as in containers. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? ''}`.trim();
  }
}
