import { UNDO_SECONDS } from '@madang/contract/own-content/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs/jobs.queries.ts';
import { addEvent } from './cases.queries.ts';

/** Of a row of `case_events`: no decision that was undone before anybody was notified of it, and not the undoing itself. */
export const STANDS = `
  case_events.kind <> 'undone' AND (
    SELECT undone.id FROM case_events undone
     WHERE undone.case_id = case_events.case_id AND undone.kind = 'undone' AND case_events.kind IN ('upheld', 'restored')
       AND undone.at > case_events.at AND undone.at < case_events.at + interval '1 minute' LIMIT 1) IS NULL`;

/**
 * Takes a decision back as long as its case keeps what it was: the case waits again as it did, what the decision gave is gone,
 * and what it ended runs on. Answers the requests that wait again; whether the thing can be seen is the caller's to set.
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

/** From here on a decision cannot be undone; false where another one stands, or it was. */
export async function settleDecision(transaction: Transaction, id: string, found: number): Promise<boolean> {
  const changed = await transaction.change(
    `UPDATE cases SET was = NULL WHERE id = $1 AND (was ->> 'revision')::int = $2`,
    [id, found],
  );
  return changed === 1;
}

/** Seconds in which the last press that undoes a decision arrives. */
const ON_ITS_WAY = 2;

/** The job that notifies of a decision once it cannot be undone any more. */
export const DECIDED_JOB = 'decided';

/** Lets a decision that can be undone be told in ten seconds; `found` is the revision that it found. */
export async function tellLater(transaction: Transaction, caseId: string, found: number): Promise<void> {
  const data = { caseId, found };
  await addJob(transaction, {
    kind: DECIDED_JOB,
    key: `${caseId} ${found}`,
    data,
    inSeconds: UNDO_SECONDS + ON_ITS_WAY,
  });
}
