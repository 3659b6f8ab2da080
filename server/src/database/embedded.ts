import { chmod, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite, type PGliteInterface, type Transaction as EngineTransaction } from '@electric-sql/pglite';
import { createLog, type Logger } from '../log/log.ts';
import { makeFolder } from '../lib/folders.ts';
import { enterEngine } from '../lib/watchdog.ts';
import { type Database, DatabaseError, type Executor, type Transaction } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { insideTransaction, refuseInsideTransaction } from './transaction-guard.ts';

/** Row changes before a VACUUM, which bounds dead rows. */
const SWEEP_AFTER_CHANGES = 5_000;
/** Letters before a checkpoint truncates the log: bigram indexes grow it forty times faster. */
const CHECKPOINT_AFTER_LETTERS = 200_000;
/** Milliseconds before a changed but quiet database is swept. */
const SWEEP_AFTER = 5 * 60_000;

/** Event loop rounds between statements: Node accepts one connection per round. */
const ROUNDS = 8;

/** "Cannot drop active portal": the engine's code on a full disk. */
const MASKED = '24000';

const parsers = {
  20: (text: string) => Number(text), // int8: counts and microseconds stay below 2^53
};

/**
 * Opens the embedded engine in `folder`/database (mode 0700, locked). Writes survive a killed process; without fsync, a
 * power failure may lose seconds.
 *
 * @throws {FolderLockedError} when another process has the folder.
 * @throws {DatabaseError} on a full disk.
 */
export async function openEmbedded(folder: string, log: Logger): Promise<Database> {
  await makeFolder(folder);
  await chmod(folder, 0o700);
  await requireRoom(folder);
  const release = await lockFolder(folder);
  try {
    const engine = await PGlite.create({
      dataDir: join(folder, 'database'),
      parsers,
      // The last setting as on PostgreSQL: see openPostgres.
      postgresqlconf: [
        'shared_buffers=16MB',
        'min_wal_size=32MB',
        'max_wal_size=64MB',
        'enable_bitmapscan=off',
      ],
    });
    return wrapEngine(engine, release, log, folder);
  } catch (error) {
    await release();
    throw error;
  }
}

/** Opens the engine in memory; `template` comes from {@link dumpMemory}. */
export async function openMemory(template?: Blob): Promise<Database> {
  const engine = await PGlite.create({ parsers, ...(template ? { loadDataDir: template } : {}) });
  return wrapEngine(engine, async () => {}, createLog('silent'));
}

/** Returns a migrated database as a blob that {@link openMemory} loads quickly. */
export async function dumpMemory(prepare: (database: Database) => Promise<void>): Promise<Blob> {
  const engine = await PGlite.create({ parsers });
  await prepare(wrapEngine(engine, async () => {}, createLog('silent')));
  const dump = await engine.dumpDataDir('none');
  await engine.close();
  return dump;
}

function wrapEngine(engine: PGlite, release: () => Promise<void>, log: Logger, folder?: string): Database {
  watchCalls(engine);
  const sweeper = startSweeper(engine, log);
  const inTurn = breathing();
  const outer = executorOf(engine, { before: refuseInsideTransaction, inTurn, count: sweeper.count, folder });
  return {
    engine: 'embedded',
    ...outer,
    async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
      refuseInsideTransaction();
      const afterwards: (() => void)[] = [];
      const result = await failingAlike(
        () =>
          inTurn(() =>
            engine.transaction((inner) =>
              insideTransaction(() =>
                work({
                  ...executorOf(inner, { count: sweeper.count, folder }),
                  afterCommit: (task) => afterwards.push(task),
                }),
              ),
            ),
          ),
        folder,
      );
      for (const task of afterwards) task();
      return result;
    },
    async notify(channel, payload) {
      await outer.rows('SELECT pg_notify($1, $2)', [channel, payload]);
    },
    async listen(channel, onMessage) {
      await engine.listen(channel, onMessage);
    },
    async close() {
      await sweeper.stop();
      // The shutdown bypasses the wrapped call, but may spin like one.
      const leave = enterEngine();
      await engine.close().finally(leave);
      await release();
    },
  };
}

/** Wraps the engine's only entry point, which blocks the thread. */
function watchCalls(engine: PGlite): void {
  const call = engine.execProtocolRawSync.bind(engine);
  engine.execProtocolRawSync = (message) => {
    const leave = enterEngine();
    try {
      return call(message);
    } finally {
      leave();
    }
  };
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Serializes statements on the main thread, with the event loop between, for fairness. */
function breathing(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(breathe).then(work);
    last = turn.catch(() => {});
    return turn;
  };
}

async function breathe(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await setImmediate();
}

