import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/log.ts';
import {
  type Database,
  DatabaseError,
  type Executor,
  type SqlStatement,
  type Transaction,
} from './database.ts';
import { type Asking, ListeningConnection } from './listening.ts';
import { insideTransaction, refuseInsideTransaction } from './transaction-guard.ts';

/** Connection timeout of a request in milliseconds; then it answers 503. */
const CONNECT_TIMEOUT = 2_500;
const POOL_SIZE = 20;
/** Share of the pool for writes: reads continue while commits wait. */
const WRITING = 0.7;
/** Commit timeout in milliseconds without a synchronous replica; the commit continues, clients receive 503. */
const COMMIT_TIMEOUT = 4_000;
/** Lock timeout; the client receives 503. */
const LOCK_TIMEOUT = '4s';

/** Maximum connections of a process: its pool and the listening one. */
export const CONNECTIONS = POOL_SIZE + 1;

const DEADLOCK_TRIES = 4;

/** Parsers are per pool, so that no other code is affected. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return (text: string) => Number(text);
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/** Disables bitmap scans: lists use index order, but PostgreSQL sorts if it expects few rows. The pool waits for it. */
const prepareConnection = (client: pg.ClientBase): unknown =>
  client.query(`SET enable_bitmapscan = off; SET lock_timeout = '${LOCK_TIMEOUT}'`);

interface PostgresOptions {
  poolSize?: number;
  guarded?: boolean;
  commitTimeout?: number;
  asking?: Asking;
}

/**
 * Connects to PostgreSQL 15 or newer, at the first query. `guarded` (tests) throws on use inside the own transaction; it
 * slows down every promise.
 * The listening connection detects frozen servers and cut networks, and fails waiting queries.
 */
export function openPostgres(
  url: string,
  log: Logger,
  { poolSize = POOL_SIZE, guarded = false, commitTimeout = COMMIT_TIMEOUT, asking }: PostgresOptions = {},
): Database {
  const refuseInside = guarded ? refuseInsideTransaction : () => {};
  const inside: Inside = guarded ? insideTransaction : (work) => work();
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 30_000,
    application_name: 'madang',
    // Statements are sent without waiting for the answers before them.
    pipeline: true,
    onConnect: prepareConnection,
  });
  // The pool replaces a broken idle connection; unhandled, it ends the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'));
  const listeners = new ListeningConnection(url, log, {
    ...(asking ? { asking } : {}),
    onAsk: watchSilence(pool),
  });
  const places = new WritingPlaces(Math.ceil(poolSize * WRITING), CONNECT_TIMEOUT);
  // The pool accepts any statement; its types lack hand-made ones.
  const ask = (statement: Statement) => pool.query(statement as pg.QueryConfig);
  const run = async (statement: Statement) => {
    if (!isWrite(statement.text)) return ask(statement);
    const leave = await places.take();
    return ask(statement).finally(leave);
  };
  const outer = executorOf(run, refuseInside);

  return {
    engine: 'postgres',
    ...outer,
    // Users' statements use `first` with the commit timeout; cleanup uses `change`.
    first: <Row>(sql: string, values?: readonly unknown[]) =>
      isWrite(sql)
        ? within(commitTimeout, outer.first<Row>(sql, values), waitsForReplica)
        : outer.first<Row>(sql, values),
    connections: () => ({
      in_use: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + places.waiting,
    }),
    async transaction(work) {
      refuseInside();
      return retryDeadlocks(() => runTransaction({ pool, places, inside, commitTimeout }, work));
    },
    async batch(statements) {
      refuseInside();
      return retryDeadlocks(() => runBatch({ pool, places, inside, commitTimeout }, statements));
    },
    async notify(channel, payload) {
      await outer.rows('SELECT pg_notify($1, $2)', [channel, payload]);
    },
    listen: (channel, onMessage, onGap) => listeners.add(channel, onMessage, onGap),
    async close() {
      await listeners.close();
      await pool.end();
    },
  };
}

async function retryDeadlocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const deadlocked = error instanceof DatabaseError && error.deadlocked;
      if (!deadlocked || attempt === DEADLOCK_TRIES) throw error;
      // Random delay against repeated collisions.
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

type Inside = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface Runner {
  pool: pg.Pool;
  places: WritingPlaces;
  inside: Inside;
  commitTimeout: number;
}

interface Connection {
  client: pg.PoolClient;
  /** Error of the lost connection. */
  broken?: Error;
  release(): void;
}

/** Returns a connection to write on. */
async function connect({ pool, places }: Runner): Promise<Connection> {
  const leave = await places.take();
  const client = await pool.connect().catch((error: unknown) => {
    leave();
    return failAlike(error);
  });
  // No other listener exists: a lost server would end the process.
  const onError = (error: Error) => (connection.broken = error);
  const connection: Connection = {
    client,
    release() {
      client.off('error', onError);
      client.release(connection.broken);
      leave();
    },
  };
  client.on('error', onError);
  return connection;
}

async function rollBack(connection: Connection): Promise<void> {
  await connection.client.query('ROLLBACK').catch((failure: Error) => (connection.broken = failure));
}

