import {
  CONFIRM_HOURS,
  DECLINE_HOURS,
  REQUEST_KEPT_DAYS,
  RIGHTS_HIDDEN_DAYS,
  type RequestedAddress,
  type RightsGround,
} from '@madang/contract/moderation/rights-rules';
import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import type { Target } from './cases.queries.ts';

/** `written` until its mail is confirmed; then it waits, hides, and is over in one of three ways. */
export type RequestState = 'written' | 'waiting' | 'hidden' | 'upheld' | 'declined' | 'ended';

export interface RequestRow {
  id: string;
  address: string;
  post_id: string;
  reply_number: number | null;
  ground: RightsGround;
  name: string | null;
  email: string | null;
  mailbox: string | null;
  reason: string | null;
  confirmed_at: Date | null;
  state: RequestState;
  by_people: boolean;
  case_id: string | null;
  due_at: Date | null;
  /** By the database's clock. */
  due: boolean;
}

const REQUEST = `
  SELECT id, address, post_id, reply_number, ground, name, email, mailbox, reason, confirmed_at, state, by_people, case_id,
         due_at, due_at <= now() AS due
    FROM rights_requests`;

/** What is written into the form, checked. */
export interface NewRequest {
  name: string;
  email: string;
  mailbox: string;
  address: RequestedAddress;
  reply: number | null;
  ground: RightsGround;
  reason: string;
  clientHash: Buffer;
}

/**
 * Writes a request; answers its id. The address of a popular post is the post's, and where there is none it stays what it
 * is: one statement, whatever there is.
 */
export async function insertRequest(transaction: Transaction, request: NewRequest): Promise<string> {
  const id = uuidv7();
  const { address, reply, ground, name, email, mailbox, reason, clientHash } = request;
  await transaction.change(
    `INSERT INTO rights_requests (id, address, post_id, reply_number, ground, name, email, mailbox, reason, client_hash,
                                  token_expires_at)
     VALUES ($1, $2, coalesce((SELECT post_id FROM hots WHERE id = $3 AND $4::boolean), $3), $5, $6, $7, $8, $9, $10, $11,
             now() + interval '${CONFIRM_HOURS} hours')`,
    [
      id,
      address.path,
      address.id,
      address.kind === 'hot',
      reply,
      ground,
      name,
      email,
      mailbox,
      reason,
      clientHash,
    ],
  );
  return id;
}

