import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/log.ts';
import { type Database, DatabaseError, type Executor, type Transaction } from './database.ts';
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

async function runTransaction<Result>(
  { pool, places, inside, commitTimeout }: Runner,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const leave = await places.take();
  const client = await pool.connect().catch((error: unknown) => {
    leave();
    return failAlike(error);
  });
  const afterwards: (() => void)[] = [];
  let broken: Error | undefined;
  // No other listener exists: a lost server would end the process.
  const onError = (error: Error) => (broken = error);
  client.on('error', onError);
  const end = () => {
    client.off('error', onError);
    client.release(broken);
    leave();
  };
  const rollBack = () => client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
  let result: Result;
  try {
    await client.query('BEGIN').catch(failAlike);
    const executor = executorOn(client);
    const afterCommit = (task: () => void) => void afterwards.push(task);
    result = await inside(() => work({ ...executor, afterCommit }));
  } catch (error) {
    await rollBack();
    end();
    throw error;
  }
  const commit = async () => {
    try {
      await client.query('COMMIT').catch(failAlike);
      for (const task of afterwards) task();
    } catch (error) {
      await rollBack();
      throw error;
    } finally {
      end();
    }
  };
  await within(commitTimeout, commit(), waitsForReplica);
  return result;
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

const LISTEN_TIMEOUT = 2_500;
const RETRY = 500;
/** Interval and timeout of the check for cut networks and frozen servers. */
const ASKING: Asking = { every: 5_000, within: 5_000 };

/** In milliseconds. */
interface Asking {
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
