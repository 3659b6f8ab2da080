import type { Config } from './config.ts';
import type { Database } from './platform/database/database.ts';
import { openEmbedded } from './platform/database/embedded.ts';
import { markFolder, migrate, refuseNewerFolder } from './platform/database/migrate.ts';
import { openPostgres } from './platform/database/postgres.ts';
import type { Logger } from './platform/log/log.ts';

/**
 * Opens the database that the configuration names, brought to this version.
 *
 * @throws {FolderLockedError} when another process has the data folder.
 * @throws {NewerDatabaseError} when a newer version of Madang has worked on it.
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl) {
    const database = openPostgres(config.databaseUrl, log);
    await migrate(database);
    return database;
  }
  await refuseNewerFolder(config.dataFolder);
  const database = await openEmbedded(config.dataFolder, log);
  await migrate(database);
  await markFolder(config.dataFolder);
  return database;
}
