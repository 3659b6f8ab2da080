import type { Transaction } from '../../platform/database/database.ts';
import { keepActs, newestHash, sourceText, type HashDependencies } from './kept-acts.queries.ts';
import { findSource } from './reports.queries.ts';
import { listVerifiedAddresses } from './sanctions.queries.ts';

/**
 * Lets go of a user who withdraws: reports go, cases about what they wrote stay without them and without what was said to
 * and by them, and of sanctions what signing up again brings back stays until its end [MO-17]; so does, for a while, what
 * counts against abuse [SF-47]. What else refers to the
 * profile is loosened by the database when that goes.
 */
export async function eraseModerationOf(
  dependencies: HashDependencies,
  transaction: Transaction,
  userId: string,
): Promise<void> {
  const addresses = await listVerifiedAddresses(transaction, userId);
  await keepActs(transaction, userId, {
    addresses: addresses.map((email) => newestHash(dependencies, email)),
    source: dependencies.keys.mac('source', sourceText((await findSource(transaction, userId)) ?? '')),
  });
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