async function runTransaction<Result>(
  runner: Runner,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(runner);
  const { client } = connection;
  const afterwards: (() => void)[] = [];
  let result: Result;
  try {
    const executor = executorOn(client);
    const afterCommit = (task: () => void) => void afterwards.push(task);
    // The first statement is sent along.
    client.connection.stream.cork();
    const begun = client.query('BEGIN').catch(failAlike);
    const working = runner.inside(() => work({ ...executor, afterCommit }));
    client.connection.stream.uncork();
    [result] = await Promise.all([working, begun]);
  } catch (error) {
    await rollBack(connection);
    connection.release();
    throw error;
  }
  const commit = async () => {
    try {
      await client.query('COMMIT').catch(failAlike);
      for (const task of afterwards) task();
    } catch (error) {
      await rollBack(connection);
      throw error;
    } finally {
      connection.release();
    }
  };
  await within(runner.commitTimeout, commit(), waitsForReplica);
  return result;
}

async function runBatch(runner: Runner, statements: readonly SqlStatement[]): Promise<unknown[][]> {
  const connection = await connect(runner);
  const { client } = connection;
  const send = async () => {
    const { stream } = client.connection;
    // One write of the socket for all.
    stream.cork();
    const begun = client.query('BEGIN');
    const results = statements.map(([sql, values]) => runOn(client, new Statement(sql, values)));
    const committed = client.query('COMMIT');
    stream.uncork();
    try {
      const [, ...answers] = await Promise.all([begun, ...results, committed]);
      return answers.slice(0, -1).map(({ rows }) => rows as unknown[]);
    } catch (error) {
      // PostgreSQL answers the commit of a failed transaction with a rollback.
      await committed.catch(() => {});
      return failAlike(error);
    } finally {
      connection.release();
    }
  };
  return within(runner.commitTimeout, send(), waitsForReplica);
}

/** The commit's outcome is unknown; clients retry with the same id. */
const waitsForReplica = () =>
  new DatabaseError('unavailable', 'the commit waits for a replica', undefined, undefined);

const writing = new Map<string, boolean>();

/** Whether a statement's commit waits for a replica, by constant text. Signals wait too, but one at a time. */
function isWrite(sql: string): boolean {
  let write = writing.get(sql);
  if (write === undefined) {
    write = /\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\w+\s[^;]{0,40}?\bSET)\b/.test(sql);
    writing.set(sql, write);
  }
  return write;
}

const names = new Map<string, string>();

/** Returns a statement's name, a hash: prepared once per connection. */
function statementName(sql: string): string {
  let name = names.get(sql);
  if (!name) {
    name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    names.set(sql, name);
  }
  return name;
}

/** A statement as the driver stores it: copying config objects costs 5 % of a like. */
class Statement extends pg.Query {
  declare readonly text: string;
  readonly name: string;
  declare callback: (error: Error | null, result: pg.QueryResult) => void;

  constructor(sql: string, values: readonly unknown[]) {
    // The driver reads the values and keeps none.
    super(sql, values as unknown[]);
    this.name = statementName(sql);
  }
}

const runOn = (client: pg.ClientBase, statement: Statement) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    statement.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(statement);
  });

const executorOn = (client: pg.ClientBase): Executor =>
  executorOf(
    (statement) => runOn(client, statement),
    () => {},
  );

type Run = (statement: Statement) => Promise<pg.QueryResult>;

function executorOf(run: Run, guard: () => void): Executor {
  const query = (sql: string, values: readonly unknown[] = []) => {
    guard();
    return run(new Statement(sql, values));
  };
  return {
    async rows<Row>(sql: string, values?: readonly unknown[]) {
      return (await query(sql, values).catch(failAlike)).rows as Row[];
    },
    async first<Row>(sql: string, values?: readonly unknown[]) {
      return (await query(sql, values).catch(failAlike)).rows[0] as Row | undefined;
    },
    async change(sql, values) {
      return (await query(sql, values).catch(failAlike)).rowCount ?? 0;
    },
  };
}

/** Rethrows a driver error as the error of both engines. */
function failAlike(error: unknown): never {
  if (error instanceof pg.DatabaseError) {
    throw new DatabaseError(error.code ?? 'unavailable', error.message, error.constraint, error);
  }
  if (isConnectionFailure(error)) throw new DatabaseError('unavailable', error.message, undefined, error);
  throw error;
}

/** The driver reports connection failures by code or message. */
function isConnectionFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return /^E[A-Z]+$/.test(code) || /connect|terminated|timeout|not queryable/i.test(error.message);
}

/** Limits parallel writes, so that connections remain for reads. */
class WritingPlaces {
  readonly #timeout: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param patience timeout in milliseconds. */
  constructor(count: number, timeout: number) {
    this.#free = count;
    this.#timeout = timeout;
  }

  /** Number of waiting writes. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Waits for a slot; call the returned function once to release it.
   *
   * @throws {DatabaseError} unavailable, on a timeout.
   */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const come = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(come), 1);
        reject(new DatabaseError('unavailable', 'no connection is free to write', undefined, undefined));
      }, this.#timeout);
      this.#waiting.push(come);
    });
  }
}

/** Returns a function that closes pool connections silent since the call, failing their work. */
function watchSilence(pool: pg.Pool): () => () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  const socketOf = (client: pg.PoolClient) => client.connection.stream as Socket;
  return () => {
    const before = new Map([...clients].map((client) => [socketOf(client), socketOf(client).bytesRead]));
    return () => {
      for (const [socket, bytes] of before) if (socket.bytesRead === bytes) socket.destroy();
    };
  };
}

/**
 * Returns the result of `work` if in time; late results are ignored.
 *
 * @throws the error of `work`, or that of `late` after the timeout.
 */
async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const giveUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, giveUp]);
  } finally {
    clearTimeout(timer);
  }
}
