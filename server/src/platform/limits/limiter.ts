import { createHash } from 'node:crypto';
import type { Database, Executor, Transaction } from '../database/database.ts';
import type { Logger } from '../log/log.ts';

/** At most `max` in each window of `seconds`. */
export interface Limit {
  name: string;
  max: number;
  seconds: number;
  /** True if each process counts in memory: a database row would reveal who or what was counted, and when. */
  unshared?: boolean;
}

/** Milliseconds between exchanges of counts among processes. */
const SHARE_EVERY = 1_000;
/** Milliseconds after the last use until a count is no longer refreshed. */
const LISTEN_FOR = 10_000;
/** Maximum counts in memory, evicting the oldest: a flood of addresses must not exhaust it. */
const COUNTS_MAX = 100_000;

interface Count {
  /** Count of all processes at the last exchange. */
  shared: number;
  /** Own counts since the last exchange. */
  own: number;
  endsAt: number;
  usedAt: number;
  unshared: boolean;
  loading: Promise<void> | null;
}

/**
 * Counts in fixed windows, shared by all processes through the database within a second, and immediately near a limit.
 * A request waits only if its count is not loaded. If the database is down, each process uses its own counts.
 */
export class Limiter {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #counts = new Map<string, Count>();
  readonly #timer: NodeJS.Timeout;
  #sharing: Promise<void> | null = null;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => void this.#share(), SHARE_EVERY).unref();
  }

  /** Counts one more for the subject and returns null. At the limit, returns the seconds to wait without counting. */
  async take(limit: Limit, subject: string): Promise<number | null> {
    const count = await this.#find(limit, subject);
    // Half of the remainder may be counted before an exchange, so two processes allow at most half as much again. Repeated
    // once, as an exchange in progress may have sent less.
    for (let turn = 0; turn < 2; turn += 1)
      if (!count.unshared && count.own > 0 && count.own + 1 > (limit.max - count.shared) / 2)
        await this.#share();
    const wait = waitOf(limit, count);
    if (wait === null) count.own += 1;
    return wait;
  }

  /** Returns the same as {@link take}, without counting. */
  async check(limit: Limit, subject: string): Promise<number | null> {
    return waitOf(limit, await this.#find(limit, subject));
  }

  /** Returns the count of the subject in this window. */
  async read(limit: Limit, subject: string): Promise<number> {
    const { shared, own } = await this.#find(limit, subject);
    return shared + own;
  }

  /** Adds the count of one subject in this window to another. */
  async carry(limit: Limit, from: string, to: string): Promise<void> {
    const counted = await this.read(limit, from);
    if (counted > 0) (await this.#find(limit, to)).own += counted;
  }

  /** Takes back one that was counted at this time, in milliseconds. If its window is over, the next one keeps its count. */
  giveBack(limit: Limit, subject: string, takenAt: number): void {
    const count = this.#counts.get(keyOf(limit, subject, takenAt));
    if (count) count.own -= 1;
  }

  /** Deletes expired windows; any process may run it. */
  async sweep(executor: Executor): Promise<void> {
    await executor.change('DELETE FROM rate_limits WHERE ends_at < now()');
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#share();
  }

  async #find(limit: Limit, subject: string): Promise<Count> {
    const key = keyOf(limit, subject);
    const now = Date.now();
    let count = this.#counts.get(key);
    const heard = count !== undefined && now - count.usedAt < LISTEN_FOR;
    const unshared = limit.unshared ?? false;
    count ??= { shared: 0, own: 0, endsAt: windowEnd(limit, now), usedAt: now, unshared, loading: null };
    count.usedAt = now;
    // Deleted and set again to keep the map in order of use.
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const oldest = this.#counts.size > COUNTS_MAX ? this.#counts.keys().next().value : undefined;
    if (oldest !== undefined) this.#counts.delete(oldest);
    if (!heard && !unshared) count.loading ??= this.#load(key, count).finally(() => (count.loading = null));
    if (count.loading) await count.loading;
    return count;
  }

  async #load(key: string, count: Count): Promise<void> {
    try {
      const row = await this.#database.first<{ count: number }>(
        'SELECT count FROM rate_limits WHERE key = $1',
        [key],
      );
      count.shared = row?.count ?? 0;
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'a count could not be read');
    }
  }

  #share(): Promise<void> {
    return (this.#sharing ??= this.#exchange().finally(() => (this.#sharing = null)));
  }

  async #exchange(): Promise<void> {
    const now = Date.now();
    for (const [key, { endsAt }] of this.#counts) if (endsAt <= now) this.#counts.delete(key);
    const asked = [...this.#counts].filter(
      ([, count]) => !count.unshared && (count.own !== 0 || now - count.usedAt < LISTEN_FOR),
    );
    const told = asked
      .filter(([, count]) => count.own !== 0)
      .map(([key, count]) => ({ key, count, by: count.own }));
    try {
      if (told.length > 0)
        await this.#database.change(
          `INSERT INTO rate_limits (key, count, ends_at)
           SELECT key, own, ends_at FROM unnest($1::text[], $2::int[], $3::timestamptz[]) AS told (key, own, ends_at)
            ORDER BY key
           ON CONFLICT (key) DO UPDATE SET count = rate_limits.count + excluded.count`,
          [
            told.map(({ key }) => key),
            told.map(({ by }) => by),
            told.map(({ count }) => new Date(count.endsAt)),
          ],
        );
      for (const { count, by } of told) {
        count.own -= by;
        count.shared += by;
      }
      if (asked.length === 0) return;
      const rows = await this.#database.rows<{ key: string; count: number }>(
        'SELECT key, count FROM rate_limits WHERE key = ANY ($1::text[])',
        [asked.map(([key]) => key)],
      );
      const heard = new Map(rows.map(({ key, count }) => [key, count]));
      for (const [key, count] of asked) count.shared = heard.get(key) ?? 0;
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'counts could not be shared');
    }
  }
}

/**
 * Counts one more within a transaction and returns the same as {@link Limiter.take}, but exact over all processes. A
 * rollback undoes it. Concurrent callers for the subject wait for the transaction.
 */
export async function takeWithin(
  transaction: Transaction,
  limit: Limit,
  subject: string,
): Promise<number | null> {
  const endsAt = windowEnd(limit, Date.now());
  const row = await transaction.first<{ count: number }>(
    `INSERT INTO rate_limits (key, count, ends_at) VALUES ($1, 1, $2)
     ON CONFLICT (key) DO UPDATE SET count = rate_limits.count + 1 RETURNING count`,
    [keyOf(limit, subject), new Date(endsAt)],
  );
  return waitOf(limit, { shared: (row?.count ?? 1) - 1, own: 0, endsAt });
}

/** Returns the seconds until the next window if the limit is reached, otherwise null. */
function waitOf(
  { max }: Limit,
  { shared, own, endsAt }: Pick<Count, 'shared' | 'own' | 'endsAt'>,
): number | null {
  return shared + own < max ? null : Math.max(1, Math.ceil((endsAt - Date.now()) / 1_000));
}

/** Returns the window's end in milliseconds since 1970, the same in every process. */
function windowEnd({ seconds }: Limit, now: number): number {
  return (Math.floor(now / 1_000 / seconds) + 1) * seconds * 1_000;
}

function keyOf(limit: Limit, subject: string, at = Date.now()): string {
  const window = windowEnd(limit, at);
  return createHash('sha256').update(`${limit.name} ${window} ${subject}`).digest('base64url').slice(0, 32);
}
