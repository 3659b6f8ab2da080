import type { Campus } from '@madang/campus/campus';
import type { CampusClass, CampusHoliday, CampusRoom } from '@madang/campus/parse-rooms';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { beginPlanting, lockBuildingIds, replaceTable, type Counts } from '../amenities/index.ts';
import {
  listClasses,
  listHolidays,
  listRooms,
  replaceClasses,
  replaceHolidays,
  replaceRooms,
} from './rooms.queries.ts';

/** Puts the rooms of a file in the place of all others; one that is left out goes with its classes. */
export const importRooms = (transaction: Transaction, rows: readonly CampusRoom[]): Promise<Counts> =>
  replaceTable(transaction, 'rooms', rows, {
    key: ({ id }) => id,
    list: listRooms,
    replace: replaceRooms,
  });

/** Puts the classes of a file in the place of all others [RM-01]. */
export const importTimetable = (transaction: Transaction, rows: readonly CampusClass[]): Promise<Counts> =>
  replaceTable(transaction, 'timetable', rows, {
    key: ({ room, weekday, from, first }) => [room, weekday, from, first].join(' '),
    list: listClasses,
    replace: replaceClasses,
  });

/** Puts the holidays of a file in the place of all others. */
export const importHolidays = (transaction: Transaction, rows: readonly CampusHoliday[]): Promise<Counts> =>
  replaceTable(transaction, 'holidays', rows, {
    key: ({ from }) => from,
    list: listHolidays,
    replace: replaceHolidays,
  });

/** The building of each room that may be used; none of them goes before the commit. */
export async function lockRooms(transaction: Transaction): Promise<Map<string, string>> {
  const rows = await transaction.rows<{ id: string; building: string }>(
    'SELECT id, building_id AS building FROM rooms ORDER BY id FOR KEY SHARE',
  );
  return new Map(rows.map(({ id, building }) => [id, building]));
}

/** Plants what the campus folder knows of rooms, each table once: from then on they are the operator's. */
export async function plantRooms(
  database: Database,
  campus: Pick<Campus, 'rooms' | 'timetable' | 'holidays'>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    // The operator may have removed buildings, or rooms, before.
    const buildings = await lockBuildingIds(transaction);
    if (await beginPlanting(transaction, 'rooms'))
      await replaceRooms(
        transaction,
        campus.rooms.filter(({ building }) => buildings.has(building)),
      );
    const rooms = await lockRooms(transaction);
    if (await beginPlanting(transaction, 'timetable'))
      await replaceClasses(
        transaction,
        campus.timetable.filter(({ room }) => rooms.has(room)),
      );
    if (await beginPlanting(transaction, 'holidays')) await replaceHolidays(transaction, campus.holidays);
  });
}
