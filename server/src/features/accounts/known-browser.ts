import type { Campus } from '@madang/campus/campus';
import { emailProblem, normalizeEmail } from '@madang/contract/accounts/rules';
import type { Database } from '../../platform/database/database.ts';
import type { DeviceCookie } from '../../platform/http/device-cookie.ts';
import { findAccountByEmail } from './accounts.queries.ts';
import { describeMailbox } from './mailbox.ts';

/** Whether the browser that sends these cookies has logged in to the account of this address before. */
export async function isKnownBrowser(
  { database, device, campus }: { database: Database; device: DeviceCookie; campus: Campus },
  cookies: string,
  email: string,
): Promise<boolean> {
  if (!device.isIn(cookies) || emailProblem(email) !== null) return false;
  const mailbox = describeMailbox(normalizeEmail(email), campus.settings);
  const account = await findAccountByEmail(database, mailbox);
  return account !== undefined && device.names(cookies, account.id);
}
