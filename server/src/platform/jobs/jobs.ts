import type { Database, Transaction } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import {
  addRecurring,
  delayJob,
  findDueKinds,
  finishJob,
  finishPeriod,
  giveJobUp,
  givePeriodUp,
  takeJob,
  type Job,
  type Period,
} from './jobs.queries.ts';
import { LEASE_SECONDS, POLL_EVERY, Worker, type Queue } from './worker.ts';

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
