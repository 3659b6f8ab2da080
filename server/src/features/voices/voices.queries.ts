import { createHmac } from 'node:crypto';
import { REPLACED_MINUTES, VOICE_MINUTES, type Crowd, type Voices } from '@madang/contract/voices/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';

const TODAY = '(now() AT TIME ZONE $1::text)::date';
/** A voice of the evening counts until after midnight. */
const OVER = `day < ((now() - interval '${VOICE_MINUTES} minutes') AT TIME ZONE $1::text)::date`;

/** A voice that still counts. */
const COUNTS = `said_at > now() - interval '${VOICE_MINUTES} minutes'`;
/** Which rows of each table are still needed, in a time zone. Reports lock the tables in this order. */
export const NEEDED = {
  voice_day_keys: `NOT ${OVER}`,
  place_voices: COUNTS,
  voice_counts: `NOT ${OVER} AND (since IS NULL OR since > now() - interval '1 hour')`,
  voice_tallies: `NOT ${OVER}`,
};
/** The key that a day's pseudonyms are made with. */
export interface DayKey {
  day: string;
  key: Uint8Array;
}

/** The key of today, made where there is none, and behind it that of yesterday while its voices count. */
export async function readDayKeys(transaction: Transaction, timeZone: string): Promise<DayKey[]> {
  await transaction.change(
    `INSERT INTO voice_day_keys (day, key)
     VALUES (${TODAY}, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
     ON CONFLICT (day) DO NOTHING`,
    [timeZone],
  );
  return listDayKeys(transaction);
}

/** The keys that are there, the newest first. */
export function listDayKeys(executor: Executor): Promise<DayKey[]> {
  return executor.rows<DayKey>('SELECT day::text AS day, key FROM voice_day_keys ORDER BY day DESC');
}

/** Stands for a student on a day, at one place or, without one, for how many voices they gave. */
export function pseudonymOf({ key }: DayKey, userId: string, place = ''): Buffer {
  return createHmac('sha256', key).update(`${userId} ${place}`).digest();
}

/** Lets reports and the withdrawal of a student follow each other. Unlike a row lock it leaves no mark. */
export async function lockVoicesOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 43))', [userId]);
}

/** Whether a student may write; false after a withdrawal. */
export async function mayGiveVoices(transaction: Transaction, userId: string): Promise<boolean> {
  const row = await transaction.first<{ may: boolean }>(
    'SELECT writing_right AS may FROM users WHERE id = $1',
    [userId],
  );
  return row?.may ?? false;
}

/** What a voice says, and whether it weighs more by a printed code. */
export interface StoredVoice {
  crowd: Crowd | null;
  quiet: boolean;
  byCode: boolean;
}

