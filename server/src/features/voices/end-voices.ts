import type { Campus } from '@madang/campus/campus';
import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { periodAt } from '@madang/contract/voices/rules';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { lockForRewrite, rewriteTables } from '../../platform/database/rewrite-tables.ts';
import { periodsOf } from './voices.present.ts';
import {
  addHistory,
  addTallies,
  deleteVoicesOf,
  listDayKeys,
  listOldVoices,
  lockVoicesOf,
  mustRewriteVoices,
  NEEDED,
  pseudonymOf,
} from './voices.queries.ts';

/**
 * Removes voices that count no more, and the days that are over, also from the pages of the tables: what stays are numbers [PL-05].
 *
 * @throws {DatabaseError} when somebody holds the tables; the job tries again.
 */
export async function endVoices(database: Database, campus: Pick<Campus, 'settings'>): Promise<void> {
  const { timeZone } = campus.settings;
  if (!(await mustRewriteVoices(database, timeZone))) return;
  await database.transaction(async (transaction) => {
    await lockForRewrite(transaction, NEEDED);
    const old = await listOldVoices(transaction);
    const tallies = old.map(({ saidAt, ...voice }) => {
      const clock = campusClock(saidAt.getTime(), timeZone);
      return { ...voice, day: campusDay(clock), period: periodAt(clock, periodsOf(campus)).period };
    });
    await addTallies(transaction, tallies);
    await addHistory(transaction, timeZone);
    await rewriteTables(transaction, NEEDED, timeZone);
  });
}

/** Deletes the voices of a user who withdraws; nothing leads from voices of earlier days to them. */
export async function eraseVoicesOf(transaction: Transaction, userId: string): Promise<void> {
  await lockVoicesOf(transaction, userId);
  const keys = await listDayKeys(transaction);
  if (keys.length === 0) return;
  const places = await transaction.rows<{ id: string }>('SELECT id FROM buildings');
  const names = ['', ...places.map(({ id }) => id)];
  await deleteVoicesOf(
    transaction,
    keys.flatMap((key) => names.map((place) => pseudonymOf(key, userId, place))),
  );
}
