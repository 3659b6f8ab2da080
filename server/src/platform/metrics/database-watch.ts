import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Executor } from '../database/database.ts';
import { readWaiting, type WaitingRow } from './waiting.queries.ts';

/** Whoever asks gets an answer within this time: Prometheus itself gives up after ten seconds. */
const WITHIN = 2_000;
/** Several who ask cost the database no more than one. */
const KEPT_FOR = 5_000;

export type ReadBackupAge = (executor: Executor) => Promise<number | null>;

/** What only the database knows. */
export interface Waiting extends WaitingRow {
  backupAge: number | null;
}

/** Asks the database for what waits in it: never twice at the same time, and never for longer than somebody waits. */
export class DatabaseWatch {
  readonly #database: Database;
  readonly #readBackupAge: ReadBackupAge;
  #last: { seen: Waiting | null; at: number } | undefined;
  #pending: Promise<Waiting | null> | undefined;

  constructor(database: Database, readBackupAge: ReadBackupAge) {
    this.#database = database;
    this.#readBackupAge = readBackupAge;
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
      backupAge: await this.#readBackupAge(transaction),
    }));
  }
}
