import { ConfigError, type Config } from './config.ts';
import { findUnwritable } from './platform/data-folder.ts';
import { DatabaseError, type Database } from './platform/database/database.ts';
import { openEmbedded } from './platform/database/embedded.ts';
import {
  explainPostgresFailure,
  inspectPooler,
  inspectPostgres,
  type Misfit,
} from './platform/database/inspect-postgres.ts';
import { markFolder, migrate, NewerDatabaseError, refuseNewerFolder } from './platform/database/migrate.ts';
import { openPostgres } from './platform/database/postgres.ts';
import type { Logger } from './platform/log/log.ts';

/**
 * Opens the database that the configuration names, brought to this version.
 *
 * @throws {ConfigError} in one line when DATA_DIR cannot be written or the PostgreSQL of DATABASE_URL cannot be used.
 * @throws {FolderLockedError} when another process has the data folder.
 * @throws {NewerDatabaseError} when a newer version of Madang has worked on it.
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const unwritable = await findUnwritable(config.dataFolder);
  if (unwritable !== null) throw dataFolderError(unwritable);
  if (config.databaseUrl) {
    return config.directUrl
      ? openThroughPooler(config.databaseUrl, config.directUrl, log)
      : openServer(config.databaseUrl, log);
  }
  try {
    return await openFolder(config.dataFolder, log);
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

/** Brought to this version past the pooler; what asks goes through it. */
async function openThroughPooler(url: string, directUrl: string, log: Logger): Promise<Database> {
  await (await openServer(directUrl, log, 'DATABASE_DIRECT_URL')).close();
  await refuseMisfit('DATABASE_URL', inspectPooler(url, directUrl));
  return openPostgres(url, log, { directUrl });
}

async function refuseMisfit(variable: string, looking: Promise<Misfit | null>): Promise<void> {
  const misfit = await looking.catch((error: unknown) => {
    throw misfitError(variable, explainPostgresFailure(error));
  });
  if (misfit) throw misfitError(variable, misfit);
}

async function openServer(url: string, log: Logger, variable = 'DATABASE_URL'): Promise<Database> {
  await refuseMisfit(variable, inspectPostgres(url));
  const database = openPostgres(url, log);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof NewerDatabaseError || !(error instanceof DatabaseError)) throw error;
    throw misfitError(variable, explainPostgresFailure(error));
  }
}

const misfitError = (variable: string, { text, todo }: Misfit) =>
  new ConfigError(`${variable}: ${text}; ${todo}`);

async function openFolder(folder: string, log: Logger): Promise<Database> {
  await refuseNewerFolder(folder);
  const database = await openEmbedded(folder, log);
  await migrate(database);
  await markFolder(folder);
  return database;
}
