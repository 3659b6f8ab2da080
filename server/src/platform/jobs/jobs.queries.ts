import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../database/database.ts';
import type { Taken } from './worker.ts';

/** A job to be done once, whichever process does it. */
export interface NewJob {
  /** Who does it: the name of a handler. */
  kind: string;
  /** What it is about. Of one kind and key there is one job at most; without a key there are as many as are added. */
  key?: string;
  /** What the handler has to know: ids, never a name, an address or a text. */
  data?: unknown;
  /** A time that somebody chose; else now, by the database's clock. */
  dueAt?: Date;
  /** Due so much later. */
  inSeconds?: number;
  /** Where a job of this key is there already, it stays as it is, and is not waited for while it is being done. */
  ifAbsent?: boolean;
}

/** A job as its handler gets it. */
export interface Job extends Taken {
  key: string | null;
  data: unknown;
}

/** Minutes, hour or day of the campus, in which a recurring job is done once. */
export type Period = 'minute' | '5 minutes' | 'hour' | 'day';

/** The key of a recurring job. */
const RECURRING = '';

/** Given-up jobs are there for the operator to see for so long. */
const GIVEN_UP_DAYS = 30;

/** When the next period begins, `$1` being the period and `$2` the time zone. */
const NEXT_PERIOD = `CASE $1::text WHEN '5 minutes' THEN date_bin('5 minutes', now(), 'epoch') + interval '5 minutes'
  ELSE (date_trunc($1::text, now() AT TIME ZONE $2::text) + ('1 ' || $1::text)::interval) AT TIME ZONE $2::text END`;

const REPLACE = `
  DO UPDATE SET id = excluded.id, data = excluded.data, due_at = excluded.due_at, attempts = 0, given_up_at = NULL`;

/**
 * Puts a job into the transaction that wants it. Where one of this kind and key waits, the new one takes its place; one
 * that is being done just now is waited for, or, where its effect is outside the database, done again.
 */
export async function addJob(transaction: Transaction, job: NewJob): Promise<void> {
  const { kind, key = null, data = null, dueAt = null, inSeconds = 0, ifAbsent = false } = job;
  await transaction.change(
    `INSERT INTO jobs (id, kind, key, data, due_at)
     VALUES ($1, $2, $3, $4::text::jsonb, coalesce($5::timestamptz, now()) + make_interval(secs => $6))
     ON CONFLICT (kind, key) ${ifAbsent ? 'DO NOTHING' : REPLACE}`,
    [uuidv7(), kind, key, data === null ? null : JSON.stringify(data), dueAt, inSeconds],
  );
}

/** Takes a job back. False when there is none any more: it is done, or nobody added it. */
export async function removeJob(transaction: Transaction, kind: string, key: string): Promise<boolean> {
  return (await transaction.change('DELETE FROM jobs WHERE kind = $1 AND key = $2', [kind, key])) === 1;
}

/** Sees to it that the recurring job is there; it is due when the next period begins, or the first time at once. */
export async function addRecurring(
  executor: Executor,
  kind: string,
  period: Period,
  timeZone: string,
  atOnce = false,
): Promise<void> {
  await executor.change(
    `INSERT INTO jobs (id, kind, key, due_at)
     VALUES ($3, $4, $5, CASE WHEN $6::boolean THEN now() ELSE ${NEXT_PERIOD} END)
     ON CONFLICT (kind, key) DO NOTHING`,
    [period, timeZone, uuidv7(), kind, RECURRING, atOnce],
  );
}

/** Which of these kinds have a job that is due. */
export async function findDueKinds(executor: Executor, kinds: readonly string[]): Promise<string[]> {
  const rows = await executor.rows<{ kind: string }>(
    `SELECT kind FROM unnest($1::text[]) AS known (kind)
      WHERE EXISTS (SELECT FROM jobs WHERE jobs.kind = known.kind AND due_at <= now())`,
    [kinds],
  );
  return rows.map(({ kind }) => kind);
}

