import type { Campus } from '@madang/campus/campus';
import {
  CONFIRM_HOURS,
  DECLINE_HOURS,
  REQUEST_KEPT_DAYS,
  type RequestedAddress,
  RIGHTS_HIDDEN_DAYS,
  type RightsGround,
  UNCONFIRMED_MINUTES,
} from '@madang/contract/moderation/rights-rules';
import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../database/database.ts';
import type { ComposeMail, MailQueue } from '../../mail/mail-queue.ts';
import { hashSecret, makeSecret } from '../../sessions/sessions.ts';
import { mailboxOf } from '../accounts/index.ts';
import type { Target } from './cases.ts';

/** `written` until confirmed, then `waiting` and `hidden`; three final states. */
type RequestState = 'written' | 'waiting' | 'hidden' | 'upheld' | 'declined' | 'ended';

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
  /** Whether it is due, by the database clock. */
  due: boolean;
}

const REQUEST = `
  SELECT id, address, post_id, reply_number, ground, name, email, mailbox, reason, confirmed_at, state, by_people, case_id,
         due_at, due_at <= now() AS due
    FROM rights_requests`;

interface NewRequest {
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
 * Inserts a request; returns its id.
 * One statement resolves addresses, so that timing does not reveal whether they exist.
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

/** Stores the secret's hash; false if confirmed, expired or deleted. */
async function setRequestToken(executor: Executor, id: string, hash: Buffer): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE rights_requests SET token_hash = $2 WHERE id = $1 AND state = 'written' AND token_expires_at > now()`,
    [id, hash],
  );
  return changed === 1;
}

/** Locks and returns a secret's request: valid once, for one day. */
export function lockWritten(transaction: Transaction, hash: Buffer): Promise<RequestRow | undefined> {
  return transaction.first<RequestRow>(
    `${REQUEST} WHERE token_hash = $1 AND state = 'written' AND token_expires_at > now() FOR UPDATE`,
    [hash],
  );
}

/** Confirms a request, which starts the day to decline. */
export async function markConfirmed(transaction: Transaction, id: string, byPeople: boolean): Promise<void> {
  await transaction.change(
    `UPDATE rights_requests SET state = 'waiting', confirmed_at = now(), by_people = $2,
                                due_at = now() + interval '${DECLINE_HOURS} hours'
      WHERE id = $1`,
    [id, byPeople],
  );
}

/** Returns a request. */
export function findRequest(executor: Executor, id: string): Promise<RequestRow | undefined> {
  return executor.first<RequestRow>(`${REQUEST} WHERE id = $1`, [id]);
}

/** Locks and returns a request. Lock its post and case first. */
export function lockRequest(transaction: Transaction, id: string): Promise<RequestRow | undefined> {
  return transaction.first<RequestRow>(`${REQUEST} WHERE id = $1 FOR UPDATE`, [id]);
}

export interface RequestedTarget extends Target {
  authorId: string | null;
  hidden: boolean;
  deleted: boolean;
}

/** Locks and returns the reply by its number. Lock its post first. */
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

/** Attaches a case; both are due within {@link DECLINE_HOURS}. */
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

/** Whether target and ground were declined before, or hidden for the full period. */
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

/** Leaves the request to a moderator; it hides nothing automatically. */
export async function leaveToPeople(transaction: Transaction, id: string): Promise<void> {
  await transaction.change('UPDATE rights_requests SET by_people = true WHERE id = $1', [id]);
}

/** Marks a request as hidden; returns its due time. `found`: a case exists. */
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

/** Closes one request or all of a case; returns the closed ones. */
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

/** Returns requests closed by the case's last decision. */
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

/** Returns the requests of a case, oldest first. */
export function listRequests(executor: Executor, caseId: string): Promise<RequestRow[]> {
  return executor.rows<RequestRow>(`${REQUEST} WHERE case_id = $1 ORDER BY confirmed_at, id`, [caseId]);
}

/** Returns data for a mail: due time and the last decision's text. */
function findMailFacts(
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

/** Deletes unconfirmed requests, and personal data after a year. Safe from any process. */
export async function sweepRequests(executor: Executor): Promise<void> {
  await executor.change(`DELETE FROM rights_requests WHERE state = 'written' AND token_expires_at < now()`);
  await executor.change(
    `UPDATE rights_requests SET name = NULL, email = NULL, mailbox = NULL, reason = NULL, client_hash = NULL
      WHERE email IS NOT NULL AND confirmed_at < now() - interval '${REQUEST_KEPT_DAYS} days'`,
  );
}

/** Serializes requests of a mailbox until the transaction ends. */
export async function lockComplainant(transaction: Transaction, mailbox: string): Promise<void> {
  await transaction.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`rights ${mailbox}`]);
}

/** Serializes confirmations until the transaction ends, for exact counts. */
export async function lockConfirmations(transaction: Transaction): Promise<void> {
  await transaction.first(`SELECT pg_advisory_xact_lock(hashtextextended('rights', 0))`);
}

/** SQL time when unconfirmed requests stop counting; their links expire later. */
const FREE_AGAIN = `created_at + interval '${UNCONFIRMED_MINUTES} minutes'`;

/** Counts open requests of this mailbox and post; returns seconds until the next ends. */
export async function countWaitingWith(
  executor: Executor,
  id: string,
): Promise<{ count: number; seconds: number }> {
  const row = await executor.first<{ count: number; seconds: number | null }>(
    `SELECT count(*)::int AS count,
            ceil(extract(epoch FROM min(CASE WHEN other.state = 'written' THEN other.${FREE_AGAIN} ELSE other.due_at END) - now()))::int
              AS seconds
       FROM rights_requests AS own JOIN rights_requests AS other ON other.post_id = own.post_id AND other.mailbox = own.mailbox
      WHERE own.id = $1 AND (other.state = 'waiting' OR other.state = 'written' AND other.${FREE_AGAIN} > now())`,
    [id],
  );
  return { count: row?.count ?? 0, seconds: Math.max(60, row?.seconds ?? 0) };
}

/** Other requests that limit a confirmation. */
interface Beside {
  /** The mailbox's requests with the same target and ground. */
  same: number;
  open: number;
  /** Pending requests of the network address that hide automatically. */
  here: number;
  day: number;
}

export async function countBeside(
  executor: Executor,
  { id, email, mailbox, post_id, reply_number, ground }: RequestRow,
): Promise<Beside> {
  const row = await executor.first<Beside>(
    `SELECT (SELECT count(*)::int FROM rights_requests
              WHERE mailbox = ANY ($1::text[]) AND confirmed_at IS NOT NULL AND post_id = $2
                AND coalesce(reply_number, 0) = coalesce($3::int, 0) AND ground = $4) AS same,
            (SELECT count(*)::int FROM rights_requests
              WHERE mailbox = ANY ($1::text[]) AND confirmed_at IS NOT NULL AND state IN ('waiting', 'hidden')) AS open,
            (SELECT count(*)::int FROM rights_requests
              WHERE client_hash = (SELECT client_hash FROM rights_requests WHERE id = $5) AND state = 'waiting' AND NOT by_people)
              AS here,
            (SELECT count(*)::int FROM rights_requests WHERE confirmed_at > now() - interval '1 day') AS day`,
    // Older rows contain the unfolded mailbox.
    [[mailbox, mailboxOf(email ?? '')], post_id, reply_number, ground, id],
  );
  return row ?? { same: 0, open: 0, here: 0, day: 0 };
}

type RightsMail = 'rights.confirm' | 'rights.hidden' | 'rights.upheld' | 'rights.declined' | 'rights.ended';

/** Mails a complainant if the address is still stored. */
export async function mailComplainant(
  { mailQueue }: { mailQueue: Pick<MailQueue, 'add'> },
  transaction: Transaction,
  { id, email }: { id: string; email: string | null },
  kind: RightsMail,
): Promise<void> {
  if (email !== null)
    await mailQueue.add(transaction, {
      accountId: null,
      tokenId: null,
      requestId: id,
      kind,
      recipient: email,
    });
}

interface Text {
  subject: string;
  lines: string[];
}

/** Hidden and missing posts have the same text: only the address. */
function textOf(
  kind: RightsMail,
  { thing, link, until, text }: { thing: string; link: string; until: string; text: string | null },
): Text {
  switch (kind) {
    case 'rights.confirm':
      return {
        subject: '권리 침해 신고를 확인해 주세요',
        lines: [
          `아래 글이나 댓글이 권리를 침해한다는 요청을 받았습니다.\n${thing}`,
          '직접 요청했다면 아래 주소를 열고 [요청 확인하기]를 눌러 주세요. 눌러야 접수됩니다.',
          link,
          `이 주소는 ${CONFIRM_HOURS}시간 동안 한 번만 쓸 수 있습니다. 요청한 적이 없다면 이 메일을 무시해 주세요. 아무 일도 일어나지 않습니다.`,
        ],
      };
    case 'rights.hidden':
      return {
        subject: '요청하신 글은 지금 보이지 않습니다',
        lines: [
          `권리 침해로 요청하신 주소의 글이나 댓글은 지금 다른 사람에게 보이지 않습니다.\n${thing}`,
          `이 요청에 따라 가린 것이라면 ${until}까지 최대 ${RIGHTS_HIDDEN_DAYS}일 동안 가려 둡니다. 그 전에 결정이 나면 다시 알려 드립니다.`,
        ],
      };
    case 'rights.upheld':
      return {
        subject: '요청하신 글을 계속 가리기로 했습니다',
        lines: [
          `권리 침해로 요청하신 글이나 댓글을 운영진이 확인하고 계속 가리기로 했습니다.\n${thing}`,
          '작성자가 이의를 제기해 결정이 바뀌면 다시 알려 드립니다.',
        ],
      };
    case 'rights.declined':
      return {
        subject: '요청하신 글을 가리지 않기로 했습니다',
        lines: [
          `권리 침해로 요청하신 글이나 댓글을 운영진이 확인하고 가리지 않기로 했습니다.\n${thing}`,
          ...(text ? [`운영진의 설명: ${text}`] : []),
        ],
      };
    case 'rights.ended':
      return {
        subject: '임시 조치 기간이 끝났습니다',
        lines: [
          `권리 침해로 요청하신 글이나 댓글을 가려 두는 기간이 끝났습니다. 이 요청 때문에 가려진 것은 이제 없습니다.\n${thing}`,
          '권리를 더 보호받으려면 법원 등의 절차를 이용할 수 있습니다.',
        ],
      };
  }
}

/**
 * Returns the composer of complainants' mails.
 * Each attempt generates a new secret, stores its hash and invalidates earlier copies.
 */
export function composeRightsMail(campus: Campus, origin: string): ComposeMail {
  const { product, university, timeZone } = campus.settings;
  const dates = new Intl.DateTimeFormat('ko', { timeZone, dateStyle: 'long', timeStyle: 'short' });
  return async (transaction, { kind, requestId }) => {
    const facts = requestId ? await findMailFacts(transaction, requestId) : undefined;
    if (!requestId || !facts) return null;
    const secret = kind === 'rights.confirm' ? makeSecret() : '';
    if (secret !== '' && !(await setRequestToken(transaction, requestId, hashSecret(secret)))) return null;
    const reply = facts.reply_number === null ? '' : ` (댓글 ${facts.reply_number}번)`;
    const { subject, lines } = textOf(kind as RightsMail, {
      thing: `${origin}${facts.address}${reply}`,
      link: `${origin}/rights?token=${secret}`,
      until: facts.due_at ? dates.format(facts.due_at) : '',
      text: facts.text,
    });
    const greeting = `안녕하세요, ${university.name} 커뮤니티 ${product.name}입니다.`;
    return { subject: `[${product.name}] ${subject}`, text: `${[greeting, ...lines].join('\n\n')}\n` };
  };
}
