import type { Campus } from '@madang/campus/campus';
import type { Transaction } from '../../platform/database/database.ts';
import { hasWritingRight } from './accounts.policy.ts';
import {
  hasRightElsewhere,
  lockUser,
  setRightOverride,
  setWritingRight,
  type UserRow,
} from './accounts.queries.ts';
import { describeMailbox, lockMailbox } from './mailbox.ts';

/**
 * The operator's word on one user's writing right; null gives it back to the rule. In the caller's
 * transaction; answers the user as they are then, undefined when there is none.
 */
export async function overrideWritingRight(
  transaction: Transaction,
  campus: Campus,
  userId: string,
  right: boolean | null,
): Promise<UserRow | undefined> {
  await setRightOverride(transaction, userId, right);
  const user = await lockUser(transaction, userId);
  return user && applyWritingRight(transaction, user, campus);
}

/** Grants or takes the writing right as rule and operator say of the user as they are now [ST-03]. One mailbox gives it once. */
export async function applyWritingRight(
  transaction: Transaction,
  user: UserRow,
  campus: Campus,
): Promise<UserRow> {
  const { email, right_override: override } = user;
  const verified = user.email_verified_at !== null;
  const ruled = hasWritingRight({ email, verified, override }, campus.settings.university.domain);
  const right =
    ruled && (user.writing_right || override === true || !(await isGiven(transaction, user, campus)));
  await setWritingRight(transaction, user.id, right);
  return { ...user, writing_right: right };
}

/** Whether another account of the same mailbox has the right: one mailbox gives it once. */
async function isGiven(transaction: Transaction, { id, email }: UserRow, campus: Campus): Promise<boolean> {
  const mailbox = describeMailbox(email, campus.settings);
  await lockMailbox(transaction, mailbox);
  return hasRightElsewhere(transaction, mailbox, id);
}
