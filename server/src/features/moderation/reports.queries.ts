import { OVERTURNED_DAYS, type ReportReason, type Voice } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { mailboxOfColumn } from '../accounts/index.ts';
import type { InstallationKeys } from '../../platform/installation-keys.ts';
import { countKeptHides, hashSource, KEPT_OVERTURNED } from './kept-acts.queries.ts';

/** Where a report comes from, of the tables `users` and `accounts`; see `Voice` in the contract. */
const SOURCE = `
  CASE WHEN users.university THEN ${mailboxOfColumn('accounts.email')}
       ELSE regexp_replace(split_part(accounts.email, '@', 2), '^googlemail[.]com$', 'gmail.com') END`;

/**
 * The reporter's source, locked until the transaction ends: two reports of one source are judged one after the other,
 * whatever they are about. Undefined when there is no such user any more.
 */
export async function lockSource(transaction: Transaction, userId: string): Promise<string | undefined> {
  const source = await findSource(transaction, userId);
  if (source !== undefined)
    await transaction.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 18))', [source]);
  return source;
}

/** Whether a post shows this picture now. */
export async function isPictureOf(executor: Executor, uploadId: string, postId: string): Promise<boolean> {
  const row = await executor.first(
    'SELECT id FROM uploads WHERE id = $1 AND post_id = $2 AND removed_at IS NULL',
    [uploadId, postId],
  );
  return row !== undefined;
}

export interface NewReport {
  caseId: string;
  reporterId: string;
  thingId: string;
  reason: ReportReason;
  note: string;
}

/** Writes a report in the place of an earlier one of this student about this thing. */
export async function putReport(transaction: Transaction, report: NewReport): Promise<void> {
  await transaction.change(
    `INSERT INTO reports (id, case_id, reporter_id, thing_id, reason, note) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT ON CONSTRAINT reports_once DO UPDATE
        SET case_id = excluded.case_id, reason = excluded.reason, note = excluded.note, created_at = now(),
            withdrawn_at = NULL, counted_at = CASE WHEN reports.case_id = excluded.case_id THEN reports.counted_at END`,
    [uuidv7(), report.caseId, report.reporterId, report.thingId, report.reason, report.note],
  );
}

/** Withdraws a report that stands; it is still known that it was made. */
export async function withdrawReport(
  executor: Executor,
  { reporterId, thingId }: { reporterId: string; thingId: string },
): Promise<void> {
  await executor.change(
    'UPDATE reports SET withdrawn_at = now() WHERE reporter_id = $1 AND thing_id = $2 AND withdrawn_at IS NULL',
    [reporterId, thingId],
  );
}

/** A report that stands, as the rules look at it. */
export interface StandingReport extends Voice {
  id: string;
  reporterId: string;
  thingId: string;
}

export const STANDING_REPORTS = `
  SELECT reports.id, reports.reporter_id AS "reporterId", reports.thing_id AS "thingId", reports.reason,
         ${SOURCE} AS source, accounts.email_verified_at IS NOT NULL AS verified,
         extract(epoch FROM now() - users.created_at)::float8 / 86400 AS "ageDays",
         EXISTS (SELECT FROM reports earlier
                  WHERE earlier.reporter_id = reports.reporter_id
                    AND earlier.overturned_at > now() - interval '${OVERTURNED_DAYS} days')
         OR ${KEPT_OVERTURNED} AS overturned
    FROM reports JOIN users ON users.id = reports.reporter_id JOIN accounts ON accounts.id = users.id
   WHERE reports.case_id = $1 AND reports.withdrawn_at IS NULL`;

/** The reports of a case that were not withdrawn. */
export function listStanding(executor: Executor, caseId: string): Promise<StandingReport[]> {
  return executor.rows<StandingReport>(STANDING_REPORTS, [caseId]);
}

/** How often accounts of this source that there are now hid something by a single report within a day. */
async function countHides(executor: Executor, source: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    `SELECT count(*)::int AS count
       FROM reports JOIN users ON users.id = reports.reporter_id JOIN accounts ON accounts.id = users.id
      WHERE reports.hid_alone_at > now() - interval '1 day' AND ${SOURCE} = $1`,
    [source],
  );
  return row?.count ?? 0;
}

/** How often this source hid something by a single report within a day, by accounts that withdrew too. */
export async function countHidAlone(
  executor: Executor,
  keys: InstallationKeys,
  source: string,
): Promise<number> {
  return (await countHides(executor, source)) + (await countKeptHides(executor, hashSource(keys, source)));
}

/** Where the reports of a user come from; undefined when there is no such user. */
export async function findSource(executor: Executor, userId: string): Promise<string | undefined> {
  const row = await executor.first<{ source: string }>(
    `SELECT ${SOURCE} AS source FROM users JOIN accounts USING (id) WHERE users.id = $1`,
    [userId],
  );
  return row?.source;
}

/** Notes which reports hid the thing; `alone` is the one that did it by itself. */
export async function markCounted(
  transaction: Transaction,
  ids: readonly string[],
  alone: string | null,
): Promise<void> {
  await transaction.change(
    `UPDATE reports SET counted_at = now(), hid_alone_at = CASE WHEN id = $2 THEN now() ELSE hid_alone_at END
      WHERE id = ANY ($1::uuid[])`,
    [ids, alone],
  );
}

/** Notes that the reports of a restored case were wrong, those too that hid it and were withdrawn afterwards. */
export async function overturnReports(transaction: Transaction, caseId: string): Promise<void> {
  await transaction.change(
    `UPDATE reports SET overturned_at = now()
      WHERE case_id = $1 AND (withdrawn_at IS NULL OR counted_at IS NOT NULL)`,
    [caseId],
  );
}

export const OWN_REPORTS = `
  SELECT reports.thing_id AS "thingId", reports.reason, reports.note
    FROM reports JOIN cases ON cases.id = reports.case_id
   WHERE cases.post_id = $2 AND reports.reporter_id = $1 AND reports.withdrawn_at IS NULL
     AND cases.state IN ('open', 'hidden')
   ORDER BY reports.created_at`;

/** What a student has reported of a post, its pictures and its replies, and waits for a first decision. */
export function listOwnReports(
  executor: Executor,
  userId: string,
  postId: string,
): Promise<{ thingId: string; reason: ReportReason; note: string }[]> {
  return executor.rows(OWN_REPORTS, [userId, postId]);
}
