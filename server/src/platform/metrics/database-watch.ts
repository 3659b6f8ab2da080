import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Executor } from '../database/database.ts';
import { readWaiting, type WaitingRow } from './waiting.queries.ts';

/** Anyone who asks gets an answer within this time: Prometheus itself gives up after ten seconds. */
const WITHIN = 2_000;
/** Several who ask cost the database no more than one. */
const KEPT_FOR = 5_000;

/** In seconds; null where there was no backup. */
export interface BackupAges {
  /** Since the last backup. */
  age: number | null;
  /** Since one was last restored to try it; before that, since the first backup. */
  untried: number | null;
}

export type ReadBackups = (executor: Executor) => Promise<BackupAges>;

/** What only the database knows. */
export interface Waiting extends WaitingRow {
  backups: BackupAges;
}

/** Asks the database for what waits in it: never twice at the same time, and never for longer than somebody waits. */
export class DatabaseWatch {
  readonly #database: Database;
  readonly #readBackups: ReadBackups;
  #last: { seen: Waiting | null; at: number } | undefined;
  #pending: Promise<Waiting | null> | undefined;

  constructor(database: Database, readBackups: ReadBackups) {
    this.#database = database;
    this.#readBackups = readBackups;
  }

  /** What waits, at most a few seconds old; null while the database does not answer. */
  async read(): Promise<Waiting | null> {
    if (this.#last && performance.now() - this.#last.at < KEPT_FOR) return this.#last.seen;
    this.#pending ??= this.#ask().finally(() => (this.#pending = undefined));
    const patience = new AbortController();
    const late = sleep(WITHIN, null, { signal: patience.signal }).catch(() => null);
    return Promise.race([this.#pending, late]).finally(() => patience.abort());
  }

  async #ask(): Promise<Waiting | null> {
    const seen = await this.#look().catch(() => null);
    this.#last = { seen, at: performance.now() };
    return seen;
  }

  /** In one transaction: on one connection of the pool. */
  #look(): Promise<Waiting> {
    return this.#database.transaction(async (transaction) => ({
      ...(await readWaiting(transaction)),
      backups: await this.#readBackups(transaction),
    }));
  }
}
