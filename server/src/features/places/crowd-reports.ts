import { createHmac } from 'node:crypto';
import type { Campus } from '@madang/campus/campus';
import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import {
  CLASS_PERIODS,
  type Crowd,
  CROWD_REPORTS_A_DAY,
  type CrowdReports,
  hear,
  periodAt,
  REPLACED_MINUTES,
  REPORT_MINUTES,
  usualOf,
  WEIGHTY_AN_HOUR,
} from '@madang/contract/places/crowd';
import type { PlaceReports } from '@madang/contract/places/schema';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { lockForRewrite, rewriteTables } from '../../database/migrate.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import { EventStream } from '../../live/event-stream.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { findBoard } from '../campus/index.ts';
import type { RequireMayWrite } from '../posts/index.ts';
import type { CrowdStreams } from './crowd-streams.ts';

/** Registers the crowd reports of places and their stream. */
export function registerCrowdReports(
  router: Router,
  { sessions, ...dependencies }: CrowdReportsDependencies & { sessions: Sessions },
): void {
  const { database, campus, voices } = dependencies;

  router.share('GET /api/voices', async () => ({
    json: JSON.stringify(await readCrowdReports(database, campus)),
    tags: () => [CROWD_TAG],
  }));

  router.stream('GET /api/voices/live', async ({ session, request }) => {
    const stream = new EventStream(request);
    stream.onClose(sessions.watch(session, () => stream.close()));
    voices.follow(stream);
  });

  router.handle('PUT /api/voices', async ({ session, body: { quiet = false, ...body } }) => {
    await dependencies.database.transaction((transaction) =>
      addCrowdReport(transaction, dependencies, session.userId, { ...body, quiet }),
    );
  });
}

export interface CrowdReportsDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  voices: CrowdStreams;
  requireMayWrite?: RequireMayWrite | undefined;
}

/** Cache tag of answers with crowd reports. */
export const CROWD_TAG = 'voices';

/** A crowd report; missing fields keep the replaced report's. */
interface GivenReport {
  buildingId: string;
  crowd?: Crowd | null | undefined;
  quiet?: boolean | undefined;
  byCode?: boolean;
}

/**
 * Stores a student's report, replacing one of the last ten minutes; an empty one deletes that [PL-04]. Printed codes weigh
 * more, twice an hour at a place [PL-11].
 * The transaction must not write or lock rows of student or place: system columns and write-ahead log would link them
 * [SF-43].
 *
 * @returns whether it replaces none.
 * @throws {ProblemError} `right.required`, `writing.suspended`, `resource.missing`, `place.muted`, `limit.reached`.
 */
export async function addCrowdReport(
  transaction: Transaction,
  { campus, cache, voices, requireMayWrite }: CrowdReportsDependencies,
  userId: string,
  { buildingId, byCode = false, ...given }: GivenReport,
): Promise<boolean> {
  const { timeZone } = campus.settings;
  await lockReportsOf(transaction, userId);
  if (!(await mayReport(transaction, userId))) throw new ProblemError('right.required');
  await requireMayWrite?.(transaction, userId, { buildingId, leavesNoMark: true });
  if ((await findBoard(transaction, buildingId))?.kind !== 'building')
    throw new ProblemError('resource.missing');
  if ((await listUnheard(transaction)).includes(buildingId)) throw new ProblemError('place.muted');
  const [key, ...before] = await readDayKeys(transaction, timeZone);
  if (!key) throw new ProblemError('server.failed');
  const pseudonym = pseudonymOf(key, userId, buildingId);
  const earlier = before.map((one) => pseudonymOf(one, userId, buildingId));
  const replaced = await deleteReplaced(transaction, buildingId, pseudonym, earlier);
  const crowd = given.crowd === undefined ? (replaced?.crowd ?? null) : given.crowd;
  const quiet = given.quiet ?? replaced?.quiet ?? false;
  if (crowd || quiet) {
    if (!replaced) {
      const { count, left } = await countReport(transaction, timeZone, key.day, pseudonymOf(key, userId));
      if (count > CROWD_REPORTS_A_DAY) throw new ProblemError('limit.reached', { retryAfter: left });
    }
    const weighty =
      byCode &&
      (replaced?.byCode || (await countReportByCode(transaction, key.day, pseudonym)) <= WEIGHTY_AN_HOUR);
    await insertReport(transaction, { buildingId, pseudonym, crowd, quiet, byCode: weighty });
  }
  transaction.afterCommit(() => {
    cache.invalidate([CROWD_TAG]);
    voices.announce();
  });
  return !replaced;
}

/**
 * Deletes expired reports and past days, also from table pages; counts stay [PL-05].
 *
 * @throws {DatabaseError} if another transaction locks the tables; the job is retried.
 */
