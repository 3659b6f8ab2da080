import type { Database } from '../src/database/database.ts';

/** A query on hold. */
export interface Held {
  /** Resolves when the query reaches the hold. */
  stopped: Promise<void>;
  release(): void;
}

/** Database with queries that a test can hold, as in a race; counts all queries. */
export class HeldDatabase {
  /** Database for the code under test. */
  readonly database: Database;
  asked = 0;
  #waiting: { pattern: RegExp; before: () => Promise<void>; after: () => Promise<void> }[] = [];

  constructor(database: Database) {
    this.database = Object.assign(Object.create(database) as Database, {
      rows: async (sql: string, values?: readonly unknown[]) => {
        this.asked += 1;
        const held = this.#waiting.find(({ pattern }) => pattern.test(sql));
        this.#waiting = this.#waiting.filter((one) => one !== held);
        await held?.before();
        const rows = await database.rows(sql, values);
        await held?.after();
        return rows;
      },
    });
  }

  /** Holds the next matching query before it runs, or after its result is read and not yet returned. */
  hold(pattern: RegExp, where: 'before' | 'after'): Held {
    const { promise: stopped, resolve: stop } = makeDeferred();
    const { promise: released, resolve: release } = makeDeferred();
    const wait = async () => {
      stop();
      await released;
    };
    const pass = async () => {};
    this.#waiting.push({
      pattern,
      before: where === 'before' ? wait : pass,
      after: where === 'after' ? wait : pass,
    });
    return { stopped, release };
  }

  /** Makes the next matching query fail. */
  fail(pattern: RegExp): void {
    const before = async () => {
      throw new Error('the connection is gone');
    };
    this.#waiting.push({ pattern, before, after: async () => {} });
  }
}

function makeDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
