import { formatDateTime } from '@madang/contract/time/rules';
import type { Database } from '../../database/database.ts';
import type { Logger } from '../../log/log.ts';
import type { Counter } from '../analytics/index.ts';
import { markSeen } from './account-rows.ts';

/** Counts each student once per campus day, across processes; never blocks callers. */
export class DailyVisitors {
  readonly #database: Database;
  readonly #counter: Counter;
  readonly #log: Logger;
  readonly #timeZone: string;
  /** Users recorded by this process today. */
  readonly #noted = new Set<string>();
  #day = '';

  constructor(database: Database, counter: Counter, log: Logger, timeZone: string) {
    this.#database = database;
    this.#counter = counter;
    this.#log = log;
    this.#timeZone = timeZone;
  }

  note(userId: string): void {
    const day = formatDateTime(new Date(), this.#timeZone).slice(0, 'YYYY/MM/DD'.length);
    if (day !== this.#day) {
      this.#day = day;
      this.#noted.clear();
    }
    if (this.#noted.has(userId)) return;
    this.#noted.add(userId);
    markSeen(this.#database, userId, this.#timeZone)
      .then((isFirst) => isFirst && this.#counter.add('person'))
      .catch((error: Error) => this.#log.warn({ error: error.message }, 'a visitor was not counted'));
  }
}
