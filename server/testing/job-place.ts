import { createLog } from '../src/log/log.ts';
import type { Database, Transaction } from '../src/database/database.ts';
import { addJob, type Handler, Jobs, type NewJob } from '../src/jobs/jobs.ts';
import { openTestDatabase } from './test-database.ts';

/** A database with a worker for jobs; the handlers add rows to the table `ledger`. */
export interface JobPlace {
  database: Database;
  /** Log lines of level `info` and above. */
  lines: string[];
  /** Starts the job runner of one process. */
  start(handlers: Record<string, Handler>, handle?: Database): Promise<Jobs>;
  /**
   * Opens another handle as a second process has.
   *
   * @throws {Error} on the embedded engine, which allows one.
   */
  openOther(): Database;
  add(...jobs: NewJob[]): Promise<void>;
  noted(): Promise<string[]>;
  waiting(): Promise<{ kind: string; key: string | null; attempts: number; wait: number | null }[]>;
  /** Makes every wait and lease expire. */
  setDue(): Promise<void>;
  close(): Promise<void>;
}

/** Inserts a row for an action of a handler. */
export async function note(executor: Pick<Transaction, 'change'>, text: string): Promise<void> {
  await executor.change('INSERT INTO ledger VALUES ($1)', [text]);
}

/** Inserts the key of each job. */
export const write: Handler = { inside: (transaction, { key }) => note(transaction, key ?? '') };

/** Adds three jobs of an unknown kind: one that waits after a failure, one given up, one due. */
export async function makeTroubledJobs(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const key of ['fails', 'given up', 'well']) await addJob(transaction, { kind: 'purge', key });
    await transaction.change(
      `UPDATE jobs SET attempts = 2, due_at = now() + interval '1 hour' WHERE key = 'fails'`,
    );
    await transaction.change(
      `UPDATE jobs SET attempts = 10, due_at = NULL, given_up_at = now() WHERE key = 'given up'`,
    );
  });
}

export async function openJobPlace(): Promise<JobPlace> {
  const { database, openAnother } = await openTestDatabase();
  await database.change('CREATE TABLE ledger (text text NOT NULL)');
  const started: Jobs[] = [];
  const others: Database[] = [];
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  return {
    database,
    lines,
    openOther() {
      if (!openAnother) throw new Error('the embedded engine allows one process');
      const other = openAnother();
      others.push(other);
      return other;
    },
    async start(handlers, handle = database) {
      const jobs = new Jobs(handle, log, 'Asia/Seoul');
      for (const [kind, handler] of Object.entries(handlers)) jobs.handle(kind, handler);
      started.push(jobs);
      await jobs.start();
      return jobs;
    },
    add: (...jobs) =>
      database.transaction(async (transaction) => {
        for (const job of jobs) await addJob(transaction, job);
      }),
    async noted() {
      const rows = await database.rows<{ text: string }>('SELECT text FROM ledger ORDER BY text');
      return rows.map(({ text }) => text);
    },
    waiting: () =>
      database.rows(
        `SELECT kind, key, attempts, round(extract(epoch FROM due_at - now()))::int AS wait
           FROM jobs ORDER BY kind, key`,
      ),
    async setDue() {
      await database.change('UPDATE jobs SET due_at = now() WHERE due_at IS NOT NULL');
    },
    async close() {
      for (const jobs of started) await jobs.close();
      for (const one of [...others, database]) await one.close();
    },
  };
}
