import type { Health } from '@madang/contract/operate/schema';
import type { Database, Executor } from '../../platform/database/database.ts';
import { listTroubledJobs } from '../../platform/jobs/jobs.queries.ts';
import { countDelayedMails, countWaitingMails } from '../../platform/mail/outbox.ts';
import { countToday } from '../analytics/index.ts';

export interface HealthDependencies {
  database: Database;
  /** Free and all bytes of the disk that holds the data folder; null where that cannot be read. */
  readDisk: () => Promise<{ free: number; all: number } | null>;
  /** When the newest backup was taken. */
  findBackup: (executor: Executor) => Promise<Date | null>;
  timeZone: string;
}

/** How the service is, as an operator sees it away from its machine. */
export async function readHealth(dependencies: HealthDependencies): Promise<Health> {
  const { database, readDisk, findBackup, timeZone } = dependencies;
  const { count: waiting, oldestAt } = await countWaitingMails(database);
  return {
    at: new Date().toISOString(),
    mail: {
      waiting,
      delayed: await countDelayedMails(database),
      oldestAt: oldestAt?.toISOString() ?? null,
    },
    jobs: await listTroubledJobs(database),
    disk: await readDisk(),
    backupAt: (await findBackup(database))?.toISOString() ?? null,
    errors: await countToday(database, timeZone, 'error'),
  };
}
