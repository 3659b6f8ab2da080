import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/log.ts';

const LISTEN_TIMEOUT = 2_500;
const RETRY = 500;
/** Interval and timeout of the check for cut networks and frozen servers. */
const ASKING: Asking = { every: 5_000, within: 5_000 };

/** In milliseconds. */
export interface Asking {
  every: number;
  within: number;
}

interface ListeningOptions {
  asking?: Asking;
  /** Called at each check; returns a callback for no answer. */
  onAsk?: () => () => void;
}

/** The process's only listening connection, outside the pool; reconnects indefinitely. */
export class ListeningConnection {
  readonly #url: string;
  readonly #log: Logger;
  readonly #channels = new Map<string, { onMessage: (payload: string) => void; onGap: () => void }>();
  #client: pg.Client | undefined;
  #opening: Promise<void> | undefined;
  #closed = false;
  readonly #asking: NodeJS.Timeout;
  readonly #onAsk: () => () => void;
  #unanswered = false;

  constructor(url: string, log: Logger, { asking = ASKING, onAsk = () => () => {} }: ListeningOptions = {}) {
    this.#url = url;
    this.#log = log;
    this.#onAsk = onAsk;
    this.#asking = setInterval(() => void this.#ask(asking.within), asking.every).unref();
  }

  async add(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void> {
    this.#channels.set(channel, { onMessage, onGap });
    if (this.#client) await this.#client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    else await (this.#opening ??= this.#open());
  }

  async #open(): Promise<void> {
    for (let lost = false; !this.#closed; lost = true) {
      const client = new pg.Client({
        connectionString: this.#url,
        connectionTimeoutMillis: LISTEN_TIMEOUT,
        keepAlive: true,
        application_name: 'madang-listen',
      });
      try {
        client.on('error', () => {});
        client.on('notification', ({ channel, payload }) =>
          this.#channels.get(channel)?.onMessage(payload ?? ''),
        );
        await client.connect();
        for (const channel of this.#channels.keys())
          await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        client.once('end', () => this.#reopen());
        this.#client = client;
        return;
      } catch (error) {
        await client.end().catch(() => {});
        if (!lost) this.#log.warn({ error: (error as Error).message }, 'listening connection lost');
        await sleep(RETRY);
      }
    }
  }

  #reopen(): void {
    this.#client = undefined;
    if (this.#closed) return;
    this.#opening = this.#open().then(() => {
      for (const { onGap } of this.#channels.values()) onGap();
    });
  }

  /** Closes the connection if the check is unanswered. */
  async #ask(answerWithin: number): Promise<void> {
    const client = this.#client;
    if (!client || this.#unanswered) return;
    this.#unanswered = true;
    const onSilence = this.#onAsk();
    let answered = false;
    const timer = setTimeout(() => {
      // After a stall, answers may be buffered: reads them first.
      setImmediate(() => {
        if (answered) return;
        client.connection.stream.destroy();
        onSilence();
      });
    }, answerWithin);
    // A broken connection ends by itself.
    await client.query('SELECT 1').catch(() => {});
    answered = true;
    clearTimeout(timer);
    this.#unanswered = false;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#asking);
    await this.#client?.end().catch(() => {});
  }
}