/** Writes the hash of the mail's secret; false when the request is confirmed, too old or gone. */
export async function setRequestToken(executor: Executor, id: string, hash: Buffer): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE rights_requests SET token_hash = $2 WHERE id = $1 AND state = 'written' AND token_expires_at > now()`,
    [id, hash],
  );
  return changed === 1;
}

/** The request that a mail asks to confirm, locked; only once, and within a day. */
export function lockWritten(transaction: Transaction, hash: Buffer): Promise<RequestRow | undefined> {
  return transaction.first<RequestRow>(
    `${REQUEST} WHERE token_hash = $1 AND state = 'written' AND token_expires_at > now() FOR UPDATE`,
    [hash],
  );
}

/** Confirms a request: from now on there is a day to decline it. */
export async function markConfirmed(transaction: Transaction, id: string, byPeople: boolean): Promise<void> {
  await transaction.change(
    `UPDATE rights_requests SET state = 'waiting', confirmed_at = now(), by_people = $2,
                                due_at = now() + interval '${DECLINE_HOURS} hours'
      WHERE id = $1`,
    [id, byPeople],
  );
}

/** One request by its id. */
export function findRequest(executor: Executor, id: string): Promise<RequestRow | undefined> {
  return executor.first<RequestRow>(`${REQUEST} WHERE id = $1`, [id]);
}

/** The same, locked; lock its post and its case before. */
export function lockRequest(transaction: Transaction, id: string): Promise<RequestRow | undefined> {
  return transaction.first<RequestRow>(`${REQUEST} WHERE id = $1 FOR UPDATE`, [id]);
}

/** What a request names, as it stands. */
export interface RequestedTarget extends Target {
  authorId: string | null;
  hidden: boolean;
  deleted: boolean;
}

/** The reply of a number under a post that is locked. */
export async function findNumberedReply(
  transaction: Transaction,
  postId: string,
  number: number,
): Promise<RequestedTarget | undefined> {
  return transaction.first<RequestedTarget>(
    `SELECT 'reply' AS kind, id, post_id AS "postId", author_id AS "authorId", hidden_at IS NOT NULL AS hidden,
            deleted_at IS NOT NULL AS deleted
       FROM replies WHERE post_id = $1 AND number = $2 AND purged_at IS NULL FOR NO KEY UPDATE`,
    [postId, number],
  );
}

/** Gives a request its case, and anyone who decides a day from now; the case is due as early as that. */
export async function attachCase(transaction: Transaction, id: string, caseId: string): Promise<void> {
  await transaction.change(
    `UPDATE rights_requests SET case_id = $2, due_at = now() + interval '${DECLINE_HOURS} hours' WHERE id = $1`,
    [id, caseId],
  );
  await transaction.change(
    `UPDATE cases SET due_at = least(due_at, now() + interval '${DECLINE_HOURS} hours') WHERE id = $1`,
    [caseId],
  );
}

/** Whether the same was asked for the same ground before, and declined, or hidden for its time. */
export async function wasSettledBefore(
  executor: Executor,
  { id, post_id, reply_number, ground }: RequestRow,
): Promise<boolean> {
  const row = await executor.first(
    `SELECT id FROM rights_requests
      WHERE post_id = $1 AND coalesce(reply_number, 0) = coalesce($2::int, 0) AND ground = $3 AND id <> $4
        AND (state = 'declined' OR state = 'ended' AND hidden_at IS NOT NULL) LIMIT 1`,
    [post_id, reply_number, ground, id],
  );
  return row !== undefined;
}

/** It hides nothing by itself. */
export async function leaveToPeople(transaction: Transaction, id: string): Promise<void> {
  await transaction.change('UPDATE rights_requests SET by_people = true WHERE id = $1', [id]);
}

/** Notes that what it names cannot be seen now, and until when that is looked at; `found` where there is a case of it. */
export async function markRequestHidden(
  transaction: Transaction,
  id: string,
  found: boolean,
): Promise<Date | null> {
  const row = await transaction.first<{ due_at: Date }>(
    `UPDATE rights_requests
        SET state = 'hidden', client_hash = NULL, hidden_at = CASE WHEN $2::boolean THEN now() END,
            due_at = coalesce((SELECT hidden_until FROM cases WHERE cases.id = case_id),
                              now() + interval '${RIGHTS_HIDDEN_DAYS} days')
      WHERE id = $1 RETURNING due_at`,
    [id, found],
  );
  return row?.due_at ?? null;
}

/** Ends requests, those of a case or one alone, and answers which ended. */
export function closeRequests(
  transaction: Transaction,
  of: { caseId: string } | { id: string },
  state: 'upheld' | 'declined' | 'ended',
): Promise<{ id: string; email: string | null }[]> {
  const from = state === 'declined' ? `'waiting', 'hidden', 'upheld'` : `'waiting', 'hidden'`;
  const [column, value] = 'id' in of ? ['id', of.id] : ['case_id', of.caseId];
  return transaction.rows(
    `UPDATE rights_requests SET state = $2, closed_at = now(), due_at = NULL, client_hash = NULL
      WHERE ${column} = $1 AND state IN (${from}) RETURNING id, email`,
    [value, state],
  );
}

/** The requests that the last decision of a case closed. */
export function listClosedWith(
  executor: Executor,
  caseId: string,
): Promise<{ id: string; email: string | null }[]> {
  return executor.rows(
    `SELECT rights_requests.id, email FROM rights_requests JOIN cases ON cases.id = case_id
      WHERE case_id = $1 AND closed_at = decided_at`,
    [caseId],
  );
}

/** What was asked about the thing of a case, oldest first. */
export function listRequests(executor: Executor, caseId: string): Promise<RequestRow[]> {
  return executor.rows<RequestRow>(`${REQUEST} WHERE case_id = $1 ORDER BY confirmed_at, id`, [caseId]);
}

/** What a mail about a request says: when what it hid is shown again, and what the last decision said. */
export function findMailFacts(
  executor: Executor,
  id: string,
): Promise<
  { address: string; reply_number: number | null; due_at: Date | null; text: string | null } | undefined
> {
  return executor.first(
    `SELECT address, reply_number, due_at,
            (SELECT text FROM case_events
              WHERE case_events.case_id = rights_requests.case_id AND kind IN ('upheld', 'restored')
              ORDER BY at DESC, id DESC LIMIT 1) AS text
       FROM rights_requests WHERE id = $1`,
    [id],
  );
}

/** Forgets what was never confirmed, and a year later who asked and why; any process may do it. */
export async function sweepRequests(executor: Executor): Promise<void> {
  await executor.change(`DELETE FROM rights_requests WHERE state = 'written' AND token_expires_at < now()`);
  await executor.change(
    `UPDATE rights_requests SET name = NULL, email = NULL, mailbox = NULL, reason = NULL, client_hash = NULL
      WHERE email IS NOT NULL AND confirmed_at < now() - interval '${REQUEST_KEPT_DAYS} days'`,
  );
}
