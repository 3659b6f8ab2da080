import { RIGHTS_HIDDEN_DAYS } from '@madang/contract/moderation/rights-rules';
import {
  type CaseGround,
  type CaseState,
  DUE_HOURS,
  PROTECTED_DAYS,
  type ReportReason,
} from '@madang/contract/moderation/rules';
import { UNDO_SECONDS } from '@madang/contract/posts/rules';
import { v7 as uuidv7 } from 'uuid';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { addJob } from '../../jobs/jobs.ts';
import { openedAt } from '../campus/index.ts';
import { findPostEvenHidden, hidePost, HOTS_TAG, postTag, showPost, tagsOfNewPost } from '../posts/index.ts';
import { findReplyEvenHidden, hideReply, showReply } from '../replies/index.ts';

export interface Target {
  kind: 'post' | 'reply';
  id: string;
  /** The reply's post, or the post itself. */
  postId: string;
}

export interface CaseRow {
  id: string;
  kind: 'post' | 'reply';
  thing_id: string;
  post_id: string;
  author_id: string | null;
  state: CaseState;
  outcome: 'upheld' | 'restored' | null;
  ground: CaseGround | null;
  revision: number;
  decided_by: string | null;
  told_at: Date | null;
  /** End of a hiding by rights request. */
  hidden_until: Date | null;
  appealed_at: Date | null;
  waiting: boolean;
  /** Revision before the decision, while it can be undone. */
  undoable: number | null;
  /** Whether the target was visible before the decision. */
  was_open: boolean | null;
}

const CASE = `
  SELECT id, kind, thing_id, post_id, author_id, state, outcome, ground, revision, decided_by, told_at, hidden_until, appealed_at,
         due_at IS NOT NULL AS waiting, (was ->> 'revision')::int AS undoable,
         was ->> 'state' = 'open' AS was_open
    FROM cases`;

/** Locks and returns the target's pending case. Lock its post first. */
export function lockWaitingCase(transaction: Transaction, thingId: string): Promise<CaseRow | undefined> {
  return transaction.first<CaseRow>(`${CASE} WHERE thing_id = $1 AND due_at IS NOT NULL FOR UPDATE`, [
    thingId,
  ]);
}

/** Returns a case by id. */
export function findCase(executor: Executor, id: string): Promise<CaseRow | undefined> {
  return executor.first<CaseRow>(`${CASE} WHERE id = $1`, [id]);
}

/** Locks and returns a case. Lock its post first. */
export function lockCase(transaction: Transaction, id: string): Promise<CaseRow | undefined> {
  return transaction.first<CaseRow>(`${CASE} WHERE id = $1 FOR UPDATE`, [id]);
}

/** Opens a case for a target without one; returns its id. */
export async function openCase(
  transaction: Transaction,
  thing: Target,
  authorId: string | null,
): Promise<string> {
  const id = uuidv7();
  await transaction.change(
    `INSERT INTO cases (id, kind, thing_id, post_id, author_id, state, due_at)
     VALUES ($1, $2, $3, $4, $5, 'open', now() + interval '${DUE_HOURS.open} hours')`,
    [id, thing.kind, thing.id, thing.postId, authorId],
  );
  await addEvent(transaction, { caseId: id, kind: 'opened' });
  return id;
}

/** Records that reports or a link hid the target. */
export async function markCaseHidden(
  transaction: Transaction,
  id: string,
  ground: ReportReason | 'link',
): Promise<void> {
  await transaction.change(
    `UPDATE cases SET state = 'hidden', ground = $2, hidden_at = now(), revision = revision + 1,
                      due_at = least(due_at, now() + interval '${DUE_HOURS.hidden} hours')
      WHERE id = $1`,
    [id, ground],
  );
  await addEvent(transaction, { caseId: id, kind: 'hidden', ground });
}

/** Records that a request hid the target for {@link RIGHTS_HIDDEN_DAYS}. */
export async function markHiddenByRequest(transaction: Transaction, id: string): Promise<void> {
  await transaction.change(
    `UPDATE cases SET state = 'hidden', ground = 'rights', hidden_at = now(), revision = revision + 1,
                      hidden_until = now() + interval '${RIGHTS_HIDDEN_DAYS} days',
                      due_at = now() + interval '${RIGHTS_HIDDEN_DAYS} days'
      WHERE id = $1`,
    [id],
  );
  await addEvent(transaction, { caseId: id, kind: 'hidden', ground: 'rights' });
}

