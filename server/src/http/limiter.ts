import { createHash } from 'node:crypto';
import type { Database, Executor, Transaction } from '../database/database.ts';
import type { Logger } from '../log/log.ts';

/** At most `max` in each window of `seconds`. */
export interface Limit {
  name: string;
  max: number;
  seconds: number;
  /** True for counts in memory only: a row would reveal what was counted, and when. */
  unshared?: boolean;
}

/** Milliseconds between exchanges of counts among processes. */
const SHARE_EVERY = 1_000;
/** Milliseconds for which an unused count is refreshed. */
const LISTEN_FOR = 10_000;
/** Maximum counts in memory, evicting the oldest, against floods of addresses. */
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
 * Counts in fixed windows, shared through the database within a second, near a limit at once. Requests wait only for
 * loading. Without the database, processes use own counts.
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

  /** Counts one and returns null. At the limit, returns the seconds to wait, uncounted. */
  async take(limit: Limit, subject: string): Promise<number | null> {
    const count = await this.#find(limit, subject);
    // Half of the remainder may be counted before an exchange: two processes exceed it by half. Repeated, as a running
    // exchange may have sent less.
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

  async read(limit: Limit, subject: string): Promise<number> {
    const { shared, own } = await this.#find(limit, subject);
    return shared + own;
  }

  /** Adds the count of one subject in this window to another. */
  async carry(limit: Limit, from: string, to: string): Promise<void> {
    const counted = await this.read(limit, from);
    if (counted > 0) (await this.#find(limit, to)).own += counted;
  }

  /** Takes back one counted at this time, in milliseconds, within its window. */
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
    // Set again, to keep the map in order of use.
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
      this.#log.warn({ error: (error as Error).message }, 'count not read');
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
      this.#log.warn({ error: (error as Error).message }, 'counts not shared');
    }
  }
}

/**
 * Counts one in a transaction, exact over all processes; returns like {@link Limiter.take}. Rolls back with it; concurrent
 * callers wait.
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

/** Returns the seconds until the next window, if limited. */
function waitOf(
  { max }: Limit,
  { shared, own, endsAt }: Pick<Count, 'shared' | 'own' | 'endsAt'>,
): number | null {
  return shared + own < max ? null : Math.max(1, Math.ceil((endsAt - Date.now()) / 1_000));
}

/** Returns the window's end in milliseconds since 1970, equal in every process. */
function windowEnd({ seconds }: Limit, now: number): number {
  return (Math.floor(now / 1_000 / seconds) + 1) * seconds * 1_000;
}

function keyOf(limit: Limit, subject: string, at = Date.now()): string {
  const window = windowEnd(limit, at);
  return createHash('sha256').update(`${limit.name} ${window} ${subject}`).digest('base64url').slice(0, 32);
}