export async function endCrowdReports(database: Database, campus: Pick<Campus, 'settings'>): Promise<void> {
  const { timeZone } = campus.settings;
  if (!(await mustRewriteReports(database, timeZone))) return;
  await database.transaction(async (transaction) => {
    await lockForRewrite(transaction, NEEDED);
    const old = await transaction.rows<{ buildingId: string; saidAt: Date; crowd: Crowd; count: number }>(
      `SELECT building_id AS "buildingId", said_at AS "saidAt", crowd, count(*)::int AS count
       FROM place_voices WHERE NOT ${COUNTS} AND crowd IS NOT NULL GROUP BY building_id, said_at, crowd`,
    );
    const tallies = old.map(({ saidAt, ...voice }) => {
      const clock = campusClock(saidAt.getTime(), timeZone);
      return { ...voice, day: campusDay(clock), period: periodAt(clock, periodsOf(campus)).period };
    });
    await addTallies(transaction, tallies);
    await addHistory(transaction, timeZone);
    await rewriteTables(transaction, NEEDED, timeZone);
  });
}

/** Deletes a withdrawing user's reports; earlier days are not linkable. */
export async function deleteCrowdReportsOf(transaction: Transaction, userId: string): Promise<void> {
  await lockReportsOf(transaction, userId);
  const keys = await listDayKeys(transaction);
  if (keys.length === 0) return;
  const places = await transaction.rows<{ id: string }>('SELECT id FROM buildings');
  const names = ['', ...places.map(({ id }) => id)];
  await deleteReportsOf(
    transaction,
    keys.flatMap((key) => names.map((place) => pseudonymOf(key, userId, place))),
  );
}

/** Returns when class periods begin on this campus. */
export const periodsOf = ({ settings }: Pick<Campus, 'settings'>): readonly string[] =>
  settings.classPeriods ?? CLASS_PERIODS;

/** Returns the current reports and the usual crowd of each place. */
export async function readCrowdReports(executor: Executor, campus: Campus): Promise<PlaceReports> {
  const now = Date.now();
  const time = periodAt(campusClock(now, campus.settings.timeZone), periodsOf(campus));
  const voices = new Map<string, CrowdReports[]>();
  for (const { buildingId, ...one } of await listReports(executor))
    voices.set(buildingId, [...(voices.get(buildingId) ?? []), one]);
  const history = new Map(
    (await listHistory(executor, time)).map((row) => [row.buildingId, usualOf(row, row.planted)]),
  );
  const muted = await listUnheard(executor);
  const ids = [...new Set([...voices.keys(), ...history.keys()])].filter((id) => !muted.includes(id));
  const places = ids.toSorted().map((id) => {
    const usual = history.get(id) ?? null;
    const heard = hear(voices.get(id) ?? [], Math.floor(now / 60_000), usual);
    return [id, { ...heard, ...(usual ? { usual } : {}) }] as const;
  });
  return {
    places: Object.fromEntries(places.filter(([, place]) => Object.keys(place).length > 0)),
    muted,
  };
}

const TODAY = '(now() AT TIME ZONE $1::text)::date';
/** SQL condition: the day is past; evening reports count until after midnight. */
const OVER = `day < ((now() - interval '${REPORT_MINUTES} minutes') AT TIME ZONE $1::text)::date`;

/** SQL condition: the report still counts. */
const COUNTS = `said_at > now() - interval '${REPORT_MINUTES} minutes'`;
/** SQL conditions of needed rows. Lock order: the tables in this order. */
const NEEDED = {
  voice_day_keys: `NOT ${OVER}`,
  place_voices: COUNTS,
  voice_counts: `NOT ${OVER} AND (since IS NULL OR since > now() - interval '1 hour')`,
  voice_tallies: `NOT ${OVER}`,
};
interface DayKey {
  day: string;
  key: Uint8Array;
}

/** Returns today's key, created if missing, then yesterday's while its reports count. */
async function readDayKeys(transaction: Transaction, timeZone: string): Promise<DayKey[]> {
  await transaction.change(
    `INSERT INTO voice_day_keys (day, key)
     VALUES (${TODAY}, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
     ON CONFLICT (day) DO NOTHING`,
    [timeZone],
  );
  return listDayKeys(transaction);
}

function listDayKeys(executor: Executor): Promise<DayKey[]> {
  return executor.rows<DayKey>('SELECT day::text AS day, key FROM voice_day_keys ORDER BY day DESC');
}

function pseudonymOf({ key }: DayKey, userId: string, place = ''): Buffer {
  return createHmac('sha256', key).update(`${userId} ${place}`).digest();
}

/** Serializes a student's reports and withdrawal; leaves no trace, unlike row locks. */
async function lockReportsOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 43))', [userId]);
}

