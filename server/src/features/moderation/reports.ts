import type { Campus } from '@madang/campus/campus';
import {
  type Circumstances,
  countingReports,
  HIDE_AT,
  isTrusted,
  judge,
  mainReason,
  noteProblem,
  OVERTURNED_DAYS,
  type ReportReason,
  URGENT_REASONS,
  type Report,
} from '@madang/contract/moderation/rules';
import { normalizeText } from '@madang/contract/text/rules';
import { v7 as uuidv7 } from 'uuid';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import type { Session } from '../../sessions/sessions.ts';
import { mailboxOfColumn, mailNotice } from '../accounts/index.ts';
import { lockPost } from '../posts/index.ts';
import { lockReply } from '../replies/index.ts';
import {
  announce,
  hideTarget,
  listProtectedReasons,
  lockWaitingCase,
  markCaseHidden,
  markNotified,
  openCase,
  readCampusAge,
  type Target,
} from './cases.ts';
import { countRetainedHides, hashSource, RETAINED_OVERTURNED } from './retained-records.ts';
import { findRole, listOperators } from './roles.ts';

/** Mounts reports and their withdrawal. */
export function registerReports(router: Router, dependencies: ReportsDependencies): void {
  router.handle('GET /api/posts/{id}/own-reports', async ({ session, path }) => ({
    reports: await listOwnReports(dependencies.database, session.userId, path.id),
  }));

  router.handle('PUT /api/posts/{id}/report', ({ session, path, body }) =>
    report(dependencies, session, { kind: 'post', id: path.id }, body),
  );

  router.handle('DELETE /api/posts/{id}/report', ({ session, path }) =>
    withdraw(dependencies, session, path.id),
  );

  router.handle('PUT /api/posts/{id}/pictures/{uploadId}/report', ({ session, path, body }) =>
    report(dependencies, session, { kind: 'picture', ...path }, body),
  );

  router.handle('DELETE /api/posts/{id}/pictures/{uploadId}/report', ({ session, path }) =>
    withdraw(dependencies, session, path.uploadId),
  );

  router.handle('PUT /api/replies/{id}/report', ({ session, path, body }) =>
    report(dependencies, session, { kind: 'reply', id: path.id }, body),
  );

  router.handle('DELETE /api/replies/{id}/report', ({ session, path }) =>
    withdraw(dependencies, session, path.id),
  );
}

export interface ReportsDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  mailQueue: MailQueue;
  keys: InstallationKeys;
  /** Notifies open pages of every process, after the commit. */
  streams: { announceVisibility(postId: string): void };
}

type ReportAddress =
  | { kind: 'post'; id: string }
  | { kind: 'reply'; id: string }
  | { kind: 'picture'; id: string; uploadId: string };

/** A visible target; its post is locked. */
interface ReportedTarget extends Target {
  buildingId: string;
  authorId: string | null;
  reportedId: string;
  ofOperator: boolean;
}

/**
 * Adds or replaces a report; may hide the target [MO-01, MO-02].
 * Picture reports count for the post.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `report.own`, `session.required`.
 */
async function report(
  dependencies: ReportsDependencies,
  session: Session,
  target: ReportAddress,
  input: { reason: ReportReason; note: string },
): Promise<void> {
  const note = normalizeText(input.note).trim();
  refuseFields({ note: noteProblem(note) });
  await dependencies.database.transaction(async (transaction) => {
    // Lock order: source, then post. No transaction waits for a source while holding a post.
    const source = await lockSource(transaction, session.userId);
    if (source === undefined) throw new ProblemError('session.required');
    const thing = await lockTarget(transaction, target);
    if (!thing) throw new ProblemError('resource.missing');
    if (thing.authorId === session.userId) throw new ProblemError('report.own');
    const waiting = await lockWaitingCase(transaction, thing.id);
    const caseId = waiting?.id ?? (await openCase(transaction, thing, thing.authorId));
    const made = { reporterId: session.userId, thingId: thing.reportedId };
    await putReport(transaction, { caseId, ...made, reason: input.reason, note });
    await weigh(dependencies, transaction, { caseId, thing, source, made });
  });
}

