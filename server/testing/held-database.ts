import type { Database } from '../src/platform/database/database.ts';

/** A query that was stopped on its way. */
export interface Held {
  /** Resolves when the query has come this far. */
  stopped: Promise<void>;
  release(): void;
}

/** A database whose queries a test stops where a race would have them, and which counts what it is asked. */
export class HeldDatabase {
  /** What to hand to the code under test. */
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

  /** Stops the next query that matches before it is made, or with its answer read and not yet handed on. */
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

  /** Lets the next query that matches fail. */
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
