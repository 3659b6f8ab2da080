import {
  DUE_HOURS,
  PROTECTED_DAYS,
  type CaseGround,
  type CaseState,
  type ReportReason,
} from '@madang/contract/moderation/rules';
import { RIGHTS_HIDDEN_DAYS } from '@madang/contract/moderation/rights-rules';
import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../platform/database/database.ts';

/** What a case is about. */
export interface Target {
  kind: 'post' | 'reply';
  id: string;
  /** The post itself, or the one that the reply stands under. */
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
  /** Where a request hides it. */
  hidden_until: Date | null;
  appealed_at: Date | null;
  waiting: boolean;
  /** The revision that its decision found, as long as that can be undone. */
  undoable: number | null;
  /** And whether nothing had hidden its thing by then. */
  was_open: boolean | null;
}

const CASE = `
  SELECT id, kind, thing_id, post_id, author_id, state, outcome, ground, revision, decided_by, told_at, hidden_until, appealed_at,
         due_at IS NOT NULL AS waiting, (was ->> 'revision')::int AS undoable,
         was ->> 'state' = 'open' AS was_open
    FROM cases`;

/** The waiting case about a thing, locked; its post is locked before. */
export function lockWaitingCase(transaction: Transaction, thingId: string): Promise<CaseRow | undefined> {
  return transaction.first<CaseRow>(`${CASE} WHERE thing_id = $1 AND due_at IS NOT NULL FOR UPDATE`, [
    thingId,
  ]);
}

/** One case by its id. */
export function findCase(executor: Executor, id: string): Promise<CaseRow | undefined> {
  return executor.first<CaseRow>(`${CASE} WHERE id = $1`, [id]);
}

/** The same, locked; lock its post before. */
export function lockCase(transaction: Transaction, id: string): Promise<CaseRow | undefined> {
  return transaction.first<CaseRow>(`${CASE} WHERE id = $1 FOR UPDATE`, [id]);
}

/** Opens a case about a thing that has no waiting one; answers its id. */
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

/** Notes that reports hid the thing of a case, or a link. */
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

/** Notes that a request hid the thing of a case, for so long at most. */
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

/**
 * Closes a case that nobody decided: the time of its request is over, or its author deleted what it is about. Its reports
 * are neither right nor wrong.
 */
export async function markOver(transaction: Transaction, id: string): Promise<void> {
  await transaction.change(
    `UPDATE cases SET state = 'restored', outcome = 'restored', ground = 'rights', decided_at = now(), due_at = NULL,
                      hidden_until = NULL, revision = revision + 1
      WHERE id = $1`,
    [id],
  );
  await addEvent(transaction, { caseId: id, kind: 'restored', ground: 'rights' });
}

/** Notes that the operators are notified, and lets an urgent case be due earlier; false when they know already. */
export async function markTold(transaction: Transaction, id: string, urgent: boolean): Promise<boolean> {
  const changed = await transaction.change(
    `UPDATE cases SET told_at = now(),
                      due_at = CASE WHEN $2::boolean THEN least(due_at, now() + interval '${DUE_HOURS.urgent} hours') ELSE due_at END
      WHERE id = $1 AND told_at IS NULL`,
    [id, urgent],
  );
  return changed === 1;
}

/** For which reasons a thing was restored lately. */
export async function listProtectedReasons(executor: Executor, thingId: string): Promise<ReportReason[]> {
  const rows = await executor.rows<{ reason: ReportReason }>(
    `SELECT DISTINCT unnest(reasons) AS reason FROM cases
      WHERE thing_id = $1 AND outcome = 'restored' AND decided_at > now() - interval '${PROTECTED_DAYS} days'`,
    [thingId],
  );
  return rows.map(({ reason }) => reason);
}

/** Writes an appeal into its case, which waits again. */
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

export interface CaseDecision {
  state: CaseState;
  outcome: 'upheld' | 'restored';
  ground: CaseGround;
  /** Null: by the operator's command, or by itself. */
  deciderId: string | null;
  /** What the author reads. */
  text: string | null;
  /** It can be undone: the case keeps what it was, with the sanctions and requests that the decision ends. */
  undoable?: boolean;
}

/** Writes a decision into its case, which waits no more; restored, it remembers for which reasons it was reported. */
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

/** The newest case of a thing that says something else than that it is hidden, or is not; locked. */
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

/** Adds what happened to a case; never changed afterwards. */
export async function addEvent(transaction: Transaction, event: CaseEvent): Promise<void> {
  await transaction.change(
    'INSERT INTO case_events (id, case_id, kind, actor_id, ground, text) VALUES ($1, $2, $3, $4, $5, $6)',
    [uuidv7(), event.caseId, event.kind, event.actorId ?? null, event.ground ?? null, event.text ?? null],
  );
}

/** For how many days the campus has been open: since the day it says, else since its database was made. */
export async function readCampusAge(executor: Executor, openedOn: string | undefined): Promise<number> {
  const row = await executor.first<{ days: number }>(
    `SELECT extract(epoch FROM now() - coalesce($1::date::timestamptz, (SELECT min(applied_at) FROM migrations)))::float8 / 86400 AS days`,
    [openedOn ?? null],
  );
  return row?.days ?? 0;
}

/** How many cases were opened on each day of the campus, from one day on; days without any are left out. */
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
