import type { CampusClass, CampusHoliday, CampusRoom } from '@madang/campus/parse-rooms';
import { LOCKED_DAYS, LOCKED_HIDES } from '@madang/contract/rooms/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';

/** All rooms that may be used, by building and id. */
export function listRooms(executor: Executor): Promise<CampusRoom[]> {
  return executor.rows<CampusRoom>(
    `SELECT id, building_id AS building, name, floor, seats, step_free AS "stepFree", source
       FROM rooms ORDER BY building_id COLLATE "C", id COLLATE "C"`,
  );
}

/** All classes, or those of the terms that a day is in. */
export function listClasses(executor: Executor, day: string | null = null): Promise<CampusClass[]> {
  return executor.rows<CampusClass>(
    `SELECT room_id AS room, building_id AS building, weekday, from_time AS from, to_time AS to, first_day AS first,
            last_day AS last
       FROM timetable JOIN rooms ON rooms.id = room_id
      WHERE $1::text IS NULL OR (first_day COLLATE "C" <= $1 AND last_day COLLATE "C" >= $1)
      ORDER BY first_day COLLATE "C", room_id COLLATE "C", weekday COLLATE "C", from_time COLLATE "C"`,
    [day],
  );
}

/** All days without classes. */
export function listHolidays(executor: Executor): Promise<CampusHoliday[]> {
  return executor.rows<CampusHoliday>(
    `SELECT from_day AS from, to_day AS to, name FROM holidays ORDER BY from_day COLLATE "C"`,
  );
}

/** The ids of the rooms that enough students found locked on a day. */
export async function listLocked(executor: Executor, day: string): Promise<Set<string>> {
  const rows = await executor.rows<{ id: string }>(
    `SELECT room_id AS id FROM locked_rooms WHERE day = $1 GROUP BY room_id HAVING count(*) >= ${LOCKED_HIDES}`,
    [day],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Puts these rooms in the place of all others; a room that stays keeps its classes. */
export async function replaceRooms(transaction: Transaction, rows: readonly CampusRoom[]): Promise<void> {
  await transaction.change('DELETE FROM rooms WHERE id <> ALL ($1::text[])', [rows.map(({ id }) => id)]);
  await transaction.change(
    `INSERT INTO rooms (id, building_id, name, floor, seats, step_free, source)
     SELECT * FROM jsonb_to_recordset($1::text::jsonb) AS row
       (id text, building text, name text, floor text, seats text, "stepFree" text, source text)
     ON CONFLICT (id) DO UPDATE
       SET building_id = excluded.building_id, name = excluded.name, floor = excluded.floor, seats = excluded.seats,
           step_free = excluded.step_free, source = excluded.source`,
    [JSON.stringify(rows)],
  );
}

/** Puts these classes in the place of all others. */
export async function replaceClasses(transaction: Transaction, rows: readonly CampusClass[]): Promise<void> {
  await transaction.change('DELETE FROM timetable');
  await transaction.change(
    `INSERT INTO timetable (room_id, weekday, from_time, to_time, first_day, last_day)
     SELECT * FROM jsonb_to_recordset($1::text::jsonb) AS row
       (room text, weekday text, "from" text, "to" text, first text, last text)`,
    [JSON.stringify(rows)],
  );
}

/** Puts these holidays in the place of all others. */
export async function replaceHolidays(
  transaction: Transaction,
  rows: readonly CampusHoliday[],
): Promise<void> {
  await transaction.change('DELETE FROM holidays');
  await transaction.change(
    `INSERT INTO holidays (from_day, to_day, name)
     SELECT * FROM jsonb_to_recordset($1::text::jsonb) AS row ("from" text, "to" text, name text)`,
    [JSON.stringify(rows)],
  );
}

/** The building of a room; students speak of the room one after the other from here to the commit. */
export async function lockRoom(transaction: Transaction, id: string): Promise<string | undefined> {
  const row = await transaction.first<{ building: string }>(
    'SELECT building_id AS building FROM rooms WHERE id = $1 FOR UPDATE',
    [id],
  );
  return row?.building;
}

/** Adds a student's voice of a day; false where it is there. */
export async function addLocked(
  transaction: Transaction,
  voice: { userId: string; roomId: string; day: string },
): Promise<boolean> {
  const added = await transaction.change(
    'INSERT INTO locked_rooms (user_id, room_id, day) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [voice.userId, voice.roomId, voice.day],
  );
  return added === 1;
}

/** The voices of a room: of a day, and of all days that are kept. */
export async function countLocked(
  executor: Executor,
  roomId: string,
  day: string,
): Promise<{ today: number; week: number }> {
  const row = await executor.first<{ today: number; week: number }>(
    `SELECT count(*) FILTER (WHERE day = $2)::int AS today, count(*)::int AS week
       FROM locked_rooms WHERE room_id = $1 AND said_at > now() - interval '${LOCKED_DAYS} days'`,
    [roomId, day],
  );
  return row ?? { today: 0, week: 0 };
}

/** Rooms that students found locked in the last week, the most voices first. */
export function listLockedRooms(
  executor: Executor,
): Promise<{ id: string; building: string; name: string; voices: number; days: number; last: string }[]> {
  return executor.rows(
    `SELECT rooms.id, building_id AS building, name, count(*)::int AS voices, count(DISTINCT day)::int AS days,
            max(day COLLATE "C") AS last
       FROM locked_rooms JOIN rooms ON rooms.id = room_id
      WHERE said_at > now() - interval '${LOCKED_DAYS} days'
      GROUP BY rooms.id ORDER BY voices DESC, rooms.id COLLATE "C"`,
  );
}

/** Deletes voices after their week; any process may do it. */
export async function sweepLocked(executor: Executor): Promise<void> {
  await executor.change(`DELETE FROM locked_rooms WHERE said_at <= now() - interval '${LOCKED_DAYS} days'`);
}