/** Closes an undecided case whose request expired or target was deleted; judges no report. */
export async function markOver(transaction: Transaction, id: string): Promise<void> {
  await transaction.change(
    `UPDATE cases SET state = 'restored', outcome = 'restored', ground = 'rights', decided_at = now(), due_at = NULL,
                      hidden_until = NULL, revision = revision + 1
      WHERE id = $1`,
    [id],
  );
  await addEvent(transaction, { caseId: id, kind: 'restored', ground: 'rights' });
}

/** Records that operators are notified; urgent cases are due earlier. False if repeated. */
export async function markNotified(transaction: Transaction, id: string, urgent: boolean): Promise<boolean> {
  const changed = await transaction.change(
    `UPDATE cases SET told_at = now(),
                      due_at = CASE WHEN $2::boolean THEN least(due_at, now() + interval '${DUE_HOURS.urgent} hours') ELSE due_at END
      WHERE id = $1 AND told_at IS NULL`,
    [id, urgent],
  );
  return changed === 1;
}

/** Returns the reasons for which the target was recently restored. */
export async function listProtectedReasons(executor: Executor, thingId: string): Promise<ReportReason[]> {
  const rows = await executor.rows<{ reason: ReportReason }>(
    `SELECT DISTINCT unnest(reasons) AS reason FROM cases
      WHERE thing_id = $1 AND outcome = 'restored' AND decided_at > now() - interval '${PROTECTED_DAYS} days'`,
    [thingId],
  );
  return rows.map(({ reason }) => reason);
}

/** Stores an appeal; its case is pending again. */
export async function markAppealed(
  transaction: Transaction,
  id: string,
  authorId: string,
  text: string,
): Promise<void> {
  await transaction.change(
    `UPDATE cases SET state = 'appealed', appealed_at = now(), revision = revision + 1,
                      due_at = least(due_at, now() + interval '${DUE_HOURS.appealed} hours')
      WHERE id = $1`,
    [id],
  );
  await addEvent(transaction, { caseId: id, kind: 'appealed', actorId: authorId, text });
}

interface CaseDecision {
  state: CaseState;
  outcome: 'upheld' | 'restored';
  ground: CaseGround;
  /** Null for commands and automatic decisions. */
  deciderId: string | null;
  /** Text for the author. */
  text: string | null;
  /** Stores previous state, sanctions and requests for an undo. */
  undoable?: boolean;
}

/** Stores a decision and closes the case; keeps a restored one's reasons. */
export async function markDecided(
  transaction: Transaction,
  id: string,
  { state, outcome, ground, deciderId, text, undoable = false }: CaseDecision,
): Promise<void> {
  await transaction.change(
    `UPDATE cases SET state = $2, outcome = $3, ground = $4, decided_by = $5, decided_at = now(), due_at = NULL,
                      hidden_until = NULL, revision = revision + 1,
                      hidden_at = CASE WHEN $3 = 'upheld' THEN coalesce(hidden_at, now()) ELSE hidden_at END,
                      reasons = CASE WHEN $3 = 'restored'
                        THEN ARRAY(SELECT DISTINCT reason FROM reports
                                    WHERE case_id = $1 AND (withdrawn_at IS NULL OR counted_at IS NOT NULL))
                        ELSE reasons END,
                      was = CASE WHEN $6::boolean THEN to_jsonb(cases) - ARRAY['was', 'author_id'] || jsonb_build_object(
                        'sanctions', (SELECT jsonb_agg(jsonb_build_object('id', id, 'ends_at', ends_at)) FROM sanctions
                                       WHERE case_id = $1 AND ends_at > now()),
                        'requests', (SELECT jsonb_agg(jsonb_build_object('id', id, 'state', state, 'due_at', due_at, 'closed_at', closed_at))
                                        FROM rights_requests WHERE case_id = $1)) END
      WHERE id = $1`,
    [id, state, outcome, ground, deciderId, undoable],
  );
  await addEvent(transaction, { caseId: id, kind: outcome, actorId: deciderId, ground, text });
}

