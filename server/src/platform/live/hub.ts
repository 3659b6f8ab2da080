import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';

const CHANNEL = 'madang_live';
/** A notification holds 8,000 bytes at most, the sender's name included. */
const BYTES_MAX = 7_900;
/** Signals of this many milliseconds are sent together: a notification is a query of its own. */
const TOGETHER = 10;

interface Listener {
  onSignal: (id: string) => void;
  onGap: () => void;
}

/**
 * Tells every process that something changed. A signal is a topic and an id, never content: who hears it
 * reads the database. It is sent after the commit, so it may be lost with a dying process or a broken
 * connection; anyone who listens must also catch up by number on `onGap` and from time to time.
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

  /** Begins to hear the other processes. */
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

  /** One listener a topic: the feature that the topic belongs to. */
  on(topic: string, listener: Listener): void {
    this.#listeners.set(topic, listener);
  }

  /** Here at once, elsewhere as fast as the database tells; never throws. */
  signal(topic: string, id: string): void {
    this.#listeners.get(topic)?.onSignal(id);
    this.tell(topic, id);
  }

  /** As {@link signal}, but elsewhere only. */
  tell(topic: string, id: string): void {
    this.#untold.add(`${topic} ${id}`);
    if (!this.#telling) this.#telling = this.#tellAll();
  }

  /** The first go at once; what comes while they are on their way, and a little after, goes together. */
  async #tellAll(): Promise<void> {
    // One write tells several things, and the last of them must not wait for the first.
    await endOfTurn();
    while (this.#untold.size > 0) {
      const [messages, rest] = takeMessages(this.#untold);
      this.#untold = rest;
      try {
        await this.#database.notify(CHANNEL, `${this.#self} ${messages.join(';')}`);
      } catch (error) {
        this.#log.warn({ error: (error as Error).message }, 'a signal was not sent');
      }
      if (!this.#closing) await sleep(TOGETHER);
    }
    this.#telling = undefined;
  }

  /** Resolves when every signal so far was sent or has failed: before the database is closed. */
  async settled(): Promise<void> {
    this.#closing = true;
    await this.#telling;
    this.#closing = false;
  }
}

/** As many as one notification carries, and the others. */
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
