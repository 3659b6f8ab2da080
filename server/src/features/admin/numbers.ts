import type { Health, Numbers } from '@madang/contract/admin/schema';
import { type NumberKind, NUMBERS } from '@madang/contract/admin/rules';
import { findAuditEntry } from '../../audit.ts';
import type { Database } from '../../database/database.ts';
import { listTroubledJobs } from '../../jobs/jobs.ts';
import { countDelayedMails, countWaitingMails } from '../../mail/mail-queue.ts';
import { addDays, countToday, findToday, listDailySums, rollUp } from '../analytics/index.ts';
import { countCasesByDay } from '../moderation/index.ts';

/** About one term: long enough to compare weeks. */
const DAYS = 90;

/** Returns counts of the last 90 campus days, a few seconds old. */
export async function readNumbers(database: Database, timeZone: string): Promise<Numbers> {
  await rollUp(database, timeZone);
  return countDays(database, timeZone);
}

/** Returns the last summed counts without summing again; used for the plots. */
export async function countDays(database: Database, timeZone: string): Promise<Numbers> {
  const to = await findToday(database, timeZone);
  const from = addDays(to, 1 - DAYS);
  const days = new Map<string, Record<NumberKind, number>>();
  for (let day = from; day <= to; day = addDays(day, 1)) days.set(day, noCounts());
  const add = (day: string, kind: string, count: number): void => {
    const counts = days.get(day);
    if (counts && kind in counts) counts[kind as NumberKind] += count;
  };
  for (const { day, kind, count } of await listDailySums(database, from, to)) add(day, kind, count);
  for (const { day, count } of await countCasesByDay(database, timeZone, from)) add(day, 'case', count);
  return { days: [...days].map(([day, counts]) => ({ day, counts })) };
}

const noCounts = () => Object.fromEntries(NUMBERS.map((kind) => [kind, 0])) as Record<NumberKind, number>;

export interface HealthDependencies {
  database: Database;
  /** Bytes of the data folder's disk; null if unreadable. */
  readDisk: () => Promise<{ free: number; all: number } | null>;
  timeZone: string;
}

/** Returns the service's health for an operator without access to its machine. */
export async function readHealth(dependencies: HealthDependencies): Promise<Health> {
  const { database, readDisk, timeZone } = dependencies;
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
    backupAt: (await findAuditEntry(database, 'backup'))?.at.toISOString() ?? null,
    errors: await countToday(database, timeZone, 'error'),
  };
}