/** Locks and returns the newest case that contradicts `hidden`. */
export function findDecidable(
  transaction: Transaction,
  thingId: string,
  hidden: boolean,
): Promise<CaseRow | undefined> {
  const other = hidden
    ? `due_at IS NOT NULL`
    : `(due_at IS NOT NULL AND state <> 'open' OR due_at IS NULL AND outcome = 'upheld')`;
  return transaction.first<CaseRow>(
    `${CASE} WHERE thing_id = $1 AND ${other} ORDER BY opened_at DESC LIMIT 1 FOR UPDATE`,
    [thingId],
  );
}

interface CaseEvent {
  caseId: string;
  kind: 'opened' | 'hidden' | 'upheld' | 'restored' | 'appealed' | 'undone';
  actorId?: string | null;
  ground?: CaseGround | null;
  text?: string | null;
}

/** Appends an event to a case; events are immutable. */
async function addEvent(transaction: Transaction, event: CaseEvent): Promise<void> {
  await transaction.change(
    'INSERT INTO case_events (id, case_id, kind, actor_id, ground, text) VALUES ($1, $2, $3, $4, $5, $6)',
    [uuidv7(), event.caseId, event.kind, event.actorId ?? null, event.ground ?? null, event.text ?? null],
  );
}

/** Returns the campus's age in days since opening or first migration. */
export async function readCampusAge(executor: Executor, openedOn: string | undefined): Promise<number> {
  const row = await executor.first<{ days: number }>(
    `SELECT extract(epoch FROM now() - ${openedAt('$1')})::float8 / 86400 AS days`,
    [openedOn ?? null],
  );
  return row?.days ?? 0;
}

/** Returns opened cases by campus day; omits days without cases. */
export function countCasesByDay(
  executor: Executor,
  timeZone: string,
  from: string,
): Promise<{ day: string; count: number }[]> {
  return executor.rows(
    `SELECT (opened_at AT TIME ZONE $1::text)::date::text AS day, count(*)::int AS count FROM cases
      WHERE opened_at >= $2::text::date::timestamp AT TIME ZONE $1::text GROUP BY 1 ORDER BY 1`,
    [timeZone, from],
  );
}

/** SQL condition that excludes undo events and undone decisions. */
export const IS_IN_FORCE = `
  case_events.kind <> 'undone' AND (
    SELECT undone.id FROM case_events undone
     WHERE undone.case_id = case_events.case_id AND undone.kind = 'undone' AND case_events.kind IN ('upheld', 'restored')
       AND undone.at > case_events.at AND undone.at < case_events.at + interval '1 minute' LIMIT 1) IS NULL`;

/**
 * Undoes a decision: reopens the case, deletes new sanctions, resumes ended ones.
 * Returns the reopened requests. The caller sets the visibility.
 */
export async function takeBackDecision(
  transaction: Transaction,
  id: string,
  actorId: string,
): Promise<{ id: string; due_at: Date | null }[]> {
  await transaction.change(
    'DELETE FROM sanctions USING cases WHERE cases.id = $1 AND case_id = cases.id AND given_at = decided_at',
    [id],
  );
  await transaction.change(
    `UPDATE sanctions SET ends_at = former.ends_at
       FROM cases, jsonb_to_recordset(nullif(was -> 'sanctions', 'null')) AS former (id uuid, ends_at timestamptz)
      WHERE cases.id = $1 AND sanctions.id = former.id`,
    [id],
  );
  await transaction.change(
    `UPDATE reports SET overturned_at = NULL
       FROM cases WHERE cases.id = $1 AND case_id = cases.id AND overturned_at = decided_at`,
    [id],
  );
  const requests = await transaction.rows<{ id: string; due_at: Date | null }>(
    `UPDATE rights_requests SET state = former.state, due_at = former.due_at, closed_at = former.closed_at
       FROM cases, jsonb_to_recordset(nullif(was -> 'requests', 'null')) AS former (id uuid, state text, due_at timestamptz, closed_at timestamptz)
      WHERE cases.id = $1 AND rights_requests.id = former.id RETURNING rights_requests.id, rights_requests.due_at`,
    [id],
  );
  await transaction.change(
    `UPDATE cases SET (state, outcome, ground, reasons, hidden_at, hidden_until, due_at, decided_at, decided_by) =
                      (SELECT state, outcome, ground, reasons, hidden_at, hidden_until, due_at, decided_at, decided_by
                         FROM jsonb_populate_record(NULL::cases, cases.was)),
                      revision = revision + 1, was = NULL
      WHERE id = $1`,
    [id],
  );
  await addEvent(transaction, { caseId: id, kind: 'undone', actorId });
  return requests;
}

