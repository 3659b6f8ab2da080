/** An open transaction, or the database itself; runs SQL. */
export interface Executor {
  /** Returns all rows. The SQL's column list must match `Row`. */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  first<Row>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  change(sql: string, values?: readonly unknown[]): Promise<number>;
}

export interface Transaction extends Executor {
  /** Runs after the acknowledged commit, in order; not on failure. */
  afterCommit(work: () => void): void;
}

/**
 * A PostgreSQL dialect with two engines: server or embedded. Both return int8 as number, timestamptz as Date, parsed json,
 * and {@link DatabaseError}s.
 */
export interface Database extends Executor {
  readonly engine: 'embedded' | 'postgres';
  /** Used and idle connections and waiting callers; undefined without a pool. */
  connections?: () => Record<'in_use' | 'idle' | 'waiting', number>;
  /**
   * Runs `work` in a READ COMMITTED transaction; rolls back on errors. Runs again after a deadlock: put outside effects in
   * `afterCommit`.
   * Using the database inside `work` throws on the embedded engine, where it would deadlock, and in tests.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs statements in one transaction and one round trip, where the engine can; see {@link runBatch}. */
  batch?(statements: readonly SqlStatement[]): Promise<unknown[][]>;
  /** Sends to every process, including this one. At most 8,000 bytes. */
  notify(channel: string, payload: string): Promise<void>;
  /** Calls `onMessage` for each notification, `onGap` after a reconnection: catch up by number. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void>;
  close(): Promise<void>;
}

/** SQL and its values. */
export type SqlStatement = readonly [sql: string, values: readonly unknown[]];

/**
 * Runs statements in one READ COMMITTED transaction; returns the rows of each. A statement sees what was committed while an
 * earlier one waited for a lock.
 */
export async function runBatch(
  database: Database,
  statements: readonly SqlStatement[],
): Promise<unknown[][]> {
  if (database.batch) return database.batch(statements);
  return database.transaction(async (transaction) => {
    const results: unknown[][] = [];
    for (const [sql, values] of statements) results.push(await transaction.rows(sql, values));
    return results;
  });
}

/** Error of a statement or connection, the same for both engines. */
export class DatabaseError extends Error {
  /** SQLSTATE, e.g. 23505 for a unique violation; `unavailable` without an answer. */
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(code: string, message: string, constraint: string | undefined, cause: unknown) {
    super(message, { cause });
    this.name = 'DatabaseError';
    this.code = code;
    this.constraint = constraint;
  }

  /** True if a retry may succeed: the database is down, starting, full, blocked or read-only. */
  get unavailable(): boolean {
    return this.code === 'unavailable' || this.deadlocked || /^(08|53|57P|58|25006|55P03)/.test(this.code);
  }

  /** True after a deadlock or serialization failure: retry at once. */
  get deadlocked(): boolean {
    return this.code === '40P01' || this.code === '40001';
  }
}

/** True for a violation of the named unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint;
}
