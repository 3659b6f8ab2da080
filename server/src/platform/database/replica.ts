import pg from 'pg';
import type { Logger } from '../log/log.ts';
import { within } from '../within.ts';
import { DatabaseError, type Database, type Executor } from './database.ts';
import { IDENTITY } from './inspect-postgres.ts';
import { executorOn, prepareConnection, types } from './postgres.ts';

/** What is older is not read from a replica, in milliseconds. */
export const REPLICA_LAG_MAX = 1_000;
/** How far the leader is, is asked so often, and for so long after the last reading. */
const SAMPLE_EVERY = 200;
const SAMPLE_FOR = 5_000;
/** Nobody waits longer for a replica; then the leader is read. */
const PATIENCE = 700;
/** Nobody asks a replica that failed, or lags, for so long. */
const REST_AFTER_FAILURE = 2_000;
const REST_AFTER_LAG = 200;
const POOL_SIZE = 10;

/** What became of readings that a replica could have answered; of all but `used` the leader was read. */
const OUTCOMES = ['used', 'dropped', 'refused', 'lagging', 'failed', 'resting', 'unsampled'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** How far the leader's log was at a moment, by this process's clock. */
interface Sample {
  lsn: string;
  at: number;
}

/** What was read from a replica, and up to when everything that was committed is in it, as `performance.now()` says it. */
export interface Reading<Result> {
  result: Result;
  freshTo: number;
}

/**
 * Reads from replicas of the database (`DATABASE_READ_URL`) what may be as old as {@link REPLICA_LAG_MAX}. It asks the leader a few
 * times a second how far its log is, and each reading begins by asking its replica whether it has come so far: so what is
 * read holds everything that was committed before a known moment, whichever replica a balancer chose. A replica that lags,
 * fails or belongs to another database is left alone for a while; who asks is then told to read the leader, and never fails.
 */
export class Replica {
  /** How often each outcome was so far. */
  readonly outcomes = Object.fromEntries(OUTCOMES.map((name) => [name, 0])) as Record<Outcome, number>;
  readonly #leader: Database;
  readonly #log: Logger;
  readonly #pool: pg.Pool;
  #samples: Sample[] = [];
  #timer: NodeJS.Timeout | undefined;
  #readAt = -Infinity;
  #lag: number | null = null;
  #restUntil = -Infinity;
  #failing = false;
  #identity: Promise<string> | undefined;

  /** Nothing is asked of it before the first reading. */
  constructor(url: string, leader: Database, log: Logger) {
    this.#leader = leader;
    this.#log = log;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: POOL_SIZE,
      types,
      connectionTimeoutMillis: PATIENCE,
      idleTimeoutMillis: 30_000,
      // So that a balancer's choice is made anew now and then.
      maxLifetimeSeconds: 60,
      application_name: 'madang-reads',
      onConnect: (client): unknown => this.#prepare(client),
    });
    // An idle connection that breaks is replaced at the next reading.
    this.#pool.on('error', () => {});
  }

  /** How old in milliseconds what was read last may have been; null while no replica is read. */
  get lag(): number | null {
    return this.#lag;
  }

  /**
   * Runs `work` on a replica; null when the leader must be read: none is fresh enough or answers, or `work` threw, since what
   * is missing on a replica may be there already.
   */
  async read<Result>(work: (reads: Executor) => Promise<Result>): Promise<Reading<Result> | null> {
    const now = performance.now();
    this.#keepSampling(now);
    if (now < this.#restUntil) return this.#leave('resting');
    const samples = this.#samples.filter(({ at }) => now - at < REPLICA_LAG_MAX);
    if (samples.length === 0) return this.#leave('unsampled');
    const client = await this.#pool.connect().catch((error: Error) => this.#fail(error));
    if (!client) return null;
    let broken: Error | undefined;
    try {
      const reading = await within(
        PATIENCE,
        this.#readOn(executorOn(client), samples, work),
        () => new LateError(),
      );
      if (this.#failing) this.#log.warn('replicas are read again');
      this.#failing = false;
      if (!reading) return this.#rest('lagging', REST_AFTER_LAG);
      this.#lag = now - reading.freshTo;
      this.outcomes.used += 1;
      return reading;
    } catch (error) {
      if (!isOutage(error)) return this.#leave('refused');
      broken = error;
      return this.#fail(error);
    } finally {
      client.release(broken);
    }
  }

  /** Says that a reading was not used: something in it had changed meanwhile. */
  noteDropped(): void {
    this.outcomes.used -= 1;
    this.outcomes.dropped += 1;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#pool.end();
  }

  /** From the first reading until there was none for a while the leader is asked how far it is; nobody waits for it. */
  #keepSampling(now: number): void {
    this.#readAt = now;
    if (this.#timer) return;
    this.#sample();
    this.#timer = setInterval(() => {
      if (performance.now() - this.#readAt < SAMPLE_FOR) return this.#sample();
      clearInterval(this.#timer);
      this.#timer = undefined;
    }, SAMPLE_EVERY).unref();
  }

  #sample(): void {
    const at = performance.now();
    this.#samples = this.#samples.filter((sample) => at - sample.at < REPLICA_LAG_MAX);
    this.#leader.first<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn').then(
      (row) => row && this.#samples.push({ lsn: row.lsn, at }),
      () => {},
    );
  }

  async #readOn<Result>(
    reads: Executor,
    samples: readonly Sample[],
    work: (reads: Executor) => Promise<Result>,
  ): Promise<Reading<Result> | null> {
    const freshTo = await findFreshTo(reads, samples);
    return freshTo === null ? null : { result: await work(reads), freshTo };
  }

  #leave(outcome: Outcome): null {
    this.outcomes[outcome] += 1;
    return null;
  }

  #rest(outcome: Outcome, milliseconds: number): null {
    this.#restUntil = performance.now() + milliseconds;
    this.#lag = null;
    return this.#leave(outcome);
  }

  #fail({ message }: Error): null {
    if (!this.#failing) this.#log.warn({ error: message }, 'no replica can be read; the leader is');
    this.#failing = true;
    return this.#rest('failed', REST_AFTER_FAILURE);
  }

  /** @throws {Error} when the connection leads to another database than the leader's. */
  async #prepare(client: pg.ClientBase): Promise<unknown> {
    this.#identity ??= identify(this.#leader).catch((error: unknown) => {
      this.#identity = undefined;
      throw error;
    });
    const mine = await identify(executorOn(client));
    if (mine !== (await this.#identity)) throw new Error('DATABASE_READ_URL leads to another database');
    return prepareConnection(client);
  }
}

/** The moment of the newest of the samples that a replica has come to; null where it has come to none, or is none. */
async function findFreshTo(reads: Executor, samples: readonly Sample[]): Promise<number | null> {
  const row = await reads.first<{ at: number | null }>(
    `SELECT max(at) AS at FROM unnest($1::text[]::pg_lsn[], $2::float8[]) AS sample (lsn, at)
      WHERE pg_is_in_recovery() AND lsn <= pg_last_wal_replay_lsn()`,
    [samples.map(({ lsn }) => lsn), samples.map(({ at }) => at)],
  );
  return row?.at ?? null;
}

async function identify(executor: Executor): Promise<string> {
  const row = await executor.first<{ identity: string }>(IDENTITY);
  return row?.identity ?? '';
}

class LateError extends Error {
  override message = `no answer within ${PATIENCE} ms`;
}

/** Whether the replica is at fault. One that ends a statement because its log goes on (40001) is well. */
function isOutage(error: unknown): error is Error {
  return (
    error instanceof LateError || (error instanceof DatabaseError && error.unavailable && !error.deadlocked)
  );
}