/** Takes a job for so many seconds: nobody else takes it before. */
export function takeJob(executor: Executor, kind: string, leaseSeconds: number): Promise<Job | undefined> {
  return executor.first<Job>(
    `UPDATE jobs SET attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
      WHERE id = (SELECT id FROM jobs WHERE kind = $1 AND due_at <= now()
                   ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, key, data, attempts`,
    [kind, leaseSeconds],
  );
}

/** Removes the job that was taken. False when it was taken back, or by somebody else after the lease. */
export async function finishJob(executor: Executor, { id, attempts }: Taken): Promise<boolean> {
  return (await executor.change('DELETE FROM jobs WHERE id = $1 AND attempts = $2', [id, attempts])) === 1;
}

/** The same of a recurring job, which is due again in the next period. */
export async function finishPeriod(
  executor: Executor,
  { id, attempts }: Taken,
  period: Period,
  timeZone: string,
): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE jobs SET attempts = 0, given_up_at = NULL, due_at = ${NEXT_PERIOD} WHERE id = $3 AND attempts = $4`,
    [period, timeZone, id, attempts],
  );
  return changed === 1;
}

export async function delayJob(executor: Executor, { id, attempts }: Taken, seconds: number): Promise<void> {
  await executor.change(
    'UPDATE jobs SET due_at = now() + make_interval(secs => $3) WHERE id = $1 AND attempts = $2',
    [id, attempts, seconds],
  );
}

export async function giveJobUp(executor: Executor, { id, attempts }: Taken): Promise<void> {
  await executor.change(
    'UPDATE jobs SET due_at = NULL, given_up_at = now() WHERE id = $1 AND attempts = $2',
    [id, attempts],
  );
}

/** The same of a recurring job: it is tried again in the next period. */
export async function givePeriodUp(
  executor: Executor,
  { id, attempts }: Taken,
  period: Period,
  timeZone: string,
): Promise<void> {
  await executor.change(
    `UPDATE jobs SET attempts = 0, given_up_at = now(), due_at = ${NEXT_PERIOD} WHERE id = $3 AND attempts = $4`,
    [period, timeZone, id, attempts],
  );
}

/** Removes the one-off jobs that were given up long ago. */
export async function sweepGivenUpJobs(executor: Executor): Promise<void> {
  await executor.change(
    `DELETE FROM jobs WHERE due_at IS NULL AND given_up_at < now() - interval '${GIVEN_UP_DAYS} days'`,
  );
}

/** What is in trouble. A job that is being done for the first time is not. */
const TROUBLED = '(attempts > 1 OR given_up_at IS NOT NULL)';

/** How many jobs of a kind failed and wait for another attempt, and how many were given up. */
export interface TroubledJobs {
  kind: string;
  delayed: number;
  givenUp: number;
}

export function listTroubledJobs(executor: Executor): Promise<TroubledJobs[]> {
  return executor.rows<TroubledJobs>(
    `SELECT kind, (count(*) FILTER (WHERE given_up_at IS NULL))::int AS delayed, count(given_up_at)::int AS "givenUp"
       FROM jobs WHERE ${TROUBLED} GROUP BY kind ORDER BY kind`,
  );
}

/** Lets the troubled jobs of a kind be due now, with all their attempts before them; answers how many there are. */
export function retryJobs(executor: Executor, kind: string): Promise<number> {
  return executor.change(
    `UPDATE jobs SET due_at = now(), attempts = 0, given_up_at = NULL WHERE kind = $1 AND ${TROUBLED}`,
    [kind],
  );
}

/** Lets every recurring job be due now, as at a first start; answers how many there are. */
export function makeRecurringDue(executor: Executor): Promise<number> {
  return executor.change('UPDATE jobs SET due_at = now(), attempts = 0, given_up_at = NULL WHERE key = $1', [
    RECURRING,
  ]);
}
