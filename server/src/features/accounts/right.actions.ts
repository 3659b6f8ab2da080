import type { Campus } from '@madang/campus/campus';
import type { Transaction } from '../../platform/database/database.ts';
import { hasWritingRight } from './accounts.policy.ts';
import {
  hasRightElsewhere,
  lockStudent,
  setRightOverride,
  setWritingRight,
  type StudentRow,
} from './accounts.queries.ts';
import { describeMailbox, lockMailbox } from './mailbox.ts';

/**
 * The operator's word on one student's writing right; null gives it back to the rule. In the caller's
 * transaction; answers the student as they are then, undefined when there is none.
 */
export async function overrideWritingRight(
  transaction: Transaction,
  campus: Campus,
  userId: string,
  right: boolean | null,
): Promise<StudentRow | undefined> {
  await setRightOverride(transaction, userId, right);
  const student = await lockStudent(transaction, userId);
  return student && applyWritingRight(transaction, student, campus);
}

/** Grants or takes the writing right as rule and operator say of the student as they are now [ST-03]. One mailbox gives it once. */
export async function applyWritingRight(
  transaction: Transaction,
  student: StudentRow,
  campus: Campus,
): Promise<StudentRow> {
  const { email, right_override: override } = student;
  const verified = student.email_verified_at !== null;
  const ruled = hasWritingRight({ email, verified, override }, campus.settings.university.domain);
  const right =
    ruled && (student.writing_right || override === true || !(await isGiven(transaction, student, campus)));
  await setWritingRight(transaction, student.id, right);
  return { ...student, writing_right: right };
}

/** Whether another account of the same mailbox has the right: one mailbox gives it once. */
async function isGiven(
  transaction: Transaction,
  { id, email }: StudentRow,
  campus: Campus,
): Promise<boolean> {
  const mailbox = describeMailbox(email, campus.settings);
  await lockMailbox(transaction, mailbox);
  return hasRightElsewhere(transaction, mailbox, id);
}