/** Deletes the student's voice of the last minutes, and whatever stands under another day's pseudonym; answers the newest. */
export function deleteReplaced(
  transaction: Transaction,
  buildingId: string,
  pseudonym: Buffer,
  earlier: readonly Buffer[],
): Promise<StoredVoice | undefined> {
  return transaction.first<StoredVoice>(
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

/** Stores a voice under its pseudonym, to the minute. */
export async function insertVoice(
  transaction: Transaction,
  voice: StoredVoice & { buildingId: string; pseudonym: Buffer },
): Promise<void> {
  await transaction.change(
    `INSERT INTO place_voices (building_id, pseudonym, said_at, crowd, quiet, by_code)
     VALUES ($1, $2, date_trunc('minute', now()), $3, $4, $5)
     ON CONFLICT (building_id, pseudonym, said_at) DO UPDATE
       SET crowd = excluded.crowd, quiet = excluded.quiet, by_code = excluded.by_code`,
    [voice.buildingId, voice.pseudonym, voice.crowd, voice.quiet, voice.byCode],
  );
}

/** Counts one more voice by code under the pseudonym of a day and place; answers how many there are in the hour since the first. */
export async function countVoiceByCode(
  transaction: Transaction,
  day: string,
  pseudonym: Buffer,
): Promise<number> {
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

/** Counts one more voice of a student's day: how many there are now, and when the next day begins, in seconds. */
export async function countVoice(
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

/** The voices that count, the newest of each student at each place, those alike together. */
export function listVoices(executor: Executor): Promise<(Voices & { buildingId: string })[]> {
  return executor.rows(
    `SELECT building_id AS "buildingId", crowd, quiet, by_code AS "byCode",
            (extract(epoch FROM said_at) / 60)::int AS minute, count(*)::int AS count
       FROM (SELECT DISTINCT ON (building_id, pseudonym) building_id, crowd, quiet, by_code, said_at
               FROM place_voices WHERE ${COUNTS} AND building_id IN (SELECT id FROM buildings)
              ORDER BY building_id, pseudonym, said_at DESC) AS newest
      GROUP BY building_id, crowd, quiet, by_code, said_at`,
  );
}

/** A weekday and class period of a place, what was said then, and what the operator says is usual. */
export type History = Record<Crowd, number> & { buildingId: string; planted: Crowd | null };

/** What is known of a weekday and class period, by place. */
export function listHistory(
  executor: Executor,
  { weekday, period }: { weekday: number; period: number },
): Promise<History[]> {
  return executor.rows<History>(
    `SELECT building_id AS "buildingId", free, normal, crowded, planted
       FROM voice_history WHERE weekday = $1 AND period = $2 ORDER BY building_id COLLATE "C"`,
    [weekday, period],
  );
}

/** The places that the operator takes no voices of. */
export async function listMutes(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    'SELECT building_id AS id FROM voice_mutes ORDER BY building_id COLLATE "C"',
  );
  return rows.map(({ id }) => id);
}

/** The places that no voices are taken of: those, and where a system counts the seats. */
export async function listUnheard(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    `SELECT id FROM buildings WHERE seats <> '' OR id IN (SELECT building_id FROM voice_mutes) ORDER BY id COLLATE "C"`,
  );
  return rows.map(({ id }) => id);
}

/** Takes no voices of a place from now on, or takes them again; answers whether that is another state. */
export async function setMuted(transaction: Transaction, id: string, muted: boolean): Promise<boolean> {
  const changed = await transaction.change(
    muted
      ? 'INSERT INTO voice_mutes (building_id) VALUES ($1) ON CONFLICT DO NOTHING'
      : 'DELETE FROM voice_mutes WHERE building_id = $1',
    [id],
  );
  return changed > 0;
}

/** Says what is usual at a place in some class periods of a week; answers how many changed. */
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

/**
 * Whether the tables hold something that must go: a day is over, no voice counts any more, or one has been over for as long as it
 * counted. So a lively place locks the tables at most once in the time that a voice counts.
 */
export async function mustRewriteVoices(executor: Executor, timeZone: string): Promise<boolean> {
  const days = Object.keys(NEEDED).filter((table) => table !== 'place_voices');
  const row = await executor.first<{ due: boolean }>(
    `SELECT pg_relation_size('place_voices') > 0 AND NOT EXISTS (SELECT FROM place_voices WHERE ${COUNTS})
         OR EXISTS (SELECT FROM place_voices WHERE said_at <= now() - interval '${2 * VOICE_MINUTES} minutes')
         OR ${days.map((table) => `EXISTS (SELECT FROM ${table} WHERE ${OVER})`).join(' OR ')} AS due`,
    [timeZone],
  );
  return row?.due ?? false;
}

/** The voices that are over and said how crowded it was. */
export function listOldVoices(
  transaction: Transaction,
): Promise<{ buildingId: string; saidAt: Date; crowd: Crowd; count: number }[]> {
  return transaction.rows(
    `SELECT building_id AS "buildingId", said_at AS "saidAt", crowd, count(*)::int AS count
       FROM place_voices WHERE NOT ${COUNTS} AND crowd IS NOT NULL GROUP BY building_id, said_at, crowd`,
  );
}

/** Adds voices that are over to their day, without anybody. */
export async function addTallies(
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

/** Adds the tallies of days that are over to the history. */
export async function addHistory(transaction: Transaction, timeZone: string): Promise<void> {
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

/** Deletes what stands under these pseudonyms. */
export async function deleteVoicesOf(transaction: Transaction, pseudonyms: readonly Buffer[]): Promise<void> {
  for (const table of ['place_voices', 'voice_counts'])
    await transaction.change(`DELETE FROM ${table} WHERE pseudonym = ANY ($1::bytea[])`, [pseudonyms]);
}
