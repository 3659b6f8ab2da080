import type { Database } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import { replacePins } from './pins.queries.ts';

/**
 * Pins these buildings in this order in place of all that were pinned [EV-01]. One change after the other, so that of two
 * phones at once one list stands as it was sent.
 *
 * @throws {ProblemError} `input.invalid` (a building twice, or one that is not there), `session.required`.
 */
export async function pinBuildings(
  { database }: { database: Database },
  { userId }: Session,
  buildingIds: readonly string[],
): Promise<void> {
  refuseFields({ buildingIds: new Set(buildingIds).size < buildingIds.length ? 'invalid' : null });
  await database.transaction(async (transaction) => {
    if (!(await lockUser(transaction, userId))) throw new ProblemError('session.required');
    const pinned = await replacePins(transaction, userId, buildingIds);
    refuseFields({ buildingIds: pinned < buildingIds.length ? 'unknown' : null });
  });
}
