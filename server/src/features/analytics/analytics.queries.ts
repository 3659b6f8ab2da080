import type { Executor } from '../../platform/database/database.ts';

/** What is counted [CA-08]. */
export type EventKind =
  | 'screenView'
  | 'signUp'
  | 'login'
  | 'post'
  | 'reply'
  | 'like'
  | 'scrap'
  | 'search'
  | 'unfound'
  | 'person'
  | 'mail'
  | 'error'
  | LineEvent;

/** What is counted of lines of inboxes, and of pushes, by their kind. */
export type LineEvent = 'lineMade' | 'lineOpened' | 'pushMade' | 'pushSent' | 'pushOpened' | 'pushRefused';

/** How often something happened within one minute. */
export interface EventCount {
  kind: EventKind;
  /** The screen of a view, the kind of a line of the inbox or of a push; else null. */
  screen: string | null;
  /** Milliseconds since 1970. */
  at: number;
  count: number;
}

/** Raw counts are kept for so many whole days of the campus. */
const RAW_DAYS = 30;
/** Any number that only this roll-up uses as its advisory lock. */
const ROLL_UP_LOCK = 6_301_935;

/** Adds raw counts, all in one statement. */
export async function insertEvents(executor: Executor, events: readonly EventCount[]): Promise<void> {
  await executor.change(
    `INSERT INTO analytics_events (kind, screen, at, count)
     SELECT kind, screen, to_timestamp(at / 1000.0), count
       FROM jsonb_to_recordset($1::text::jsonb) AS row (kind text, screen text, at bigint, count integer)`,
    [JSON.stringify(events)],
  );
}

/** Only one process rolls up at a time; held until the transaction ends. */
export async function lockRollUp(executor: Executor): Promise<void> {
  await executor.rows('SELECT pg_advisory_xact_lock($1)', [ROLL_UP_LOCK]);
}

/**
 * Sums the raw counts by day, from the day before the last one that has sums: older days are complete. A sum
 * never falls, so doing it again, or with part of a day's rows gone, changes nothing.
 */
export async function sumDays(executor: Executor, timeZone: string): Promise<void> {
  await executor.change(
    `INSERT INTO analytics_days (day, kind, screen, count)
     SELECT (at AT TIME ZONE $1::text)::date, kind, coalesce(screen, ''), sum(count)
       FROM analytics_events
      WHERE at >= coalesce((SELECT (max(day) - 1)::timestamp AT TIME ZONE $1::text FROM analytics_days), '-infinity')
      GROUP BY 1, 2, 3
     ON CONFLICT (day, kind, screen) DO UPDATE SET count = greatest(analytics_days.count, EXCLUDED.count)`,
    [timeZone],
  );
}

/** Removes raw counts of days that are more than 30 days ago. */
export async function deleteOldEvents(executor: Executor, timeZone: string): Promise<void> {
  await executor.change(
    `DELETE FROM analytics_events
      WHERE at < ((now() AT TIME ZONE $1::text)::date - ${RAW_DAYS})::timestamp AT TIME ZONE $1::text`,
    [timeZone],
  );
}

export interface DailySum {
  /** `YYYY-MM-DD`, a day of the campus. */
  day: string;
  kind: EventKind;
  /** A screen, or the kind of a line; else empty. */
  screen: string;
  count: number;
}

/** The sums from one day to another, both included; days on which nothing happened have none. */
export function listDailySums(executor: Executor, from: string, to: string): Promise<DailySum[]> {
  return executor.rows<DailySum>(
    `SELECT day::text AS day, kind, screen, count FROM analytics_days
      WHERE day BETWEEN $1::text::date AND $2::text::date ORDER BY day, kind, screen`,
    [from, to],
  );
}

/** Today on the campus, `YYYY-MM-DD`, by the database's clock. */
export async function findToday(executor: Executor, timeZone: string): Promise<string> {
  const row = await executor.first<{ day: string }>(
    'SELECT (now() AT TIME ZONE $1::text)::date::text AS day',
    [timeZone],
  );
  return row?.day ?? '';
}

/** How often something happened today on the campus, up to a few seconds ago. */
export async function countToday(executor: Executor, timeZone: string, kind: EventKind): Promise<number> {
  const row = await executor.first<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM analytics_events
      WHERE kind = $2 AND at >= (now() AT TIME ZONE $1::text)::date::timestamp AT TIME ZONE $1::text`,
    [timeZone, kind],
  );
  return row?.count ?? 0;
}
