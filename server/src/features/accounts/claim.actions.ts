import { isUniversityEmail } from '@madang/contract/accounts/rules';
import { isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { fallBack, isTaken, lockUser, resetRight } from './accounts.queries.ts';
import { mailNotice, type AccountsDependencies } from './mail.actions.ts';
import { describeMailbox, lockMailbox, type Mailbox } from './mailbox.ts';
import { applyWritingRight } from './right.actions.ts';
import { endTokens } from './tokens.queries.ts';

/**
 * Gives an account an address. Anyone who took its mailbox by a change and has not verified it goes back to the address
 * before and is notified; one that was signed up with, is verified, or that its owner may still come back to, is taken. That
 * is asked after the write: until then another transaction may still be leaving the address.
 *
 * @param claim `write` gives the account the address, and answers false when it is taken. `own`: the address was
 *   verified as this account's before, so only the very same address of another is in its way, not its mailbox.
 * @throws {ProblemError} `email.exists`.
 */
export async function claimEmail(
  dependencies: Pick<AccountsDependencies, 'campus' | 'outbox'>,
  transaction: Transaction,
  claim: { accountId: string; email: string; own?: boolean; write: () => Promise<boolean> },
): Promise<void> {
  const { accountId, email, own = false, write } = claim;
  const mailbox = describeMailbox(email, dependencies.campus.settings);
  try {
    await lockMailbox(transaction, mailbox);
    await sendBack(dependencies, transaction, accountId, mailbox);
    const bound = own ? { ...mailbox, exact: true } : mailbox;
    if ((await write()) && !(await isTaken(transaction, bound, accountId))) return;
  } catch (error) {
    if (!isUniqueViolation(error, 'accounts_email_key')) throw error;
  }
  throw new ProblemError('email.exists');
}

async function sendBack(
  dependencies: Pick<AccountsDependencies, 'campus' | 'outbox'>,
  transaction: Transaction,
  claimant: string,
  mailbox: Mailbox,
): Promise<void> {
  const { domain } = dependencies.campus.settings.university;
  for (const id of await fallBack(transaction, mailbox, claimant)) {
    await endTokens(transaction, id, ['verification', 'reset']);
    await mailNotice(dependencies, transaction, id, 'fallback');
    const user = await lockUser(transaction, id);
    if (!user) continue;
    await resetRight(transaction, id, isUniversityEmail(user.email, domain));
    await applyWritingRight(transaction, user, dependencies.campus);
  }
}