function executorOf(
  engine: PGliteInterface | EngineTransaction,
  options: {
    before?: () => void;
    inTurn?: InTurn;
    count: (rows: number, letters: number) => void;
    folder: string | undefined;
  },
): Executor {
  const { before, inTurn = (work) => work(), count, folder } = options;
  const run = async <Row>(sql: string, values: readonly unknown[] = []) => {
    before?.();
    const result = await failingAlike(() => inTurn(() => engine.query<Row>(sql, [...values])), folder);
    if (result.affectedRows) count(result.affectedRows, countLetters(values));
    return result;
  };
  return {
    rows: async <Row>(sql: string, values?: readonly unknown[]) => (await run<Row>(sql, values)).rows,
    first: async <Row>(sql: string, values?: readonly unknown[]) => (await run<Row>(sql, values)).rows[0],
    change: async (sql, values) => (await run(sql, values)).affectedRows ?? 0,
  };
}

function countLetters(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}

/** Runs VACUUM and checkpoints, which the engine lacks, against unbounded growth. */
function startSweeper(engine: PGliteInterface, log: Logger) {
  let [changes, letters] = [0, 0];
  let running: Promise<void> | undefined;
  const run = (work: Promise<unknown>) => {
    letters = 0;
    running = work
      .then(() => engine.exec('CHECKPOINT'))
      .then(
        () => {},
        (error: Error) => log.warn({ error: error.message }, 'the embedded database was not swept'),
      )
      .finally(() => (running = undefined));
  };
  const sweep = () => {
    if (changes === 0 || running || engine.closed) return;
    changes = 0;
    // Separate calls: VACUUM cannot run with other statements.
    run(engine.exec('VACUUM').then(() => analyze(engine)));
  };
  const timer = setInterval(sweep, SWEEP_AFTER).unref();
  return {
    count(rows: number, written: number) {
      changes += rows;
      letters += written;
      if (changes >= SWEEP_AFTER_CHANGES) sweep();
      else if (letters >= CHECKPOINT_AFTER_LETTERS && !running) run(Promise.resolve());
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Analyzes tables one by one. Those with expression indexes sample 300 rows: computing more takes seconds. */
async function analyze(engine: PGliteInterface): Promise<void> {
  const { rows } = await engine.query<{ table: string; costly: boolean }>(
    `SELECT oid::regclass::text AS table,
            EXISTS (SELECT 1 FROM pg_index WHERE indrelid = pg_class.oid AND indexprs IS NOT NULL) AS costly
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  for (const { table, costly } of rows)
    await engine.exec(
      costly
        ? `SET default_statistics_target = 1; ANALYZE ${table}; RESET default_statistics_target`
        : `ANALYZE ${table}`,
    );
}

async function failingAlike<Result>(work: () => Promise<Result>, folder?: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isEngineError(error)) throw error;
    if (folder !== undefined && error.code === MASKED && (await lacksRoom(folder)))
      throw new DatabaseError('53100', `no space is left on the disk of ${folder}`, undefined, error);
    throw new DatabaseError(error.code, error.message, error.constraint, error);
  }
}

function isEngineError(error: unknown): error is Error & { code: string; constraint?: string } {
  return (
    error instanceof Error && !(error instanceof DatabaseError) && 'severity' in error && 'code' in error
  );
}

/** Free bytes to reserve: on a full disk the embedded engine spins forever; its log grows by 16 MB. */
const RESERVE = 40 * 1024 * 1024;
/** Free bytes before writes resume; the gap prevents flapping. */
const ROOM_AGAIN = 1.25 * RESERVE;
const LOOK_EVERY = 250;

async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether the disk has less room than the reserve; false if unknown. */
const lacksRoom = async (folder: string): Promise<boolean> =>
  (await readFree(folder).catch(() => Infinity)) < RESERVE;

const inMegabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

/**
 * Refuses the embedded database on a full disk.
 *
 * @throws {DatabaseError} with the missing room.
 */
async function requireRoom(folder: string): Promise<void> {
  const free = await readFree(folder);
  if (free >= RESERVE) return;
  const text = `DATA_DIR: ${folder} has ${inMegabytes(free)} MB free and needs ${inMegabytes(RESERVE)}; make room on its disk`;
  throw new DatabaseError('unavailable', text, undefined, undefined);
}

/** Watches the embedded database's disk; logs when full and when recovered. */
export class DiskReserve {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  /** True while writes are rejected. */
  full = false;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY).unref();
  }

  async #look(): Promise<void> {
    const free = await readFree(this.#folder).catch(() => Infinity);
    const full = free < (this.full ? ROOM_AGAIN : RESERVE);
    if (full === this.full) return;
    this.full = full;
    const facts = { folder: this.#folder, freeMegabytes: inMegabytes(free) };
    if (full) this.#log.error(facts, 'disk full: writes are refused');
    else this.#log.warn(facts, 'disk has free space again: writes are accepted');
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
