import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import { LEASE_SECONDS, POLL_EVERY, type Queue, type Taken, Worker } from './worker.ts';

export type Handler = {
  /** Period of a recurring job, which needs no adding. */
  every?: Period;
  /** True if the first run is at process start. */
  atOnce?: boolean;
} & (
  | {
      /** Runs in the transaction that deletes the job: exactly once. Must be short; long work adds the job again. */
      inside: (transaction: Transaction, job: Job) => Promise<void>;
    }
  | {
      /** Runs before the job is deleted, for outside effects or own transactions; repeated with the same id after a crash. */
      outside: (job: Job) => Promise<void>;
      /** Longer than the handler ever takes. */
      leaseSeconds?: number;
    }
);

/**
 * Runs the database's jobs, each once across processes. Only handled kinds: others may be newer. A hanging kind blocks no
 * other.
 */
export class Jobs {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #timeZone: string;
  readonly #handlers = new Map<string, Handler>();
  readonly #workers = new Map<string, Worker<Job>>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;

  /** @param timeZone of the hours and days of recurring jobs. */
  constructor(database: Database, log: Logger, timeZone: string) {
    this.#database = database;
    this.#log = log;
    this.#timeZone = timeZone;
  }

  /** Registers the handler of a kind; call before {@link start}. */
  handle(kind: string, handler: Handler): void {
    if (this.#handlers.has(kind)) throw new Error(`${kind} has two handlers`);
    this.#handlers.set(kind, handler);
    this.#workers.set(kind, new Worker(this.#queueOf(kind, handler), this.#log));
  }

  /** Starts working on due jobs, including those of earlier processes. */
  async start(): Promise<void> {
    for (const [kind, { every, atOnce }] of this.#handlers)
      if (every) await addRecurring(this.#database, kind, every, this.#timeZone, atOnce);
    this.#timer = setInterval(() => this.wake(), POLL_EVERY).unref();
    this.wake();
  }

  /** Runs due jobs now instead of at the next poll. */
  wake(): void {
    this.#polling ??= findDueKinds(this.#database, [...this.#handlers.keys()])
      .then((kinds) => {
        for (const kind of kinds) this.#workers.get(kind)?.wake();
      })
      .catch((error: Error) => this.#log.warn({ error: error.message }, 'jobs could not be read'))
      .finally(() => (this.#polling = undefined));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#polling;
    await Promise.all([...this.#workers.values()].map((worker) => worker.close()));
  }

  #queueOf(kind: string, handler: Handler): Queue<Job> {
    const [database, timeZone, { every }] = [this.#database, this.#timeZone, handler];
    const leaseSeconds = 'outside' in handler ? handler.leaseSeconds : undefined;
    const finish = (executor: Transaction | Database, job: Job) =>
      every ? finishPeriod(executor, job, every, timeZone) : finishJob(executor, job);
    return {
      take: () => takeJob(database, kind, leaseSeconds ?? LEASE_SECONDS),
      async work(job) {
        if ('inside' in handler)
          await database.transaction(async (transaction) => {
            // Deletes first: the job can then neither be removed nor retaken.
            if (await finish(transaction, job)) await handler.inside(transaction, job);
          });
        else {
          await handler.outside(job);
          await finish(database, job);
        }
      },
      delay: (job, seconds) => delayJob(database, job, seconds),
      giveUp: (job) => (every ? givePeriodUp(database, job, every, timeZone) : giveJobUp(database, job)),
      failure: ({ id }) => ({ message: 'job not done', fields: { job: kind, jobId: id } }),
    };
  }
}

export interface NewJob {
  kind: string;
  /** Deduplication key within a kind. Without one every added job runs. */
  key?: string;
  /** Handler input: ids only, never a name, address or text. */
  data?: unknown;
  /** Chosen time; default is now, by the database clock. */
  dueAt?: Date;
  inSeconds?: number;
  /** Keeps an existing job of this key, also a running one. */
  ifAbsent?: boolean;
}

export interface Job extends Taken {
  key: string | null;
  data: unknown;
}

/** Period of a recurring job, in campus time. */
type Period = 'minute' | '5 minutes' | 'hour' | 'day';

const RECURRING = '';

/** Days for which failed jobs stay visible to operators. */
const GIVEN_UP_DAYS = 30;

/** Begin of the next period `$1`, in time zone `$2`. */
const NEXT_PERIOD = `CASE $1::text WHEN '5 minutes' THEN date_bin('5 minutes', now(), 'epoch') + interval '5 minutes'
  ELSE (date_trunc($1::text, now() AT TIME ZONE $2::text) + ('1 ' || $1::text)::interval) AT TIME ZONE $2::text END`;

const REPLACE = `
  DO UPDATE SET id = excluded.id, data = excluded.data, due_at = excluded.due_at, attempts = 0, given_up_at = NULL`;

/**
 * Adds a job in the caller's transaction, replacing a waiting one of this kind and key. A running one finishes first, or
 * repeats.
 */
export async function addJob(transaction: Transaction, job: NewJob): Promise<void> {
  const { kind, key = null, data = null, dueAt = null, inSeconds = 0, ifAbsent = false } = job;
  await transaction.change(
    `INSERT INTO jobs (id, kind, key, data, due_at)
     VALUES ($1, $2, $3, $4::text::jsonb, coalesce($5::timestamptz, now()) + make_interval(secs => $6))
     ON CONFLICT (kind, key) ${ifAbsent ? 'DO NOTHING' : REPLACE}`,
    [uuidv7(), kind, key, data === null ? null : JSON.stringify(data), dueAt, inSeconds],
  );
}

/** Removes a job; false if done or never added. */
export async function removeJob(transaction: Transaction, kind: string, key: string): Promise<boolean> {
  return (await transaction.change('DELETE FROM jobs WHERE kind = $1 AND key = $2', [kind, key])) === 1;
}

/** Adds the recurring job if missing, due now or next period. */
async function addRecurring(
  executor: Executor,
  kind: string,
  period: Period,
  timeZone: string,
  atOnce = false,
): Promise<void> {
  await executor.change(
    `INSERT INTO jobs (id, kind, key, due_at)
     VALUES ($3, $4, $5, CASE WHEN $6::boolean THEN now() ELSE ${NEXT_PERIOD} END)
     ON CONFLICT (kind, key) DO NOTHING`,
    [period, timeZone, uuidv7(), kind, RECURRING, atOnce],
  );
}

async function findDueKinds(executor: Executor, kinds: readonly string[]): Promise<string[]> {
  const rows = await executor.rows<{ kind: string }>(
    `SELECT kind FROM unnest($1::text[]) AS known (kind)
      WHERE EXISTS (SELECT FROM jobs WHERE jobs.kind = known.kind AND due_at <= now())`,
    [kinds],
  );
  return rows.map(({ kind }) => kind);
}

/** Takes a job under a lease, in seconds. */
function takeJob(executor: Executor, kind: string, leaseSeconds: number): Promise<Job | undefined> {
  return executor.first<Job>(
    `UPDATE jobs SET attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
      WHERE id = (SELECT id FROM jobs WHERE kind = $1 AND due_at <= now()
                   ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, key, data, attempts`,
    [kind, leaseSeconds],
  );
}

/** Deletes a taken job; false if removed or retaken. */
async function finishJob(executor: Executor, { id, attempts }: Taken): Promise<boolean> {
  return (await executor.change('DELETE FROM jobs WHERE id = $1 AND attempts = $2', [id, attempts])) === 1;
}

/** Like {@link finishJob} for a recurring job, due again next period. */
async function finishPeriod(
  executor: Executor,
  { id, attempts }: Taken,
  period: Period,
  timeZone: string,
): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE jobs SET attempts = 0, given_up_at = NULL, due_at = ${NEXT_PERIOD} WHERE id = $3 AND attempts = $4`,
    [period, timeZone, id, attempts],
  );
  return changed === 1;
}

async function delayJob(executor: Executor, { id, attempts }: Taken, seconds: number): Promise<void> {
  await executor.change(
    'UPDATE jobs SET due_at = now() + make_interval(secs => $3) WHERE id = $1 AND attempts = $2',
    [id, attempts, seconds],
  );
}

async function giveJobUp(executor: Executor, { id, attempts }: Taken): Promise<void> {
  await executor.change(
    'UPDATE jobs SET due_at = NULL, given_up_at = now() WHERE id = $1 AND attempts = $2',
    [id, attempts],
  );
}

/** Gives up a recurring job until the next period. */
async function givePeriodUp(
  executor: Executor,
  { id, attempts }: Taken,
  period: Period,
  timeZone: string,
): Promise<void> {
  await executor.change(
    `UPDATE jobs SET attempts = 0, given_up_at = now(), due_at = ${NEXT_PERIOD} WHERE id = $3 AND attempts = $4`,
    [period, timeZone, id, attempts],
  );
}

/** Deletes one-off jobs abandoned long ago. */
export async function sweepGivenUpJobs(executor: Executor): Promise<void> {
  await executor.change(
    `DELETE FROM jobs WHERE due_at IS NULL AND given_up_at < now() - interval '${GIVEN_UP_DAYS} days'`,
  );
}

/** Condition of failing jobs, without first attempts. */
const TROUBLED = '(attempts > 1 OR given_up_at IS NOT NULL)';

/** A kind's jobs awaiting a retry, and abandoned. */
interface TroubledJobs {
  kind: string;
  delayed: number;
  givenUp: number;
}

export function listTroubledJobs(executor: Executor): Promise<TroubledJobs[]> {
  return executor.rows<TroubledJobs>(
    `SELECT kind, (count(*) FILTER (WHERE given_up_at IS NULL))::int AS delayed, count(given_up_at)::int AS "givenUp"
       FROM jobs WHERE ${TROUBLED} GROUP BY kind ORDER BY kind`,
  );
}

/** Makes a kind's failing jobs due now; returns their number. */
export function retryJobs(executor: Executor, kind: string): Promise<number> {
  return executor.change(
    `UPDATE jobs SET due_at = now(), attempts = 0, given_up_at = NULL WHERE kind = $1 AND ${TROUBLED}`,
    [kind],
  );
}

/** Makes every recurring job due now; returns their number. */
export function makeRecurringDue(executor: Executor): Promise<number> {
  return executor.change('UPDATE jobs SET due_at = now(), attempts = 0, given_up_at = NULL WHERE key = $1', [
    RECURRING,
  ]);
}
