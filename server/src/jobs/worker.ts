import type { Logger } from '../log/log.ts';

/** Seconds after failed attempts; the attempt after the last is final. */
export const RETRY_SECONDS = [2, 5, 15, 60, 300, 900, 3_600, 3_600, 3_600];
/** Polling interval in milliseconds. */
export const POLL_EVERY = 2_000;
/** Lease in seconds, after which another process may take the row. */
export const LEASE_SECONDS = 60;

export interface Taken {
  id: string;
  /** Number of attempts, this one included. */
  attempts: number;
}

/** Rows that any process may work on, one at a time, by database time. */
export interface Queue<Row extends Taken> {
  /** Takes the longest due row, counting the attempt and setting the lease. */
  take(): Promise<Row | undefined>;
  work(row: Row): Promise<void>;
  /** Schedules the next attempt, in seconds. */
  delay(row: Row, seconds: number): Promise<void>;
  /** Ends the attempts. */
  giveUp(row: Row): Promise<void>;
  /** Returns the log entry of a failed attempt. */
  failure(row: Row): { message: string; fields: object };
}

/** Processes one queue sequentially in this process. */
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

  /** Processes due rows now instead of at the next poll. */
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

  /** Waits for the row in progress and takes no other. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #workOnDue(): Promise<void> {
    const take = async () => (this.#closed ? undefined : this.#queue.take());
    for (let row = await take(); row; row = await take()) await this.#attempt(row);
  }

  async #attempt(row: Row): Promise<void> {
    // Every attempt ended with its process; protects this one.
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
    this.#log.error({ ...fields, attempts: row.attempts }, `${message}, abandoned`);
  }
}

/** Removes addresses from an error: the log outlives the account. */
export function withoutAddresses(message: string): string {
  return message.replaceAll(/[^\s<>"(),;:]+/g, (word) => (/.@./.test(word) ? '[address]' : word));
}
