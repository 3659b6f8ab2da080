import type { Executor } from '../platform/database/database.ts';
import { connectShared, sharedAddress } from '../platform/database/shared-database.ts';
import { OperatorError } from './terminal.ts';
import type { Workplace } from './workplace.ts';

/**
 * Every server holds one connection that listens, and no other program of ours does.
 *
 * @throws {OperatorError} while one runs on this database.
 */
export async function requireNoServer(database: Executor): Promise<void> {
  const server = await database.first(
    `SELECT 1 AS found FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'madang-listen' LIMIT 1`,
  );
  if (server) throw new OperatorError('a server runs on this database; stop it first');
}

/**
 * Through a running server the embedded database is not ours alone: it would use what it just lost.
 *
 * @throws {OperatorError} while one has the data folder.
 */
export async function requireOwnDatabase({ config }: Pick<Workplace, 'config'>): Promise<void> {
  if (config.databaseUrl) return;
  const server = await connectShared(sharedAddress(config.dataFolder));
  if (!server) return;
  await server.close();
  throw new OperatorError('a server runs on this data folder; stop it first');
}