/** Makes a decision final; false if it was replaced or undone. */
export async function settleDecision(transaction: Transaction, id: string, found: number): Promise<boolean> {
  const changed = await transaction.change(
    `UPDATE cases SET was = NULL WHERE id = $1 AND (was ->> 'revision')::int = $2`,
    [id, found],
  );
  return changed === 1;
}

/** Grace period in seconds for an undo request in transit. */
const ON_ITS_WAY = 2;

/** Job kind that announces final decisions. */
export const DECIDED_JOB = 'decided';

/** Schedules a decision's notification after the undo period; `found` is the previous revision. */
export async function notifyLater(transaction: Transaction, caseId: string, found: number): Promise<void> {
  const data = { caseId, found };
  await addJob(transaction, {
    kind: DECIDED_JOB,
    key: `${caseId} ${found}`,
    data,
    inSeconds: UNDO_SECONDS + ON_ITS_WAY,
  });
}

/** Hides a post or reply; idempotent. */
export async function hideTarget(transaction: Transaction, { kind, id }: Target): Promise<void> {
  await (kind === 'post' ? hidePost : hideReply)(transaction, id);
}

/** Shows a target; if its author deleted it, only removes the moderation mark. */
export async function showTarget(transaction: Transaction, { kind, id }: Target): Promise<void> {
  const find = kind === 'post' ? findPostEvenHidden : findReplyEvenHidden;
  const row = await find(transaction, id);
  if (!row?.deleted_at) await (kind === 'post' ? showPost : showReply)(transaction, id);
  else if (kind === 'post')
    await transaction.change('UPDATE posts SET moderated_at = NULL WHERE id = $1', [id]);
  else await transaction.change('UPDATE replies SET moderated_at = NULL WHERE id = $1', [id]);
}

/** Returns the cache tags that depend on the target's visibility. */
export function tagsOfTarget({ kind, postId }: Target, buildingId: string): string[] {
  return kind === 'post' ? [postTag(postId), HOTS_TAG, ...tagsOfNewPost(buildingId)] : [postTag(postId)];
}

/** Invalidates caches and notifies pages of every process, after the commit. */
export function announce(
  {
    cache,
    streams,
  }: { cache: Pick<AnswerCache, 'invalidate'>; streams: { announceVisibility(postId: string): void } },
  transaction: Transaction,
  thing: Target & { buildingId: string },
): void {
  transaction.afterCommit(() => cache.invalidate(tagsOfTarget(thing, thing.buildingId)));
  transaction.afterCommit(() => streams.announceVisibility(thing.postId));
}

const PURGED = `
  SELECT cases.id FROM cases JOIN posts ON posts.id = cases.post_id
    LEFT JOIN replies ON cases.kind = 'reply' AND replies.id = cases.thing_id
   WHERE cases.due_at IS NULL AND cases.author_id IS NOT NULL
     AND (posts.purged_at IS NOT NULL
          OR cases.kind = 'reply' AND (replies.id IS NULL OR replies.purged_at IS NOT NULL))`;

/** Removes author, texts and quotes from cases of purged targets. */
export async function purgeCases(database: Database): Promise<void> {
  await database.change(
    `WITH gone AS (${PURGED}),
          texts AS (UPDATE case_events SET text = NULL FROM gone WHERE case_id = gone.id),
          asked AS (UPDATE rights_requests SET reason = NULL FROM gone WHERE rights_requests.case_id = gone.id),
          notes AS (UPDATE reports SET note = '' FROM gone WHERE reports.case_id = gone.id)
     UPDATE cases SET author_id = NULL FROM gone WHERE cases.id = gone.id`,
  );
}
