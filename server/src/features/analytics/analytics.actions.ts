import type { Database } from '../../platform/database/database.ts';
import { deleteOldEvents, lockRollUp, sumDays } from './analytics.queries.ts';

/**
 * Brings the daily sums up to date, by the days of the campus, and lets go of raw counts that are older than 30
 * days [CA-08]. Any process may do it, as often as it likes.
 */
export async function rollUp(database: Database, timeZone: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockRollUp(transaction);
    await sumDays(transaction, timeZone);
    await deleteOldEvents(transaction, timeZone);
  });
}
