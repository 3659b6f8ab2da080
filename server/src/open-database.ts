import { ConfigError, type Config } from './config.ts';
import { findUnwritable } from './platform/data-folder.ts';
import { DatabaseError, type Database } from './platform/database/database.ts';
import { openEmbedded } from './platform/database/embedded.ts';
import {
  explainPostgresFailure,
  inspectPostgres,
  type Misfit,
} from './platform/database/inspect-postgres.ts';
import { markFolder, migrate, NewerDatabaseError, refuseNewerFolder } from './platform/database/migrate.ts';
import { openPostgres } from './platform/database/postgres.ts';
import type { Logger } from './platform/log/log.ts';

/**
 * Opens the database that the configuration names and prepares it: brought to this version, where nothing else is said.
 *
 * @throws {ConfigError} in one line when DATA_DIR cannot be written or the PostgreSQL of DATABASE_URL cannot be used.
 * @throws {FolderLockedError} when another process has the data folder.
 * @throws {NewerDatabaseError} when a newer version of Madang has worked on it.
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
    // The disk's own failures, such as a folder of mode 0770 that belongs to somebody else.
    if (error instanceof Error && 'syscall' in error) throw dataFolderError(error.message);
    throw error;
  }
}

function dataFolderError(reason: string): ConfigError {
  return new ConfigError(
    `DATA_DIR: ${reason}; give it to the user that Madang runs as, or set another DATA_DIR`,
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
