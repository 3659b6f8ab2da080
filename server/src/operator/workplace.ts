import { join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import type { Config } from '../config.ts';
import { upsertBoards } from '../features/campus/index.ts';
import { openCampus } from '../open-campus.ts';
import { openDatabase } from '../open-database.ts';
import type { Database } from '../platform/database/database.ts';
import { connectShared, sharedAddress } from '../platform/database/shared-database.ts';
import { openFolderStore, type ImageStore } from '../platform/images/image-store.ts';
import { Hub } from '../platform/live/hub.ts';
import type { Logger } from '../platform/log/log.ts';
import { nameActor } from './actor.ts';

/** What a command works on: the same data as the server, whether that is running or not. */
export interface Workplace {
  config: Config;
  database: Database;
  images: ImageStore;
  campus: Campus;
  /** Tells the running servers what changed; not started, so it hears nothing. */
  hub: Hub;
  log: Logger;
  /** The name in the audit log. */
  actor: string;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL where the configuration names one, else the embedded database: through the server that
 * has it, or by itself when none is running. `environment` says who runs the command.
 *
 * @throws {DatabaseError} when the database is out of reach.
 */
export async function openWorkplace(
  config: Config,
  log: Logger,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Workplace> {
  const campus = await openCampus(config);
  const shared = config.databaseUrl ? null : await connectShared(sharedAddress(config.dataFolder));
  const database = shared ?? (await openDatabase(config, log));
  if (!shared) await upsertBoards(database, campus.boards);
  const hub = new Hub(database, log);
  return {
    config,
    database,
    images: openFolderStore(join(config.dataFolder, 'images')),
    campus,
    hub,
    log,
    actor: nameActor(environment),
    async close() {
      await hub.settled();
      await database.close();
    },
  };
}