/** Whether a student may write; false after a withdrawal. */
async function mayReport(transaction: Transaction, userId: string): Promise<boolean> {
  const row = await transaction.first<{ may: boolean }>(
    'SELECT writing_right AS may FROM users WHERE id = $1',
    [userId],
  );
  return row?.may ?? false;
}

/** A report's content, and whether a printed code adds weight. */
interface StoredReport {
  crowd: Crowd | null;
  quiet: boolean;
  byCode: boolean;
}

/** Deletes the student's recent reports, also under earlier pseudonyms; returns the newest. */
function deleteReplaced(
  transaction: Transaction,
  buildingId: string,
  pseudonym: Buffer,
  earlier: readonly Buffer[],
): Promise<StoredReport | undefined> {
  return transaction.first<StoredReport>(
    `WITH gone AS (
       DELETE FROM place_voices
        WHERE building_id = $1
          AND (pseudonym = ANY ($3::bytea[]) OR pseudonym = $2::bytea
               AND said_at >= date_trunc('minute', now()) - interval '${REPLACED_MINUTES} minutes')
       RETURNING crowd, quiet, by_code, said_at)
     SELECT crowd, quiet, by_code AS "byCode" FROM gone ORDER BY said_at DESC LIMIT 1`,
    [buildingId, pseudonym, earlier],
  );
}

async function insertReport(
  transaction: Transaction,
  voice: StoredReport & { buildingId: string; pseudonym: Buffer },
): Promise<void> {
  await transaction.change(
    `INSERT INTO place_voices (building_id, pseudonym, said_at, crowd, quiet, by_code)
     VALUES ($1, $2, date_trunc('minute', now()), $3, $4, $5)
     ON CONFLICT (building_id, pseudonym, said_at) DO UPDATE
       SET crowd = excluded.crowd, quiet = excluded.quiet, by_code = excluded.by_code`,
    [voice.buildingId, voice.pseudonym, voice.crowd, voice.quiet, voice.byCode],
  );
}

/** Counts a report by code; returns the hour's count. */
async function countReportByCode(transaction: Transaction, day: string, pseudonym: Buffer): Promise<number> {
  const within = `voice_counts.since > now() - interval '1 hour'`;
  const row = await transaction.first<{ count: number }>(
    `INSERT INTO voice_counts (day, pseudonym, count, since)
     VALUES ($1::text::date, $2, 1, date_trunc('minute', now()))
     ON CONFLICT (day, pseudonym) DO UPDATE
       SET count = CASE WHEN ${within} THEN voice_counts.count + 1 ELSE 1 END,
           since = CASE WHEN ${within} THEN voice_counts.since ELSE excluded.since END
     RETURNING count`,
    [day, pseudonym],
  );
  return row?.count ?? 0;
}

/** Counts a day's report; returns count and seconds until tomorrow. */
async function countReport(
  transaction: Transaction,
  timeZone: string,
  day: string,
  pseudonym: Buffer,
): Promise<{ count: number; left: number }> {
  const row = await transaction.first<{ count: number; left: number }>(
    `INSERT INTO voice_counts (day, pseudonym, count) VALUES ($2::text::date, $3, 1)
     ON CONFLICT (day, pseudonym) DO UPDATE SET count = voice_counts.count + 1
     RETURNING count, ceil(extract(epoch FROM (day + 1)::timestamp AT TIME ZONE $1::text - now()))::int AS left`,
    [timeZone, day, pseudonym],
  );
  return row ?? { count: 0, left: 0 };
}

/** Returns counting reports, the newest of each student, grouped. */
function listReports(executor: Executor): Promise<(CrowdReports & { buildingId: string })[]> {
  return executor.rows(
    `SELECT building_id AS "buildingId", crowd, quiet, by_code AS "byCode",
            (extract(epoch FROM said_at) / 60)::int AS minute, count(*)::int AS count
       FROM (SELECT DISTINCT ON (building_id, pseudonym) building_id, crowd, quiet, by_code, said_at
               FROM place_voices WHERE ${COUNTS} AND building_id IN (SELECT id FROM buildings)
              ORDER BY building_id, pseudonym, said_at DESC) AS newest
      GROUP BY building_id, crowd, quiet, by_code, said_at`,
  );
}

/** A place's reports in weekday and period, and the operator's crowd. */
type History = Record<Crowd, number> & { buildingId: string; planted: Crowd | null };

/** Returns the history of a weekday and class period, by place. */
function listHistory(
  executor: Executor,
  { weekday, period }: { weekday: number; period: number },
): Promise<History[]> {
  return executor.rows<History>(
    `SELECT building_id AS "buildingId", free, normal, crowded, planted
       FROM voice_history WHERE weekday = $1 AND period = $2 ORDER BY building_id COLLATE "C"`,
    [weekday, period],
  );
}

