import type { Logger } from '../log/log.ts';

/** Waits after the first, second, … failed attempt, in seconds; after the one that follows the last it is given up. */
export const RETRY_SECONDS = [2, 5, 15, 60, 300, 900, 3_600, 3_600, 3_600];
/** What is due is looked for this often, in milliseconds. */
export const POLL_EVERY = 2_000;
/** A process that took a row and died gives it back to the others after this long. */
export const LEASE_SECONDS = 60;

/** A row that this process has taken. */
export interface Taken {
  id: string;
  /** How often it was taken, this time included. */
  attempts: number;
}

/** Rows of a table that any process may work on, each one at a time. All its times are the database's. */
export interface Queue<Row extends Taken> {
  /** Takes what is due for longest: counts the attempt and pushes the next one behind the lease, in one statement. */
  take(): Promise<Row | undefined>;
  /** Does what the row asks for, and removes it. */
  work(row: Row): Promise<void>;
  /** Lets the next attempt be due in so many seconds. */
  delay(row: Row, seconds: number): Promise<void>;
  /** No attempt follows. */
  giveUp(row: Row): Promise<void>;
  /** What the log says when an attempt fails, and of which row. */
  failure(row: Row): { message: string; fields: object };
}

/** Works on one queue, one row after the other, in this process. */
export class Worker<Row extends Taken> {
  readonly #queue: Queue<Row>;
  readonly #log: Logger;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(queue: Queue<Row>, log: Logger) {
    this.#queue = queue;
    this.#log = log;
  }

  /** Works on what is due now instead of at the next poll. */
  wake(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#workOnDue()
      .catch((error: Error) => this.#log.warn({ error: error.message }, 'due work could not be read'))
      .finally(() => {
        this.#running = undefined;
        if (this.#again) {
          this.#again = false;
          this.wake();
        }
      });
  }

  /** Lets the row under way end and begins no other. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #workOnDue(): Promise<void> {
    const take = async () => (this.#closed ? undefined : this.#queue.take());
    for (let row = await take(); row; row = await take()) await this.#attempt(row);
  }

  async #attempt(row: Row): Promise<void> {
    // Each of its attempts ended with its process: it shall not end this one too.
    if (row.attempts > RETRY_SECONDS.length + 1) return this.#giveUp(row);
    try {
      await this.#queue.work(row);
    } catch (error) {
      const { message, fields } = this.#queue.failure(row);
      const reason = withoutAddresses((error as Error).message);
      this.#log.warn({ ...fields, attempts: row.attempts, error: reason }, message);
      const wait = RETRY_SECONDS[row.attempts - 1];
      if (wait === undefined) await this.#giveUp(row);
      else await this.#queue.delay(row, wait);
    }
  }

  async #giveUp(row: Row): Promise<void> {
    await this.#queue.giveUp(row);
    const { message, fields } = this.#queue.failure(row);
    this.#log.error({ ...fields, attempts: row.attempts }, `${message}, given up`);
  }
}

/** Mail servers quote whom they refuse; the log outlives the account. */
export function withoutAddresses(message: string): string {
  return message.replaceAll(/[^\s<>"(),;:]+/g, (word) => (/.@./.test(word) ? '[address]' : word));
}