/** Withdraws a report [MO-01]; idempotent. */
async function withdraw(
  { database }: Pick<ReportsDependencies, 'database'>,
  session: Session,
  thingId: string,
): Promise<void> {
  await database.change(
    'UPDATE reports SET withdrawn_at = now() WHERE reporter_id = $1 AND thing_id = $2 AND withdrawn_at IS NULL',
    [session.userId, thingId],
  );
}

async function lockTarget(
  transaction: Transaction,
  target: ReportAddress,
): Promise<ReportedTarget | undefined> {
  if (target.kind === 'reply') {
    const reply = await lockReply(transaction, target.id);
    const post = reply && !reply.hidden ? await lockPost(transaction, reply.post_id) : undefined;
    if (!reply || !post) return undefined;
    const { id, post_id: postId, author_id: authorId } = reply;
    const place = { buildingId: post.building_id, reportedId: id, ofOperator: false };
    return { kind: 'reply', id, postId, authorId, ...place };
  }
  const post = await lockPost(transaction, target.id);
  if (!post || post.hidden) return undefined;
  const { id, author_id: authorId, building_id: buildingId } = post;
  const thing = {
    kind: 'post',
    id,
    postId: id,
    authorId,
    buildingId,
    ofOperator: post.kind === 'notice',
  } as const;
  if (target.kind === 'post') return { ...thing, reportedId: id };
  const shown = await isPictureOf(transaction, target.uploadId, id);
  return shown ? { ...thing, reportedId: target.uploadId } : undefined;
}

/** Judges the case's reports under its post's lock. */
async function weigh(
  dependencies: ReportsDependencies,
  transaction: Transaction,
  {
    caseId,
    thing,
    source,
    made: { reporterId, thingId },
  }: {
    caseId: string;
    thing: ReportedTarget;
    source: string;
    made: { reporterId: string; thingId: string };
  },
): Promise<void> {
  const voices = await transaction.rows<StandingReport>(STANDING_REPORTS, [caseId]);
  const made = voices.find((voice) => voice.reporterId === reporterId && voice.thingId === thingId);
  if (!made) return;
  const circumstances = await readCircumstances(dependencies.campus, transaction, thing);
  const verdict = judge(
    made,
    voices,
    circumstances,
    await countHidAlone(transaction, dependencies.keys, source),
  );
  if (verdict !== 'stays') {
    const counting = verdict === 'hiddenByOne' ? [made] : countingReports(voices, circumstances);
    await hideByReports(dependencies, transaction, {
      caseId,
      thing,
      counting,
      alone: verdict === 'hiddenByOne',
    });
  }
  const urgent = URGENT_REASONS.includes(made.reason) && isTrusted(made, circumstances);
  if (urgent || verdict !== 'stays') await notifyOperators(dependencies, transaction, caseId, urgent);
}

async function readCircumstances(
  { settings }: Campus,
  transaction: Transaction,
  thing: ReportedTarget,
): Promise<Circumstances> {
  const { hideAt = HIDE_AT, openedOn } = settings.moderation ?? {};
  const ofOperator =
    thing.authorId !== null && (await findRole(transaction, thing.authorId))?.operator === true;
  return {
    hideAt,
    campusAgeDays: await readCampusAge(transaction, openedOn),
    protectedReasons: await listProtectedReasons(transaction, thing.id),
    byOperator: thing.ofOperator || ofOperator,
  };
}

async function hideByReports(
  dependencies: ReportsDependencies,
  transaction: Transaction,
  {
    caseId,
    thing,
    counting,
    alone,
  }: { caseId: string; thing: ReportedTarget; counting: readonly StandingReport[]; alone: boolean },
): Promise<void> {
  await hideTarget(transaction, thing);
  await markCaseHidden(transaction, caseId, mainReason(counting));
  const ids = counting.map(({ id }) => id);
  await transaction.change(
    `UPDATE reports SET counted_at = now(), hid_alone_at = CASE WHEN id = $2 THEN now() ELSE hid_alone_at END
      WHERE id = ANY ($1::uuid[])`,
    [ids, alone ? (ids[0] ?? null) : null],
  );
  announce(dependencies, transaction, thing);
}

