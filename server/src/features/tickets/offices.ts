import { OFFICE_LINK_DAYS, SILENT_DAYS } from '@madang/contract/tickets/rules';
import { parse, stringify } from 'uuid';
import type { Executor, Transaction } from '../../database/database.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { OPEN, TICKET, type TicketRow } from './ticket-rows.ts';

interface Mailing {
  mailQueue: Pick<MailQueue, 'add'>;
}

/** A mail about one ticket, or about all unsent ones. */
type OfficeMail = 'ticket' | 'ticketList';

/** Mails the ticket's office, unless listed daily [TK-04]; the post is locked or new. */
export async function mailOfficeOf(
  transaction: Transaction,
  { mailQueue }: Mailing,
  { id, buildingId }: { id: string; buildingId: string },
): Promise<void> {
  const office = await findOfficeOf(transaction, buildingId);
  if (!office || office.email === '' || office.daily_hour !== null) return;
  if (await isMailWaiting(transaction, id)) return;
  await add(mailQueue, transaction, 'ticket', office, id);
}

/** Mails the lists due in this hour [TK-04]. */
export async function mailLists(
  transaction: Transaction,
  { mailQueue }: Mailing,
  timeZone: string,
): Promise<void> {
  for (const office of await takeOfficesToList(transaction, timeZone))
    await add(mailQueue, transaction, 'ticketList', office, null);
}

function add(
  mailQueue: Mailing['mailQueue'],
  transaction: Transaction,
  kind: OfficeMail,
  { id: officeId, email: recipient }: { id: string; email: string },
  ticketId: string | null,
): Promise<void> {
  return mailQueue.add(transaction, { accountId: null, tokenId: null, ticketId, officeId, kind, recipient });
}

/** Repair office of a building, or the default office with id `all`. */
interface OfficeRow {
  id: string;
  name: string;
  /** Empty if the office takes reports through its own channel. */
  email: string;
  daily_hour: number | null;
  channel: string;
  refused_at: Date | null;
}

/** Id of the office for the whole campus. */
export const ALL = 'all';

const COLUMNS = 'id, name, email, daily_hour, channel, refused_at';

/** SQL condition: the ticket's office, by building or by default. */
const MINE = `(offices.building_id = tickets.building_id
  OR offices.id = '${ALL}' AND NOT EXISTS (SELECT FROM offices AS own WHERE own.building_id = tickets.building_id))`;

/** SQL condition: a visible open ticket that its office was not sent. */
const UNKNOWN = `${OPEN} AND tickets.known_at IS NULL AND posts.hidden_at IS NULL AND ${MINE}`;

/** Tickets per mail; the next mail contains the others. */
const LIST_MAX = 50;

/** Returns all offices with their numbers of unanswered tickets, default last. */
export function listOffices(executor: Executor): Promise<(OfficeRow & { silent: number })[]> {
  return executor.rows(
    `SELECT ${COLUMNS},
            (SELECT count(*)::int FROM tickets JOIN posts ON posts.id = post_id
              WHERE ${OPEN} AND posts.hidden_at IS NULL AND ${MINE}
                AND known_at < now() - interval '${SILENT_DAYS} days' AND step_at <= known_at) AS silent
       FROM offices ORDER BY building_id IS NULL, id COLLATE "C"`,
  );
}

/** Returns the office responsible for a building. */
export function findOfficeOf(executor: Executor, buildingId: string): Promise<OfficeRow | undefined> {
  return executor.first<OfficeRow>(
    `SELECT ${COLUMNS} FROM offices WHERE building_id = $1 OR id = '${ALL}' ORDER BY building_id NULLS LAST LIMIT 1`,
    [buildingId],
  );
}

export type OfficeTexts = Omit<OfficeRow, 'refused_at'>;

/** Adds or changes an office, also for pending mail. A list whose hour is past starts tomorrow. Lock order: mails, office. */
export async function putOffice(
  transaction: Transaction,
  { id, name, email, daily_hour, channel }: OfficeTexts,
  timeZone: string,
): Promise<void> {
  await transaction.change('UPDATE outbox SET recipient = $2, next_attempt_at = now() WHERE office_id = $1', [
    id,
    email,
  ]);
  if (email === '') await transaction.change('DELETE FROM outbox WHERE office_id = $1', [id]);
  await transaction.change(
    `INSERT INTO offices (id, building_id, name, email, daily_hour, channel, listed_on)
     SELECT $1, nullif($1, '${ALL}'), $2, $3, $4::int, $5,
            CASE WHEN $4 <= extract(hour FROM clock) THEN clock::date END
       FROM (SELECT now() AT TIME ZONE $6::text AS clock) AS campus
     ON CONFLICT (id) DO UPDATE
        SET name = excluded.name, email = excluded.email, daily_hour = excluded.daily_hour, channel = excluded.channel,
            listed_on = greatest(offices.listed_on, excluded.listed_on),
            refused_at = CASE WHEN offices.email = excluded.email THEN offices.refused_at END`,
    [id, name, email, daily_hour, channel, timeZone],
  );
}

