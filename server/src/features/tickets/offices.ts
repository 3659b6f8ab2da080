import { OFFICE_LINK_DAYS, SILENT_DAYS } from '@madang/contract/tickets/rules';
import { parse, stringify } from 'uuid';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import type { InstallationKeys } from '../../platform/installation-keys.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { OPEN, TICKET, type TicketRow } from './ticket-rows.ts';

interface Mailing {
  outbox: Pick<Outbox, 'add'>;
}

/** Of one ticket, or of all that the office does not know. */
type OfficeMail = 'ticket' | 'ticketList';

/** Lets the office of a ticket's building be mailed, where it wants each one at once; its post is locked, or was just written [TK-04]. */
export async function mailOfficeOf(
  transaction: Transaction,
  { outbox }: Mailing,
  { id, buildingId }: { id: string; buildingId: string },
): Promise<void> {
  const office = await findOfficeOf(transaction, buildingId);
  if (!office || office.email === '' || office.daily_hour !== null) return;
  if (await isMailWaiting(transaction, id)) return;
  await add(outbox, transaction, 'ticket', office, id);
}

/** Mails the lists of this hour [TK-04]. */
export async function mailLists(
  transaction: Transaction,
  { outbox }: Mailing,
  timeZone: string,
): Promise<void> {
  for (const office of await takeOfficesToList(transaction, timeZone))
    await add(outbox, transaction, 'ticketList', office, null);
}

function add(
  outbox: Mailing['outbox'],
  transaction: Transaction,
  kind: OfficeMail,
  { id: officeId, email: recipient }: { id: string; email: string },
  ticketId: string | null,
): Promise<void> {
  return outbox.add(transaction, { accountId: null, tokenId: null, ticketId, officeId, kind, recipient });
}

/** Who repairs in a building, or, with the id `all`, wherever no other office is named. */
interface OfficeRow {
  id: string;
  name: string;
  /** Empty where it takes reports by a channel of its own. */
  email: string;
  daily_hour: number | null;
  channel: string;
  refused_at: Date | null;
}

/** The office of the whole campus. */
export const ALL = 'all';

const COLUMNS = 'id, name, email, daily_hour, channel, refused_at';

/** Whether the ticket is this office's: its building's, or anywhere where no other is named. */
const MINE = `(offices.building_id = tickets.building_id
  OR offices.id = '${ALL}' AND NOT EXISTS (SELECT FROM offices AS own WHERE own.building_id = tickets.building_id))`;

/** What the office has not been told of, and can. */
const UNKNOWN = `${OPEN} AND tickets.known_at IS NULL AND posts.hidden_at IS NULL AND ${MINE}`;

/** So many tickets stand in one mail; the next one holds the others. */
const LIST_MAX = 50;

/** All offices, the one of the whole campus last, each with how many tickets it is silent about. */
export function listOffices(executor: Executor): Promise<(OfficeRow & { silent: number })[]> {
  return executor.rows(
    `SELECT ${COLUMNS},
            (SELECT count(*)::int FROM tickets JOIN posts ON posts.id = post_id
              WHERE ${OPEN} AND posts.hidden_at IS NULL AND ${MINE}
                AND known_at < now() - interval '${SILENT_DAYS} days' AND step_at <= known_at) AS silent
       FROM offices ORDER BY building_id IS NULL, id COLLATE "C"`,
  );
}

/** Who acts in a building. */
export function findOfficeOf(executor: Executor, buildingId: string): Promise<OfficeRow | undefined> {
  return executor.first<OfficeRow>(
    `SELECT ${COLUMNS} FROM offices WHERE building_id = $1 OR id = '${ALL}' ORDER BY building_id NULLS LAST LIMIT 1`,
    [buildingId],
  );
}

/** What an operator says of an office. */
export type OfficeTexts = Omit<OfficeRow, 'refused_at'>;

/**
 * Names an office, or changes it; a waiting mail goes to its new address. A daily list whose hour of today is over begins tomorrow. The
 * mails are locked before the office, as where one is sent.
 */
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

/** Forgets an office with the mails that wait for it; false where there is none. */
export async function deleteOffice(transaction: Transaction, id: string): Promise<boolean> {
  await transaction.change('DELETE FROM outbox WHERE office_id = $1', [id]);
  return (await transaction.change('DELETE FROM offices WHERE id = $1', [id])) === 1;
}

/** Whether a mail about a ticket waits already. */
async function isMailWaiting(executor: Executor, ticketId: string): Promise<boolean> {
  return (await executor.first('SELECT FROM outbox WHERE ticket_id = $1', [ticketId])) !== undefined;
}

/** What the office does not know of, the oldest first. */
export function listUnknown(executor: Executor, officeId: string): Promise<TicketRow[]> {
  return executor.rows<TicketRow>(
    `${TICKET} JOIN offices ON offices.id = $1 WHERE ${UNKNOWN} ORDER BY opened_at, number LIMIT ${LIST_MAX}`,
    [officeId],
  );
}

/** Which of the tickets the office's mail may still speak of: open, and to be seen. */
export function findMailed(executor: Executor, ticketId: string): Promise<TicketRow | undefined> {
  return executor.first<TicketRow>(
    `${TICKET} WHERE tickets.post_id = $1 AND ${OPEN} AND posts.hidden_at IS NULL`,
    [ticketId],
  );
}

/** Notes that the office knows since now, and that its address works. */
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

/** Notes that the mail server refused the office's address. */
export async function markRefused(transaction: Transaction, officeId: string): Promise<void> {
  await transaction.change('UPDATE offices SET refused_at = now() WHERE id = $1', [officeId]);
}

const LACKING = `
  EXISTS (SELECT FROM tickets JOIN posts ON posts.id = post_id WHERE ${UNKNOWN})
  AND NOT EXISTS (SELECT FROM outbox WHERE office_id = offices.id)`;

/**
 * The offices that a list is to be sent to now: those of a daily one whose hour has come, once a day, and those that should know of
 * something, and do not: their address was refused or was not there, or a moderator had to look at it first.
 */
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

/** The layout; a link of another one is not ours. */
const LAYOUT = 'ticket office 1\n';
const ID_BYTES = 16;
const TIME_BYTES = 4;
/** A mark of 128 bits: nobody guesses one in thirty days. */
const MARK_BYTES = 16;
const DAY = 86_400;

/**
 * What the link in an office's mail holds: the ticket and the end of its time, signed. Nothing of it is stored, so that the mail can
 * be written again.
 */
export function signOfficeLink(keys: InstallationKeys, ticketId: string, now = Date.now()): string {
  const signed = Buffer.alloc(ID_BYTES + TIME_BYTES);
  signed.set(parse(ticketId));
  signed.writeUInt32BE(Math.floor(now / 1_000) + OFFICE_LINK_DAYS * DAY, ID_BYTES);
  return Buffer.concat([signed, keys.mac('officeLink', textOf(signed)).subarray(0, MARK_BYTES)]).toString(
    'base64url',
  );
}

/** The ticket that a link leads to; null where it is not ours, or its time is over. */
export function readOfficeLink(keys: InstallationKeys, token: string, now = Date.now()): string | null {
  const bytes = Buffer.from(token, 'base64url');
  // The last sign of a token holds bits that stand for nothing: there is one way to write each link.
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
