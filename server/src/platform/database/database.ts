/** One open transaction, or the database itself outside of one: something that runs SQL. */
export interface Executor {
  /** Every row of the answer. `Row` is what the SQL's column list promises. */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** How many rows the statement changed. */
  change(sql: string, values?: readonly unknown[]): Promise<number>;
}

export interface Transaction extends Executor {
  /** Runs once the commit is acknowledged, in order; never when the transaction fails. */
  afterCommit(work: () => void): void;
}

/**
 * One PostgreSQL dialect behind two engines: a server reached through `DATABASE_URL`, or the embedded one
 * under the data folder. Values come back alike on both: int8 as number, timestamptz as Date, json parsed.
 * All failures arrive as {@link DatabaseError}.
 */
export interface Database extends Executor {
  readonly engine: 'embedded' | 'postgres';
  /** The pool's connections that work and that are free, and who waits for one; not there where there is no pool. */
  connections?: () => Record<'in_use' | 'idle' | 'waiting', number>;
  /**
   * Runs `work` in one READ COMMITTED transaction: committed when it resolves, rolled back when it throws. Where
   * PostgreSQL ends it because two waited for each other, `work` runs again from its beginning, so it must do nothing
   * outside of the transaction but by `afterCommit`.
   * Using the database itself inside `work` throws at once on the embedded engine, where it would wait for ever, and
   * in tests on PostgreSQL, where it would escape the transaction.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Sends to every process of this database, this one included. At most 8,000 bytes: send ids. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Calls `onMessage` for each notification. `onGap` is called after the listening connection was lost and
   * is back: what was sent meanwhile is gone, so catch up by number.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void>;
  close(): Promise<void>;
}

/** A failed statement or a database out of reach, the same shape on both engines. */
export class DatabaseError extends Error {
  /** SQLSTATE, e.g. 23505 for a unique violation; `unavailable` when no answer could be had. */
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(code: string, message: string, constraint: string | undefined, cause: unknown) {
    super(message, { cause });
    this.name = 'DatabaseError';
    this.code = code;
    this.constraint = constraint;
  }

  /**
   * True when the same call may succeed later: the database is down, starting, full, out of connections or stuck, or was
   * the leader of a cluster until now and takes no writes any more.
   */
  get unavailable(): boolean {
    return this.code === 'unavailable' || this.deadlocked || /^(08|53|57P|58|25006|55P03)/.test(this.code);
  }

  /** True when PostgreSQL ended the transaction because others stood in its way: it may be begun again at once. */
  get deadlocked(): boolean {
    return this.code === '40P01' || this.code === '40001';
  }
}

/** True when the error is a violation of the named unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint;
}
