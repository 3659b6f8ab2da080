import type { NotificationKind } from '@madang/contract/notifications/rules';
import type { ScreenPath } from '@madang/contract/screens';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import { insertEvents, type EventCount, type EventKind, type LineEvent } from './analytics.queries.ts';

/** What a killed process forgets at most, in milliseconds. */
const FLUSH_EVERY = 5_000;
/** Counts lie in the database by the minute: closer would say more about a quiet hour than anybody asked for. */
const MINUTE = 60_000;
/** What is kept while the database is down: many hours of every kind and screen, then counts are lost. */
const WAITING_MAX = 20_000;

/** Counts what happened; never fails, never waits, never touches the transaction that it is called after. */
export interface Counter {
  add(kind: SimpleKind): void;
}

/** What says nothing but that it happened. */
type SimpleKind = Exclude<EventKind, 'screenView' | LineEvent>;

/** Counts lines of inboxes and pushes by their kind, in the same way; a push may say several things. */
export interface NotificationCounter {
  addLines(kind: LineEvent, line: NotificationKind | 'several', count: number): void;
}

/**
 * Counts in memory and writes the counts every few seconds, in one statement [CA-08]. Kind, screen and minute
 * are all it knows; who did something is not handed to it.
 */
export class Tally implements Counter, NotificationCounter {
  readonly #database: Database;
  readonly #log: Logger;
  #waiting = new Map<string, EventCount>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Begins to write what is counted. */
  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY).unref();
  }

  add(kind: SimpleKind): void {
    this.#count({ kind, screen: null, at: Date.now(), count: 1 });
  }

  addLines(kind: LineEvent, line: NotificationKind | 'several', count: number): void {
    if (count > 0) this.#count({ kind, screen: line, at: Date.now(), count });
  }

  /** Counts a view of one screen. */
  addView(screen: ScreenPath): void {
    this.#count({ kind: 'screenView', screen, at: Date.now(), count: 1 });
  }

  /** Writes what was counted until now; what cannot be written waits for the next time. */
  async flush(): Promise<void> {
    await this.#flushing;
    if (this.#waiting.size === 0) return;
    this.#flushing = this.#write().finally(() => (this.#flushing = undefined));
    await this.#flushing;
  }

  /** Writes the last counts. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const events = [...this.#waiting.values()];
    this.#waiting = new Map();
    try {
      await insertEvents(this.#database, events);
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'the counts could not be written');
      for (const event of events) this.#count(event);
    }
  }

  #count(event: EventCount): void {
    const at = event.at - (event.at % MINUTE);
    const key = `${event.kind} ${event.screen ?? ''} ${at}`;
    const known = this.#waiting.get(key);
    if (known) known.count += event.count;
    else if (this.#waiting.size < WAITING_MAX) this.#waiting.set(key, { ...event, at });
  }
}
