import type { Campus } from '@madang/campus/campus';
import type { Transaction } from '../../platform/database/database.ts';
import { hasWritingRight } from './accounts.policy.ts';
import { lockStudent, setRightOverride, setWritingRight, type StudentRow } from './accounts.queries.ts';

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

/** Grants or takes the writing right as rule and operator say of the student as they are now [ST-03]. */
export async function applyWritingRight(
  transaction: Transaction,
  student: StudentRow,
  campus: Campus,
): Promise<StudentRow> {
  const right = hasWritingRight(
    { email: student.email, verified: student.email_verified_at !== null, override: student.right_override },
    campus.settings.university.domain,
  );
  await setWritingRight(transaction, student.id, right);
  return { ...student, writing_right: right };
}
