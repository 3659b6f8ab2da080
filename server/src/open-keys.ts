import { ConfigError, type Config } from './config.ts';
import type { Database, Transaction } from './platform/database/database.ts';
import {
  countMissingKeys,
  InstallationKeys,
  InstallationKeysError,
  joinKeys,
  makeKey,
  noteKeys,
  readFormerSecret,
  readKeysFile,
  writeKeysFile,
  type InstallationKey,
} from './platform/installation-keys.ts';
import type { Logger } from './platform/log/log.ts';

/**
 * Opens the keys of the configuration, and makes them where there is no file. The secret that an older version left in the
 * database is copied there.
 *
 * @throws {ConfigError} for a file that holds no keys, or cannot be written.
 */
export async function openKeys(
  config: Pick<Config, 'keysFile'>,
  database: Database | Transaction,
  log?: Logger,
): Promise<InstallationKeys> {
  const keys = await changeKeys(config, database, (kept) => (kept.length > 0 ? [] : [makeKey()]));
  const missing = await countMissingKeys(database, keys);
  if (missing > 0)
    log?.error({ missing }, 'keys are missing that the database was used with: see operator doctor');
  return new InstallationKeys(keys);
}

/** Adds to the keys of the file, one process after the other. Answers all that are there then. */
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
