import type { Campus } from '@madang/campus/campus';
import type { CampusClass, CampusHoliday, CampusRoom } from '@madang/campus/parse-places';
import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import {
  classesOn,
  isInTerm,
  LOCKED_DAYS,
  LOCKED_HIDES,
  LOCKED_REPORTS,
  timesOf,
} from '@madang/contract/places/rooms';
import type { RoomsToday } from '@madang/contract/places/schema';
import { findAuditEntry, recordAuditEntry } from '../../audit.ts';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { Session } from '../../sessions/sessions.ts';
import { lockUser, type OwnData } from '../accounts/index.ts';
import type { RequireMayWrite } from '../posts/index.ts';
import { beginPlanting, type Counts, lockBuildingIds, replaceTable } from './amenities.ts';

/** Registers the free rooms and reports of locked doors. */
export function registerRooms(router: Router, dependencies: RoomsDependencies): void {
  const { database, campus } = dependencies;
  router.share('GET /api/rooms', async () => ({
    json: JSON.stringify(await readRooms(database, campusToday(campus.settings.timeZone))),
    tags: () => [ROOMS_TAG],
  }));

  router.handle('PUT /api/rooms/{roomId}/locked', async ({ session, path }) => ({
    hidden: await reportLocked(dependencies, session, path.roomId),
  }));
}

const ROOMS_TAG = 'rooms';
const LOCKED_ACT = 'room found locked';

/** Includes functions of higher features, provided by `register-features.ts`. */
export interface RoomsDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  requireMayWrite?: RequireMayWrite | undefined;
}

/**
 * Reports a room as locked today [RM-03]; returns whether it is then hidden. Locks the room, against concurrent reports.
 *
 * @throws {ProblemError} `resource.missing`, `session.required`, `right.required`, `writing.suspended`.
 */
async function reportLocked(
  { database, campus, cache, requireMayWrite }: RoomsDependencies,
  { userId }: Session,
  roomId: string,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const buildingId = await lockRoom(transaction, roomId);
    if (buildingId === undefined) throw new ProblemError('resource.missing');
    const student = await lockUser(transaction, userId);
    if (!student) throw new ProblemError('session.required');
    if (!student.writing_right) throw new ProblemError('right.required');
    await requireMayWrite?.(transaction, userId, { buildingId });

    const day = campusToday(campus.settings.timeZone);
    const added = await addLocked(transaction, { userId, roomId, day });
    const { today, week } = await countLocked(transaction, roomId, day);
    if (added && week >= LOCKED_REPORTS) {
      const told = await findAuditEntry(transaction, LOCKED_ACT, roomId);
      if (!told || told.hoursAgo >= LOCKED_DAYS * 24)
        await recordAuditEntry(transaction, { actor: 'students', action: LOCKED_ACT, target: roomId });
    }
    transaction.afterCommit(() => cache.invalidate([ROOMS_TAG]));
    return today >= LOCKED_HIDES;
  });
}

const campusToday = (timeZone: string): string => campusDay(campusClock(Date.now(), timeZone));

/** Returns a day's usable rooms and classes; none outside a term. */
export async function readRooms(executor: Executor, day: string): Promise<RoomsToday> {
  const timetable = await listClasses(executor, day);
  if (!isInTerm(timetable, day)) return { day, rooms: [] };
  const classes = classesOn(timetable, await listHolidays(executor), day);
  const classesOf = new Map<string, typeof classes>();
  for (const one of classes) classesOf.set(one.room, [...(classesOf.get(one.room) ?? []), one]);
  const locked = await listLocked(executor, day);
  const rooms = (await listRooms(executor)).filter(({ id }) => !locked.has(id));
  return {
    day,
    rooms: rooms.map(({ id, building, name, floor, seats, stepFree, source }) => ({
      id,
      buildingId: building,
      name,
      floor,
      seats: seats === '' ? null : Number(seats),
      stepFree: stepFree === '' ? null : stepFree === 'yes',
      source,
      classes: timesOf(classesOf.get(id) ?? []),
    })),
  };
}

/** Returns all usable rooms, by building and id. */
export function listRooms(executor: Executor): Promise<CampusRoom[]> {
  return executor.rows<CampusRoom>(
    `SELECT id, building_id AS building, name, floor, seats, step_free AS "stepFree", source
       FROM rooms ORDER BY building_id COLLATE "C", id COLLATE "C"`,
  );
}

/** Returns all classes, or those of the terms that include a day. */
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

