import type { Edition } from '@madang/contract/campus/rules';
import type { NotificationKind } from '@madang/contract/notifications/rules';
import { findScreen, type ScreenPath } from '@madang/contract/screens';
import type { Database, Executor } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Logger } from '../../platform/log/log.ts';

/** Mounts the beacons that count views, unless the browser asks not to be counted, and faults of pages. */
export function registerAnalytics(router: Router, tally: Tally, faults: FaultDependencies): void {
  router.handle('POST /api/views', async ({ body, exchange }) => {
    const refused = exchange.header('dnt') === '1' || exchange.header('sec-gpc') === '1';
    if (!refused) tally.addView(body.screen);
  });
  router.handle('POST /api/faults', async ({ body }) => noteFault(body, faults));
}

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
interface EventCount {
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
async function insertEvents(executor: Executor, events: readonly EventCount[]): Promise<void> {
  await executor.change(
    `INSERT INTO analytics_events (kind, screen, at, count)
     SELECT kind, screen, to_timestamp(at / 1000.0), count
       FROM jsonb_to_recordset($1::text::jsonb) AS row (kind text, screen text, at bigint, count integer)`,
    [JSON.stringify(events)],
  );
}

/** Only one process rolls up at a time; held until the transaction ends. */
async function lockRollUp(executor: Executor): Promise<void> {
  await executor.rows('SELECT pg_advisory_xact_lock($1)', [ROLL_UP_LOCK]);
}

/**
 * Sums the raw counts by day, from the day before the last one that has sums: older days are complete. A sum
 * never falls, so doing it again, or with part of a day's rows gone, changes nothing.
 */
async function sumDays(executor: Executor, timeZone: string): Promise<void> {
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
async function deleteOldEvents(executor: Executor, timeZone: string): Promise<void> {
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

/** What a killed process forgets at most, in milliseconds. */
const FLUSH_EVERY = 5_000;
/** Counts lie in the database by the minute: closer would say more about a quiet hour than anybody asked for. */
const MINUTE = 60_000;
/** What is kept while the database is down: many hours of every kind and screen, then counts are lost. */
const WAITING_MAX = 20_000;

/** Counts what happened; never fails, never waits, never touches the transaction that it is called after. */
export interface Counter {
  add(kind: SimpleKind): void;
}

/** What says nothing but that it happened. */
type SimpleKind = Exclude<EventKind, 'screenView' | LineEvent>;

/** Counts lines of inboxes and pushes by their kind, in the same way; a push may say several things. */
export interface NotificationCounter {
  addLines(kind: LineEvent, line: NotificationKind | 'several', count: number): void;
}

/**
 * Counts in memory and writes the counts every few seconds, in one statement [CA-08]. Kind, screen and minute
 * are all it knows; who did something is not handed to it.
 */
export class Tally implements Counter, NotificationCounter {
  readonly #database: Database;
  readonly #log: Logger;
  #waiting = new Map<string, EventCount>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Begins to write what is counted. */
  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY).unref();
  }

  add(kind: SimpleKind): void {
    this.#count({ kind, screen: null, at: Date.now(), count: 1 });
  }

  addLines(kind: LineEvent, line: NotificationKind | 'several', count: number): void {
    if (count > 0) this.#count({ kind, screen: line, at: Date.now(), count });
  }

  /** Counts a view of one screen. */
  addView(screen: ScreenPath): void {
    this.#count({ kind: 'screenView', screen, at: Date.now(), count: 1 });
  }

  /** Writes what was counted until now; what cannot be written waits for the next time. */
  async flush(): Promise<void> {
    await this.#flushing;
    if (this.#waiting.size === 0) return;
    this.#flushing = this.#write().finally(() => (this.#flushing = undefined));
    await this.#flushing;
  }

  /** Writes the last counts. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const events = [...this.#waiting.values()];
    this.#waiting = new Map();
    try {
      await insertEvents(this.#database, events);
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'the counts could not be written');
      for (const event of events) this.#count(event);
    }
  }

  #count(event: EventCount): void {
    const at = event.at - (event.at % MINUTE);
    const key = `${event.kind} ${event.screen ?? ''} ${at}`;
    const known = this.#waiting.get(key);
    if (known) known.count += event.count;
    else if (this.#waiting.size < WAITING_MAX) this.#waiting.set(key, { ...event, at });
  }
}

/** Where faults of pages are counted. */
interface FaultMeter {
  addPageFault(screen: string, release: string): void;
}

interface FaultDependencies {
  /** The version that runs here. */
  release: string;
  edition: Edition;
  log: Logger;
  meter: FaultMeter | null;
}

/** What a page says of its failing. */
interface FaultReport {
  path: string;
  release: string;
  /** Of the refusal that it met. */
  requestId?: string | undefined;
}

/**
 * Counts a fault of a page by screen and release, and writes one line. Anybody may send any: a screen is one of ours or
 * `unknown`, a release this one or `other`, so that there are never more numbers than screens.
 */
function noteFault(report: FaultReport, { release, edition, log, meter }: FaultDependencies): void {
  const screen = findScreen(report.path, edition)?.screen.path ?? 'unknown';
  meter?.addPageFault(screen, report.release === release ? release : 'other');
  log.warn(
    { screen, release: report.release, ...(report.requestId && { failedRequest: report.requestId }) },
    'a page failed',
  );
}

/** The day so many days later, `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
