import type { Body } from '@madang/contract/endpoints';
import type { Edition } from '@madang/contract/campus/rules';
import type { NotificationKind } from '@madang/contract/notifications/rules';
import { findScreen, type ScreenPath } from '@madang/contract/screens';
import type { Database, Executor } from '../../database/database.ts';
import type { Router } from '../../http/router.ts';
import type { Logger } from '../../log/log.ts';

/** Mounts beacons for views (unless do-not-track) and page faults. */
export function registerAnalytics(router: Router, tally: Tally, faults: FaultDependencies): void {
  router.handle('POST /api/views', async ({ body, request }) => {
    const refused = request.header('dnt') === '1' || request.header('sec-gpc') === '1';
    if (!refused) tally.addView(body.screen);
  });
  router.handle('POST /api/faults', async ({ body }) => noteFault(body, faults));
}

/** Updates sums by campus day; deletes raw counts over 30 days old [CA-08]. Idempotent. */
export async function rollUp(database: Database, timeZone: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockRollUp(transaction);
    // Earlier days are complete. Sums never fall, even if rows are deleted.
    await transaction.change(
      `INSERT INTO analytics_days (day, kind, screen, count)
       SELECT (at AT TIME ZONE $1::text)::date, kind, coalesce(screen, ''), sum(count)
         FROM analytics_events
        WHERE at >= coalesce((SELECT (max(day) - 1)::timestamp AT TIME ZONE $1::text FROM analytics_days), '-infinity')
        GROUP BY 1, 2, 3
       ON CONFLICT (day, kind, screen) DO UPDATE SET count = greatest(analytics_days.count, EXCLUDED.count)`,
      [timeZone],
    );
    await transaction.change(
      `DELETE FROM analytics_events
        WHERE at < ((now() AT TIME ZONE $1::text)::date - ${RAW_DAYS})::timestamp AT TIME ZONE $1::text`,
      [timeZone],
    );
  });
}

/** Counted events [CA-08]. */
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

export type LineEvent = 'lineMade' | 'lineOpened' | 'pushMade' | 'pushSent' | 'pushOpened' | 'pushRefused';

interface EventCount {
  kind: EventKind;
  /** Screen of a view, or kind of a notification or push. */
  screen: string | null;
  /** Milliseconds since 1970. */
  at: number;
  count: number;
}

/** Retention of raw counts in whole campus days. */
const RAW_DAYS = 30;
const ROLL_UP_LOCK = 6_301_935;

async function lockRollUp(executor: Executor): Promise<void> {
  await executor.rows('SELECT pg_advisory_xact_lock($1)', [ROLL_UP_LOCK]);
}

export interface DailySum {
  /** `YYYY-MM-DD`, a day of the campus. */
  day: string;
  kind: EventKind;
  /** Screen or notification kind; otherwise empty. */
  screen: string;
  count: number;
}

/** Returns sums between both days, inclusive; omits empty days. */
export function listDailySums(executor: Executor, from: string, to: string): Promise<DailySum[]> {
  return executor.rows<DailySum>(
    `SELECT day::text AS day, kind, screen, count FROM analytics_days
      WHERE day BETWEEN $1::text::date AND $2::text::date ORDER BY day, kind, screen`,
    [from, to],
  );
}

/** Returns today's campus date, `YYYY-MM-DD`, by the database clock. */
export async function findToday(executor: Executor, timeZone: string): Promise<string> {
  const row = await executor.first<{ day: string }>(
    'SELECT (now() AT TIME ZONE $1::text)::date::text AS day',
    [timeZone],
  );
  return row?.day ?? '';
}

/** Returns today's count (campus time), delayed by up to {@link FLUSH_EVERY}. */
export async function countToday(executor: Executor, timeZone: string, kind: EventKind): Promise<number> {
  const row = await executor.first<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM analytics_events
      WHERE kind = $2 AND at >= (now() AT TIME ZONE $1::text)::date::timestamp AT TIME ZONE $1::text`,
    [timeZone, kind],
  );
  return row?.count ?? 0;
}

/** Maximum loss if a process is killed, in milliseconds. */
const FLUSH_EVERY = 5_000;
/** Resolution in milliseconds; finer ones reveal too much about quiet hours. */
const MINUTE = 60_000;
/** Buffer limit while the database is down; more is dropped. */
const WAITING_MAX = 20_000;

/** Counts events without rejecting, blocking or using the caller's transaction. */
export interface Counter {
  add(kind: SimpleKind): void;
}

type SimpleKind = Exclude<EventKind, 'screenView' | LineEvent>;

/** Counts notifications and pushes by kind; a push may bundle several. */
export interface NotificationCounter {
  addLines(kind: LineEvent, line: NotificationKind | 'several', count: number): void;
}

/** Buffers counts by kind, screen and minute, never by user [CA-08]. */
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

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY).unref();
  }

  add(kind: SimpleKind): void {
    this.#count({ kind, screen: null, at: Date.now(), count: 1 });
  }

  addLines(kind: LineEvent, line: NotificationKind | 'several', count: number): void {
    if (count > 0) this.#count({ kind, screen: line, at: Date.now(), count });
  }

  addView(screen: ScreenPath): void {
    this.#count({ kind: 'screenView', screen, at: Date.now(), count: 1 });
  }

  /** Writes buffered counts; keeps those of a failed write. */
  async flush(): Promise<void> {
    await this.#flushing;
    if (this.#waiting.size === 0) return;
    this.#flushing = this.#write().finally(() => (this.#flushing = undefined));
    await this.#flushing;
  }

  /** Stops the timer and writes the last counts. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const events = [...this.#waiting.values()];
    this.#waiting = new Map();
    try {
      await this.#database.change(
        `INSERT INTO analytics_events (kind, screen, at, count)
         SELECT kind, screen, to_timestamp(at / 1000.0), count
           FROM jsonb_to_recordset($1::text::jsonb) AS row (kind text, screen text, at bigint, count integer)`,
        [JSON.stringify(events)],
      );
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'counts not written');
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

interface FaultMeter {
  addPageFault(screen: string, release: string): void;
}

interface FaultDependencies {
  release: string;
  edition: Edition;
  log: Logger;
  meter: FaultMeter | null;
}

/** Counts and logs a page fault. Maps unknown screens and releases of unauthenticated reports to fixed labels. */
function noteFault(
  report: Body<'POST /api/faults'>,
  { release, edition, log, meter }: FaultDependencies,
): void {
  const screen = findScreen(report.path, edition)?.screen.path ?? 'unknown';
  meter?.addPageFault(screen, report.release === release ? release : 'other');
  log.warn(
    { screen, release: report.release, ...(report.requestId && { failedRequest: report.requestId }) },
    'a page failed',
  );
}

/** Adds days to a `YYYY-MM-DD` date. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
