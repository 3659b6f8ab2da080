import type { Campus } from '@madang/campus/campus';
import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { periodAt } from '@madang/contract/voices/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { periodsOf } from './voices.present.ts';
import {
  addTallies,
  deleteVoicesOf,
  endVoiceDays,
  listDayKeys,
  pseudonymOf,
  takeOldVoices,
} from './voices.queries.ts';

/** Lets go of voices that count no more, and of the days that are over: what stays are numbers [PL-05]. */
export async function endVoices(transaction: Transaction, campus: Pick<Campus, 'settings'>): Promise<void> {
  const { timeZone } = campus.settings;
  const old = await takeOldVoices(transaction);
  const tallies = old.map(({ saidAt, ...voice }) => {
    const clock = campusClock(saidAt.getTime(), timeZone);
    return { ...voice, day: campusDay(clock), period: periodAt(clock, periodsOf(campus)).period };
  });
  if (tallies.length > 0) await addTallies(transaction, tallies);
  await endVoiceDays(transaction, timeZone);
}

/** Lets go of the voices of a user who withdraws; of those that are over nothing leads to them any more. */
export async function eraseVoicesOf(transaction: Transaction, userId: string): Promise<void> {
  const keys = await listDayKeys(transaction);
  if (keys.length === 0) return;
  const places = await transaction.rows<{ id: string }>('SELECT id FROM buildings');
  const names = ['', ...places.map(({ id }) => id)];
  await deleteVoicesOf(
    transaction,
    keys.flatMap((key) => names.map((place) => pseudonymOf(key, userId, place))),
  );
}
