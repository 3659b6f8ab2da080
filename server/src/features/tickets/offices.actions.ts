import type { Transaction } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { findOfficeOf, isMailWaiting, takeOfficesToList } from './offices.queries.ts';

interface Mailing {
  outbox: Pick<Outbox, 'add'>;
}

/** Of one ticket, or of all that the office does not know. */
export type OfficeMail = 'ticket' | 'ticketList';

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
