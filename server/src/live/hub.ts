import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';

const CHANNEL = 'madang_live';
/** PostgreSQL limits a notification to 8,000 bytes, including the sender's name. */
const BYTES_MAX = 7_900;
/** Milliseconds during which signals are batched: each notification is a query. */
const TOGETHER = 10;

interface Listener {
  onSignal: (id: string) => void;
  onGap: () => void;
}

/**
 * Notifies every process of changes by topic and id, after the commit. Messages may be lost: listeners also catch up by
 * number, on `onGap` and periodically.
 */
export class Hub {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #self = randomUUID();
  readonly #listeners = new Map<string, Listener>();
  #untold = new Set<string>();
  #telling: Promise<void> | undefined;
  #closing = false;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#database.listen(
      CHANNEL,
      (payload) => {
        const start = payload.indexOf(' ');
        if (payload.slice(0, start) === this.#self) return;
        for (const message of payload.slice(start + 1).split(';')) {
          const [topic, id] = message.split(' ');
          if (topic && id) this.#listeners.get(topic)?.onSignal(id);
        }
      },
      () => {
        for (const listener of this.#listeners.values()) listener.onGap();
      },
    );
  }

  on(topic: string, listener: Listener): void {
    this.#listeners.set(topic, listener);
  }

  /** Notifies this process immediately, and others through the database; never throws. */
  signal(topic: string, id: string): void {
    this.#listeners.get(topic)?.onSignal(id);
    this.tell(topic, id);
  }

  /** Notifies like {@link signal}, but only other processes. */
  tell(topic: string, id: string): void {
    this.#untold.add(`${topic} ${id}`);
    if (!this.#telling) this.#telling = this.#tellAll();
  }

  /** Sends first signals immediately, and batches the following. */
  async #tellAll(): Promise<void> {
    // One write sends several signals: the last must not wait.
    await endOfTurn();
    while (this.#untold.size > 0) {
      const [messages, rest] = takeMessages(this.#untold);
      this.#untold = rest;
      try {
        await this.#database.notify(CHANNEL, `${this.#self} ${messages.join(';')}`);
      } catch (error) {
        this.#log.warn({ error: (error as Error).message }, 'signal not sent');
      }
      if (!this.#closing) await sleep(TOGETHER);
    }
    this.#telling = undefined;
  }

  /** Resolves when every signal was sent or failed, before closing. */
  async settled(): Promise<void> {
    this.#closing = true;
    await this.#telling;
    this.#closing = false;
  }
}

/** Splits off the messages that fit into one notification. */
function takeMessages(all: ReadonlySet<string>): [messages: string[], rest: Set<string>] {
  const messages: string[] = [];
  const rest = new Set<string>();
  let bytes = 0;
  for (const message of all) {
    bytes += Buffer.byteLength(message) + 1;
    if (messages.length === 0 || bytes <= BYTES_MAX) messages.push(message);
    else rest.add(message);
  }
  return [messages, rest];
}
