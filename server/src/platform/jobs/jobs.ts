import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import { LEASE_SECONDS, POLL_EVERY, type Queue, type Taken, Worker } from './worker.ts';

/** What does the jobs of a kind. */
export type Handler = {
  /** Done once in every minute, five minutes, hour or day; such jobs are there by themselves. */
  every?: Period;
  /** The first time is when a process that knows the kind starts, not when the next period begins. */
  atOnce?: boolean;
} & (
  | {
      /**
       * Runs in the transaction that removes the job: what it writes is there exactly once, or not at all. It must be
       * short; what has much to do does a part and adds itself again.
       */
      inside: (transaction: Transaction, job: Job) => Promise<void>;
    }
  | {
      /**
       * Has an effect outside the database, or transactions of its own, and runs before the job is removed: a process
       * that is killed in between leaves it to be done again, with the same id.
       */
      outside: (job: Job) => Promise<void>;
      /** Longer than it ever takes. */
      leaseSeconds?: number;
    }
);

/**
 * Does the jobs of the database, each once over all processes. Every process looks for the kinds that it has a handler
 * for, so that during a deploy an old one leaves alone what it does not know. A kind that hangs holds up no other.
 */
export class Jobs {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #timeZone: string;
  readonly #handlers = new Map<string, Handler>();
  readonly #workers = new Map<string, Worker<Job>>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;

  /** @param timeZone whose hours and days recurring jobs go by. */
  constructor(database: Database, log: Logger, timeZone: string) {
    this.#database = database;
    this.#log = log;
    this.#timeZone = timeZone;
  }

  /** Registers what does the jobs of a kind; before {@link start}. */
  handle(kind: string, handler: Handler): void {
    if (this.#handlers.has(kind)) throw new Error(`${kind} has two handlers`);
    this.#handlers.set(kind, handler);
    this.#workers.set(kind, new Worker(this.#queueOf(kind, handler), this.#log));
  }

  /** Begins to do what is due, left over from earlier processes included. */
  async start(): Promise<void> {
    for (const [kind, { every, atOnce }] of this.#handlers)
      if (every) await addRecurring(this.#database, kind, every, this.#timeZone, atOnce);
    this.#timer = setInterval(() => this.wake(), POLL_EVERY).unref();
    this.wake();
  }

  /** Does what is due now instead of at the next poll. */
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
            // First of all: from here on nobody can take the job back or take it as well.
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

/** A job to be done once, whichever process does it. */
export interface NewJob {
  /** Who does it: the name of a handler. */
  kind: string;
  /** What it is about. Of one kind and key there is one job at most; without a key there are as many as are added. */
  key?: string;
  /** What the handler has to know: ids, never a name, an address or a text. */
  data?: unknown;
  /** A time that somebody chose; else now, by the database's clock. */
  dueAt?: Date;
  /** Due so much later. */
  inSeconds?: number;
  /** Where a job of this key is there already, it stays as it is, and is not waited for while it is being done. */
  ifAbsent?: boolean;
}

/** A job as its handler gets it. */
export interface Job extends Taken {
  key: string | null;
  data: unknown;
}

/** Minutes, hour or day of the campus, in which a recurring job is done once. */
type Period = 'minute' | '5 minutes' | 'hour' | 'day';

/** The key of a recurring job. */
const RECURRING = '';

/** Given-up jobs are there for the operator to see for so long. */
const GIVEN_UP_DAYS = 30;

/** When the next period begins, `$1` being the period and `$2` the time zone. */
const NEXT_PERIOD = `CASE $1::text WHEN '5 minutes' THEN date_bin('5 minutes', now(), 'epoch') + interval '5 minutes'
  ELSE (date_trunc($1::text, now() AT TIME ZONE $2::text) + ('1 ' || $1::text)::interval) AT TIME ZONE $2::text END`;

const REPLACE = `
  DO UPDATE SET id = excluded.id, data = excluded.data, due_at = excluded.due_at, attempts = 0, given_up_at = NULL`;

/**
 * Puts a job into the transaction that wants it. Where one of this kind and key waits, the new one takes its place; one
 * that is being done just now is waited for, or, where its effect is outside the database, done again.
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

/** Takes a job back. False when there is none any more: it is done, or nobody added it. */
export async function removeJob(transaction: Transaction, kind: string, key: string): Promise<boolean> {
  return (await transaction.change('DELETE FROM jobs WHERE kind = $1 AND key = $2', [kind, key])) === 1;
}

/** Sees to it that the recurring job is there; it is due when the next period begins, or the first time at once. */
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

/** Which of these kinds have a job that is due. */
async function findDueKinds(executor: Executor, kinds: readonly string[]): Promise<string[]> {
  const rows = await executor.rows<{ kind: string }>(
    `SELECT kind FROM unnest($1::text[]) AS known (kind)
      WHERE EXISTS (SELECT FROM jobs WHERE jobs.kind = known.kind AND due_at <= now())`,
    [kinds],
  );
  return rows.map(({ kind }) => kind);
}

/** Takes a job for so many seconds: nobody else takes it before. */
function takeJob(executor: Executor, kind: string, leaseSeconds: number): Promise<Job | undefined> {
  return executor.first<Job>(
    `UPDATE jobs SET attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
      WHERE id = (SELECT id FROM jobs WHERE kind = $1 AND due_at <= now()
                   ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, key, data, attempts`,
    [kind, leaseSeconds],
  );
}

/** Removes the job that was taken. False when it was taken back, or by somebody else after the lease. */
async function finishJob(executor: Executor, { id, attempts }: Taken): Promise<boolean> {
  return (await executor.change('DELETE FROM jobs WHERE id = $1 AND attempts = $2', [id, attempts])) === 1;
}

/** The same of a recurring job, which is due again in the next period. */
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

/** The same of a recurring job: it is tried again in the next period. */
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

/** Removes the one-off jobs that were given up long ago. */
export async function sweepGivenUpJobs(executor: Executor): Promise<void> {
  await executor.change(
    `DELETE FROM jobs WHERE due_at IS NULL AND given_up_at < now() - interval '${GIVEN_UP_DAYS} days'`,
  );
}

/** What is in trouble. A job that is being done for the first time is not. */
const TROUBLED = '(attempts > 1 OR given_up_at IS NOT NULL)';

/** How many jobs of a kind failed and wait for another attempt, and how many were given up. */
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

/** Lets the troubled jobs of a kind be due now, with all their attempts before them; answers how many there are. */
export function retryJobs(executor: Executor, kind: string): Promise<number> {
  return executor.change(
    `UPDATE jobs SET due_at = now(), attempts = 0, given_up_at = NULL WHERE kind = $1 AND ${TROUBLED}`,
    [kind],
  );
}

/** Lets every recurring job be due now, as at a first start; answers how many there are. */
export function makeRecurringDue(executor: Executor): Promise<number> {
  return executor.change('UPDATE jobs SET due_at = now(), attempts = 0, given_up_at = NULL WHERE key = $1', [
    RECURRING,
  ]);
}
