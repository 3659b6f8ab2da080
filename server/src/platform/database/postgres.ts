import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/log.ts';
import { DatabaseError, type Database, type Executor, type Transaction } from './database.ts';
import { insideTransaction, refuseInsideTransaction } from './transaction-guard.ts';

/** A request waits this long for a connection, then answers 503. */
const CONNECT_TIMEOUT = 2_500;
const LISTEN_RETRY = 500;
const POOL_SIZE = 20;

/** Connections that one process holds at most: its pool, and the one that listens. */
export const CONNECTIONS = POOL_SIZE + 1;

/** How often a transaction is begun that meets others at every try. */
const DEADLOCK_TRIES = 4;

/** What every connection has; behind a pooler in transaction mode it comes from the database (`operator database prepare`). */
export const CONNECTION_SETTING = { name: 'enable_bitmapscan', value: 'off' } as const;

/** Parsers are per pool, so that nothing else in the process is changed. */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return (text: string) => Number(text);
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/**
 * Every list is read from an index in its own order. Where PostgreSQL expects few rows it would rather collect and
 * sort them all, and on the one post with thousands of replies its expectation is wrong. The pool waits for it.
 */
export const prepareConnection = (client: pg.ClientBase): unknown =>
  client.query(`SET ${CONNECTION_SETTING.name} = ${CONNECTION_SETTING.value}`);

/**
 * Connects to a PostgreSQL 15 or newer. Nothing is asked of it before the first query. `guarded` (tests): using the
 * database inside its own transaction throws. Otherwise that is not looked for: it makes every promise of the process
 * dearer for as long as it runs, and the embedded engine, on which everything is tested too, cannot do without.
 *
 * With `directUrl` the address leads through a pooler in transaction mode, where each transaction has another connection:
 * statements are then unnamed, nothing is set on a connection, and the listening one goes past the pooler.
 */
export function openPostgres(
  url: string,
  log: Logger,
  {
    poolSize = POOL_SIZE,
    guarded = false,
    directUrl = null,
  }: { poolSize?: number; guarded?: boolean; directUrl?: string | null } = {},
): Database {
  const refuseInside = guarded ? refuseInsideTransaction : () => {};
  const inside: Inside = guarded ? insideTransaction : (work) => work();
  const named = directUrl === null;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: 30_000,
    application_name: 'madang',
    ...(named ? { onConnect: prepareConnection } : {}),
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'));
  const listeners = new ListeningConnection(directUrl ?? url, log);
  // The pool waits for any statement; only its types know of none that is made by hand.
  const outer = executorOf((statement) => pool.query(statement as pg.QueryConfig), refuseInside, named);

  return {
    engine: 'postgres',
    ...outer,
    connections: () => ({
      in_use: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async transaction(work) {
      refuseInside();
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runTransaction(pool, named, inside, work);
        } catch (error) {
          const deadlocked = error instanceof DatabaseError && error.deadlocked;
          if (!deadlocked || attempt === DEADLOCK_TRIES) throw error;
          // Not all at the same moment again.
          await sleep(Math.random() * 20 * attempt);
        }
      }
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

type Inside = <Result>(work: () => Promise<Result>) => Promise<Result>;

async function runTransaction<Result>(
  pool: pg.Pool,
  named: boolean,
  inside: Inside,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch(failAlike);
  const afterwards: (() => void)[] = [];
  let broken: Error | undefined;
  // Between two queries nobody else listens: without this a server that goes away would end the process.
  const onError = (error: Error) => (broken = error);
  client.on('error', onError);
  try {
    await client.query('BEGIN').catch(failAlike);
    const executor = executorOn(client, named);
    const afterCommit = (task: () => void) => void afterwards.push(task);
    const result = await inside(() => work({ ...executor, afterCommit }));
    await client.query('COMMIT').catch(failAlike);
    for (const task of afterwards) task();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

const names = new Map<string, string>();

/** All SQL is constant text, so each is prepared once a connection under a name made from it. */
function statementName(sql: string): string {
  let name = names.get(sql);
  if (!name) {
    name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    names.set(sql, name);
  }
  return name;
}

/**
 * A statement as the driver keeps it. Given its settings in one object the driver would copy that property by
 * property, which took 5 % of a like.
 */
class Statement extends pg.Query {
  declare readonly text: string;
  readonly name: string;
  declare callback: (error: Error | null, result: pg.QueryResult) => void;

  constructor(sql: string, values: readonly unknown[], named: boolean) {
    // The driver reads the values and keeps none.
    super(sql, values as unknown[]);
    this.name = named ? statementName(sql) : '';
  }
}

const runOn = (client: pg.ClientBase, statement: Statement) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    statement.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(statement);
  });

/** Runs SQL on one connection. */
export const executorOn = (client: pg.ClientBase, named = true): Executor =>
  executorOf(
    (statement) => runOn(client, statement),
    () => {},
    named,
  );

type Run = (statement: Statement) => Promise<pg.QueryResult>;

function executorOf(run: Run, guard: () => void, named: boolean): Executor {
  const query = (sql: string, values: readonly unknown[] = []) => {
    guard();
    return run(new Statement(sql, values, named));
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

/** Throws whatever the driver failed with as what both engines fail with. */
function failAlike(error: unknown): never {
  if (error instanceof pg.DatabaseError) {
    throw new DatabaseError(error.code ?? 'unavailable', error.message, error.constraint, error);
  }
  if (isConnectionFailure(error)) throw new DatabaseError('unavailable', error.message, undefined, error);
  throw error;
}

/** The driver reports a refused, broken or timed-out connection by a socket's code or by its own sentence. */
function isConnectionFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return /^E[A-Z]+$/.test(code) || /connect|terminated|timeout|not queryable/i.test(error.message);
}

/** The one connection of this process that listens, outside the pool, reopened for as long as it takes. */
class ListeningConnection {
  readonly #url: string;
  readonly #log: Logger;
  readonly #channels = new Map<string, { onMessage: (payload: string) => void; onGap: () => void }>();
  #client: pg.Client | undefined;
  #opening: Promise<void> | undefined;
  #closed = false;

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
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
        connectionTimeoutMillis: CONNECT_TIMEOUT,
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
        if (!lost) this.#log.warn({ error: (error as Error).message }, 'the listening connection is down');
        await sleep(LISTEN_RETRY);
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

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => {});
  }
}
