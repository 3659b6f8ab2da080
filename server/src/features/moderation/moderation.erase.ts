import type { Transaction } from '../../platform/database/database.ts';

/**
 * Lets go of a user who withdraws: reports go, cases about what they wrote stay without them and without what was said to
 * and by them, and of sanctions what signing up anew brings back stays until its end [MO-17]. What else refers to the
 * profile is loosened by the database when that goes.
 */
export async function eraseModerationOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.change('DELETE FROM reports WHERE reporter_id = $1', [userId]);
  await transaction.change(
    'UPDATE case_events SET text = NULL FROM cases WHERE cases.id = case_id AND author_id = $1',
    [userId],
  );
  await transaction.change(
    `DELETE FROM sanctions WHERE user_id = $1 AND (kind = 'warning' OR ends_at <= now())`,
    [userId],
  );
  await transaction.change(
    'UPDATE sanctions SET user_id = NULL, case_id = NULL, text = NULL WHERE user_id = $1',
    [userId],
  );
}