/** Mails operators about a case, once [MO-03]. */
async function notifyOperators(
  { mailQueue }: ReportsDependencies,
  transaction: Transaction,
  caseId: string,
  urgent: boolean,
): Promise<void> {
  if (!(await markNotified(transaction, caseId, urgent))) return;
  for (const operator of await listOperators(transaction))
    await mailNotice({ mailQueue }, transaction, operator, 'case');
}

/** SQL source of a report; see `Voice` in the contract. */
const SOURCE = `
  CASE WHEN users.university THEN ${mailboxOfColumn('accounts.email')}
       ELSE regexp_replace(split_part(accounts.email, '@', 2), '^googlemail[.]com$', 'gmail.com') END`;

/** Locks and returns the reporter's source until commit; undefined if the user is deleted. */
async function lockSource(transaction: Transaction, userId: string): Promise<string | undefined> {
  const source = await findSource(transaction, userId);
  if (source !== undefined)
    await transaction.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 18))', [source]);
  return source;
}

async function isPictureOf(executor: Executor, uploadId: string, postId: string): Promise<boolean> {
  const row = await executor.first(
    'SELECT id FROM uploads WHERE id = $1 AND post_id = $2 AND removed_at IS NULL',
    [uploadId, postId],
  );
  return row !== undefined;
}

interface NewReport {
  caseId: string;
  reporterId: string;
  thingId: string;
  reason: ReportReason;
  note: string;
}

async function putReport(transaction: Transaction, report: NewReport): Promise<void> {
  await transaction.change(
    `INSERT INTO reports (id, case_id, reporter_id, thing_id, reason, note) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT ON CONSTRAINT reports_once DO UPDATE
        SET case_id = excluded.case_id, reason = excluded.reason, note = excluded.note, created_at = now(),
            withdrawn_at = NULL, counted_at = CASE WHEN reports.case_id = excluded.case_id THEN reports.counted_at END`,
    [uuidv7(), report.caseId, report.reporterId, report.thingId, report.reason, report.note],
  );
}

/** A report in force, as input of the rules. */
interface StandingReport extends Report {
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
         OR ${RETAINED_OVERTURNED} AS overturned
    FROM reports JOIN users ON users.id = reports.reporter_id JOIN accounts ON accounts.id = users.id
   WHERE reports.case_id = $1 AND reports.withdrawn_at IS NULL`;

/** Counts single-report hides of a day by existing accounts. */
async function countHides(executor: Executor, source: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    `SELECT count(*)::int AS count
       FROM reports JOIN users ON users.id = reports.reporter_id JOIN accounts ON accounts.id = users.id
      WHERE reports.hid_alone_at > now() - interval '1 day' AND ${SOURCE} = $1`,
    [source],
  );
  return row?.count ?? 0;
}

/** Counts a source's single-report hides of a day, also by withdrawn accounts. */
async function countHidAlone(executor: Executor, keys: InstallationKeys, source: string): Promise<number> {
  return (
    (await countHides(executor, source)) + (await countRetainedHides(executor, hashSource(keys, source)))
  );
}

/** Returns the source of a user's reports, if the user exists. */
export async function findSource(executor: Executor, userId: string): Promise<string | undefined> {
  const row = await executor.first<{ source: string }>(
    `SELECT ${SOURCE} AS source FROM users JOIN accounts USING (id) WHERE users.id = $1`,
    [userId],
  );
  return row?.source;
}

/** Marks a restored case's reports as wrong, even withdrawn ones that hid it. */
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

/** Returns the student's undecided reports in a post's thread. */
function listOwnReports(
  executor: Executor,
  userId: string,
  postId: string,
): Promise<{ thingId: string; reason: ReportReason; note: string }[]> {
  return executor.rows(OWN_REPORTS, [userId, postId]);
}