/** Deletes an office and its pending mail; false if unknown. */
export async function deleteOffice(transaction: Transaction, id: string): Promise<boolean> {
  await transaction.change('DELETE FROM outbox WHERE office_id = $1', [id]);
  return (await transaction.change('DELETE FROM offices WHERE id = $1', [id])) === 1;
}

/** Whether a mail about a ticket is pending. */
async function isMailWaiting(executor: Executor, ticketId: string): Promise<boolean> {
  return (await executor.first('SELECT FROM outbox WHERE ticket_id = $1', [ticketId])) !== undefined;
}

/** Returns the tickets that the office was not sent yet, oldest first. */
export function listUnknown(executor: Executor, officeId: string): Promise<TicketRow[]> {
  return executor.rows<TicketRow>(
    `${TICKET} JOIN offices ON offices.id = $1 WHERE ${UNKNOWN} ORDER BY opened_at, number LIMIT ${LIST_MAX}`,
    [officeId],
  );
}

/** Returns the ticket if mail may contain it: open and visible. */
export function findMailed(executor: Executor, ticketId: string): Promise<TicketRow | undefined> {
  return executor.first<TicketRow>(
    `${TICKET} WHERE tickets.post_id = $1 AND ${OPEN} AND posts.hidden_at IS NULL`,
    [ticketId],
  );
}

/** Records that the office was sent the tickets, so its address works. */
export async function markKnown(
  transaction: Transaction,
  officeId: string,
  ticketIds: readonly string[],
): Promise<void> {
  await transaction.change(
    `UPDATE tickets SET known_at = clock_timestamp()
      WHERE known_at IS NULL AND post_id IN (SELECT id FROM unnest($1::uuid[]) AS told (id) ORDER BY id)`,
    [ticketIds],
  );
  await transaction.change('UPDATE offices SET refused_at = NULL WHERE id = $1 AND refused_at IS NOT NULL', [
    officeId,
  ]);
}

/** Records that the mail server rejected the office's address. */
export async function markRefused(transaction: Transaction, officeId: string): Promise<void> {
  await transaction.change('UPDATE offices SET refused_at = now() WHERE id = $1', [officeId]);
}

const LACKING = `
  EXISTS (SELECT FROM tickets JOIN posts ON posts.id = post_id WHERE ${UNKNOWN})
  AND NOT EXISTS (SELECT FROM outbox WHERE office_id = offices.id)`;

/** Returns offices with unsent tickets: daily ones at their hour, others unless their address was refused within a day. */
async function takeOfficesToList(
  transaction: Transaction,
  timeZone: string,
): Promise<Pick<OfficeRow, 'id' | 'email'>[]> {
  const due = await transaction.rows<{ id: string }>(
    `UPDATE offices SET listed_on = clock::date FROM (SELECT now() AT TIME ZONE $1::text AS clock) AS campus
      WHERE email <> '' AND daily_hour <= extract(hour FROM clock) AND listed_on IS DISTINCT FROM clock::date RETURNING id`,
    [timeZone],
  );
  return transaction.rows(
    `SELECT id, email FROM offices
      WHERE email <> '' AND ${LACKING}
        AND (id = ANY ($1::text[]) OR daily_hour IS NULL AND coalesce(refused_at < now() - interval '1 day', true))
      ORDER BY id`,
    [due.map(({ id }) => id)],
  );
}

/** Version of the link layout; links of other versions are rejected. */
const LAYOUT = 'ticket office 1\n';
const ID_BYTES = 16;
const TIME_BYTES = 4;
/** A 128-bit MAC, which cannot be guessed within thirty days. */
const MARK_BYTES = 16;
const DAY = 86_400;

/** Signs a link of ticket and expiry; unstored, as mails are composed again. */
export function signOfficeLink(keys: InstallationKeys, ticketId: string, now = Date.now()): string {
  const signed = Buffer.alloc(ID_BYTES + TIME_BYTES);
  signed.set(parse(ticketId));
  signed.writeUInt32BE(Math.floor(now / 1_000) + OFFICE_LINK_DAYS * DAY, ID_BYTES);
  return Buffer.concat([signed, keys.mac('officeLink', textOf(signed)).subarray(0, MARK_BYTES)]).toString(
    'base64url',
  );
}

/** Returns a link's ticket; null if invalid or expired. */
export function readOfficeLink(keys: InstallationKeys, token: string, now = Date.now()): string | null {
  const bytes = Buffer.from(token, 'base64url');
  // Unused bits of the last character allow several spellings; accepts one.
  if (bytes.length !== ID_BYTES + TIME_BYTES + MARK_BYTES || bytes.toString('base64url') !== token)
    return null;
  const signed = bytes.subarray(0, ID_BYTES + TIME_BYTES);
  const endsAt = signed.readUInt32BE(ID_BYTES) * 1_000;
  const madeAt = endsAt - OFFICE_LINK_DAYS * DAY * 1_000;
  const mark = bytes.subarray(ID_BYTES + TIME_BYTES);
  if (endsAt <= now || !keys.proves('officeLink', textOf(signed), mark, madeAt)) return null;
  return stringify(signed.subarray(0, ID_BYTES));
}

const textOf = (signed: Buffer) => Buffer.concat([Buffer.from(LAYOUT), signed]);
