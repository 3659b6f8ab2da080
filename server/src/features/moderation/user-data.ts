import type { Transaction } from '../../database/database.ts';
import type { OwnData } from '../accounts/index.ts';
import { IS_IN_FORCE } from './cases.ts';
import { findSource } from './reports.ts';
import { type HashDependencies, retainRecords, newestHash, sourceText } from './retained-records.ts';
import { listVerifiedAddresses } from './sanctions.ts';

/**
 * Deletes a withdrawing user's reports and case texts; detaches cases.
 * Keeps running sanctions for new sign-ups [MO-17] and abuse records [SF-47].
 * Foreign keys release other references.
 */
export async function deleteModerationDataOf(
  dependencies: HashDependencies,
  transaction: Transaction,
  userId: string,
): Promise<void> {
  const addresses = await listVerifiedAddresses(transaction, userId);
  await retainRecords(transaction, userId, {
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

/**
 * Export of moderation data and the user's own actions.
 * Excludes reporters, deciders and cases that never hid content.
 */
export const ownModeration: OwnData = {
  officialLists: {
    reports: `
      SELECT created_at AS at, thing_id AS "thingId", reason, note, withdrawn_at AS "withdrawnAt",
             overturned_at AS "foundWrongAt" FROM reports WHERE reporter_id = $1`,
    blocks: `
      SELECT created_at AS at, nickname FROM blocks WHERE user_id = $1`,
    cases: `
      SELECT opened_at AS at, id, kind, thing_id AS "thingId", post_id AS "postId", state, ground, hidden_at AS "hiddenAt", hidden_until AS "hiddenUntil",
             decided_at AS "decidedAt", appealed_at AS "appealedAt"
        FROM cases WHERE author_id = $1 AND hidden_at IS NOT NULL`,
    caseTexts: `
      SELECT case_events.at, case_id AS "caseId", case_events.kind, case_events.ground, case_events.text
        FROM case_events JOIN cases ON cases.id = case_id
       WHERE author_id = $1 AND case_events.kind IN ('upheld', 'restored', 'appealed') AND hidden_at IS NOT NULL
         AND ${IS_IN_FORCE}`,
    sanctions: `
      SELECT given_at AS at, kind, building_id AS "buildingId", ground, text, ends_at AS "endsAt"
        FROM sanctions WHERE user_id = $1`,
    keptActs: `SELECT at, kind, count FROM kept_acts WHERE user_id = $1`,
    roles: `SELECT given_at AS at, role, building_id AS "buildingId" FROM roles WHERE user_id = $1`,
    passkeys: `SELECT created_at AS at FROM passkeys WHERE user_id = $1`,
    ownActs: `SELECT at, action FROM audit WHERE actor = ($1::uuid)::text`,
  },
};
