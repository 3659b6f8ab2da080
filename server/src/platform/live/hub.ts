import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';

const CHANNEL = 'madang_live';

interface Listener {
  onSignal: (id: string) => void;
  onGap: () => void;
}

/**
 * Tells every process that something changed. A signal is a topic and an id, never content: who hears it
 * reads the database. It is sent after the commit, so it may be lost with a dying process or a broken
 * connection; whoever listens must also catch up by number on `onGap` and from time to time.
 */
export class Hub {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #self = randomUUID();
  readonly #listeners = new Map<string, Listener>();
  readonly #sending = new Set<Promise<void>>();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Begins to hear the other processes. */
  async start(): Promise<void> {
    await this.#database.listen(
      CHANNEL,
      (payload) => {
        const [from, topic, id] = payload.split(' ');
        if (from !== this.#self && topic && id) this.#listeners.get(topic)?.onSignal(id);
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
    const sending: Promise<void> = this.#database
      .notify(CHANNEL, `${this.#self} ${topic} ${id}`)
      .catch((error: Error) => this.#log.warn({ error: error.message, topic }, 'a signal was not sent'))
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Resolves when every signal so far was sent or has failed: before the database is closed. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending);
  }
}