/** Returns the places whose reports the operator disabled. */
export async function listMutes(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    'SELECT building_id AS id FROM voice_mutes ORDER BY building_id COLLATE "C"',
  );
  return rows.map(({ id }) => id);
}

/** Returns places without reports: disabled, or with a seat counter. */
async function listUnheard(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    `SELECT id FROM buildings WHERE seats <> '' OR id IN (SELECT building_id FROM voice_mutes) ORDER BY id COLLATE "C"`,
  );
  return rows.map(({ id }) => id);
}

/** Disables or enables reports of a place; returns whether that changed anything. */
export async function setMuted(transaction: Transaction, id: string, muted: boolean): Promise<boolean> {
  const changed = await transaction.change(
    muted
      ? 'INSERT INTO voice_mutes (building_id) VALUES ($1) ON CONFLICT DO NOTHING'
      : 'DELETE FROM voice_mutes WHERE building_id = $1',
    [id],
  );
  return changed > 0;
}

/** Sets a place's usual crowd in class periods; returns the number changed. */
export function plantUsual(
  transaction: Transaction,
  buildingId: string,
  crowd: Crowd | null,
  periods: readonly { weekday: number; period: number }[],
): Promise<number> {
  return transaction.change(
    `INSERT INTO voice_history (building_id, weekday, period, planted)
     SELECT DISTINCT $1, weekday, period, $2
       FROM jsonb_to_recordset($3::text::jsonb) AS row (weekday smallint, period smallint)
     ON CONFLICT (building_id, weekday, period) DO UPDATE SET planted = excluded.planted
       WHERE voice_history.planted IS DISTINCT FROM excluded.planted`,
    [buildingId, crowd, JSON.stringify(periods)],
  );
}

/** Whether the tables have a past day, only expired reports, or a long expired one: locks them once per counting time. */
async function mustRewriteReports(executor: Executor, timeZone: string): Promise<boolean> {
  const days = Object.keys(NEEDED).filter((table) => table !== 'place_voices');
  const row = await executor.first<{ due: boolean }>(
    `SELECT pg_relation_size('place_voices') > 0 AND NOT EXISTS (SELECT FROM place_voices WHERE ${COUNTS})
         OR EXISTS (SELECT FROM place_voices WHERE said_at <= now() - interval '${2 * REPORT_MINUTES} minutes')
         OR ${days.map((table) => `EXISTS (SELECT FROM ${table} WHERE ${OVER})`).join(' OR ')} AS due`,
    [timeZone],
  );
  return row?.due ?? false;
}

/** Adds expired reports to the tallies of their day, without students. */
async function addTallies(
  transaction: Transaction,
  tallies: readonly { day: string; period: number; buildingId: string; crowd: Crowd; count: number }[],
): Promise<void> {
  await transaction.change(
    `INSERT INTO voice_tallies (day, period, building_id, free, normal, crowded)
     SELECT day, period, "buildingId", coalesce(sum(count) FILTER (WHERE crowd = 'free'), 0),
            coalesce(sum(count) FILTER (WHERE crowd = 'normal'), 0),
            coalesce(sum(count) FILTER (WHERE crowd = 'crowded'), 0)
       FROM jsonb_to_recordset($1::text::jsonb) AS row
            (day date, period smallint, "buildingId" text, crowd text, count int)
      GROUP BY day, period, "buildingId"
     ON CONFLICT (day, period, building_id) DO UPDATE
       SET free = voice_tallies.free + excluded.free, normal = voice_tallies.normal + excluded.normal,
           crowded = voice_tallies.crowded + excluded.crowded`,
    [JSON.stringify(tallies)],
  );
}

/** Adds the tallies of past days to the history. */
async function addHistory(transaction: Transaction, timeZone: string): Promise<void> {
  await transaction.change(
    `INSERT INTO voice_history (building_id, weekday, period, free, normal, crowded)
     SELECT building_id, extract(isodow FROM day), period, sum(free), sum(normal), sum(crowded)
       FROM voice_tallies WHERE ${OVER} AND building_id IN (SELECT id FROM buildings)
      GROUP BY building_id, extract(isodow FROM day), period
     ON CONFLICT (building_id, weekday, period) DO UPDATE
       SET free = voice_history.free + excluded.free, normal = voice_history.normal + excluded.normal,
           crowded = voice_history.crowded + excluded.crowded`,
    [timeZone],
  );
}

async function deleteReportsOf(transaction: Transaction, pseudonyms: readonly Buffer[]): Promise<void> {
  for (const table of ['place_voices', 'voice_counts'])
    await transaction.change(`DELETE FROM ${table} WHERE pseudonym = ANY ($1::bytea[])`, [pseudonyms]);
}
