import { isUniversityEmail } from '@madang/contract/accounts/rules';
import { isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { fallBack, isReserved, lockStudent, resetRight } from './accounts.queries.ts';
import { mailNotice, type AccountsParts } from './mail.actions.ts';
import { applyWritingRight } from './right.actions.ts';
import { endTokens } from './tokens.queries.ts';

/**
 * Gives an account an address. Whoever took it by a change and has not verified it goes back to the address before and
 * is told; one that was signed up with, is verified, or that its owner may still come back to, is taken. That is asked
 * after the write: until then another transaction may still be leaving the address.
 *
 * @param write gives the account the address; false when it is taken.
 * @throws {ProblemError} `email.exists`.
 */
export async function claimEmail(
  parts: Pick<AccountsParts, 'campus' | 'outbox'>,
  transaction: Transaction,
  accountId: string,
  email: string,
  write: () => Promise<boolean>,
): Promise<void> {
  try {
    await sendBack(parts, transaction, accountId, email);
    if ((await write()) && !(await isReserved(transaction, email, accountId))) return;
  } catch (error) {
    if (!isUniqueViolation(error, 'accounts_email_key')) throw error;
  }
  throw new ProblemError('email.exists');
}

async function sendBack(
  parts: Pick<AccountsParts, 'campus' | 'outbox'>,
  transaction: Transaction,
  claimant: string,
  email: string,
): Promise<void> {
  const { domain } = parts.campus.settings.university;
  const id = await fallBack(transaction, email, claimant);
  if (id === undefined) return;
  await endTokens(transaction, id, ['verification', 'reset']);
  await mailNotice(parts, transaction, id, 'fallback');
  const student = await lockStudent(transaction, id);
  if (!student) return;
  await resetRight(transaction, id, isUniversityEmail(student.email, domain));
  await applyWritingRight(transaction, student, parts.campus);
}