/** Returns all days without classes. */
export function listHolidays(executor: Executor): Promise<CampusHoliday[]> {
  return executor.rows<CampusHoliday>(
    `SELECT from_day AS from, to_day AS to, name FROM holidays ORDER BY from_day COLLATE "C"`,
  );
}

async function listLocked(executor: Executor, day: string): Promise<Set<string>> {
  const rows = await executor.rows<{ id: string }>(
    `SELECT room_id AS id FROM locked_rooms WHERE day = $1 GROUP BY room_id HAVING count(*) >= ${LOCKED_HIDES}`,
    [day],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Replaces all rooms with these; a room that stays keeps its classes. */
async function replaceRooms(transaction: Transaction, rows: readonly CampusRoom[]): Promise<void> {
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

async function replaceClasses(transaction: Transaction, rows: readonly CampusClass[]): Promise<void> {
  await transaction.change('DELETE FROM timetable');
  await transaction.change(
    `INSERT INTO timetable (room_id, weekday, from_time, to_time, first_day, last_day)
     SELECT * FROM jsonb_to_recordset($1::text::jsonb) AS row
       (room text, weekday text, "from" text, "to" text, first text, last text)`,
    [JSON.stringify(rows)],
  );
}

async function replaceHolidays(transaction: Transaction, rows: readonly CampusHoliday[]): Promise<void> {
  await transaction.change('DELETE FROM holidays');
  await transaction.change(
    `INSERT INTO holidays (from_day, to_day, name)
     SELECT * FROM jsonb_to_recordset($1::text::jsonb) AS row ("from" text, "to" text, name text)`,
    [JSON.stringify(rows)],
  );
}

/** Locks a room until commit, which serializes reports; returns its building. */
async function lockRoom(transaction: Transaction, id: string): Promise<string | undefined> {
  const row = await transaction.first<{ building: string }>(
    'SELECT building_id AS building FROM rooms WHERE id = $1 FOR UPDATE',
    [id],
  );
  return row?.building;
}

/** Adds a student's report of a day; returns false if it exists. */
async function addLocked(
  transaction: Transaction,
  voice: { userId: string; roomId: string; day: string },
): Promise<boolean> {
  const added = await transaction.change(
    'INSERT INTO locked_rooms (user_id, room_id, day) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [voice.userId, voice.roomId, voice.day],
  );
  return added === 1;
}

/** Counts a room's reports: of a day, and of all days kept. */
async function countLocked(
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

/** Returns rooms reported as locked last week, most reports first. */
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

/** Deletes reports older than a week; any process may run it. */
export async function sweepLocked(executor: Executor): Promise<void> {
  await executor.change(`DELETE FROM locked_rooms WHERE said_at <= now() - interval '${LOCKED_DAYS} days'`);
}

/** Replaces all rooms by a file's; others lose their classes. */
export const importRooms = (transaction: Transaction, rows: readonly CampusRoom[]): Promise<Counts> =>
  replaceTable(transaction, 'rooms', rows, {
    key: ({ id }) => id,
    list: listRooms,
    replace: replaceRooms,
  });

/** Replaces all classes with those of a file [RM-01]. */
export const importTimetable = (transaction: Transaction, rows: readonly CampusClass[]): Promise<Counts> =>
  replaceTable(transaction, 'timetable', rows, {
    key: ({ room, weekday, from, first }) => [room, weekday, from, first].join(' '),
    list: listClasses,
    replace: replaceClasses,
  });

/** Replaces all holidays with those of a file. */
export const importHolidays = (transaction: Transaction, rows: readonly CampusHoliday[]): Promise<Counts> =>
  replaceTable(transaction, 'holidays', rows, {
    key: ({ from }) => from,
    list: listHolidays,
    replace: replaceHolidays,
  });

/** Locks all usable rooms against deletion until commit; returns their buildings. */
export async function lockRooms(transaction: Transaction): Promise<Map<string, string>> {
  const rows = await transaction.rows<{ id: string; building: string }>(
    'SELECT id, building_id AS building FROM rooms ORDER BY id FOR KEY SHARE',
  );
  return new Map(rows.map(({ id, building }) => [id, building]));
}

/** Imports the campus folder's rooms, timetable and holidays once; then operators change them. */
export async function plantRooms(
  database: Database,
  campus: Pick<Campus, 'rooms' | 'timetable' | 'holidays'>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    // The operator may have removed buildings or rooms before.
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

/** Exported reports of a student: rooms found locked in the last week. */
export const ownLockedRooms: OwnData = {
  officialLists: {
    lockedRooms: `SELECT said_at AS at, room_id AS "roomId", day FROM locked_rooms WHERE user_id = $1`,
  },
};
