import type { Campus } from '@madang/campus/campus';
import { picturePath } from '@madang/campus/load-campus';
import type { Pin } from '@madang/contract/campus/schema';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { Session } from '../../sessions/sessions.ts';
import { lockUser, type OwnData } from '../accounts/index.ts';
import type { BoardRow } from './campus.ts';

/** Registers the buildings that students pin to home. */
export function registerPins(router: Router, dependencies: { database: Database; campus: Campus }): void {
  const { database, campus } = dependencies;
  router.handle('PUT /api/profile/pins', async ({ session, body }) => {
    await pinBuildings(dependencies, session, body.buildingIds);
    return { pins: await readPins(database, campus, session.userId) };
  });
}

/**
 * Replaces all pinned buildings, in this order [EV-01]. Locks the user against concurrent lists.
 *
 * @throws {ProblemError} `input.invalid` (a repeated or unknown building), `session.required`.
 */
async function pinBuildings(
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

/** Returns a user's pinned buildings in order, for that user only. */
export async function readPins(executor: Executor, campus: Campus, userId: string): Promise<Pin[]> {
  const rows = await executor.rows<Pick<BoardRow, 'id' | 'name' | 'kind'>>(
    `SELECT buildings.id, name, kind FROM pins JOIN buildings ON buildings.id = building_id
      WHERE user_id = $1 ORDER BY position`,
    [userId],
  );
  return rows.map((row) => ({ id: row.id, name: row.name, picture: picturePath(row, campus) }));
}

/** Replaces the pins; returns how many buildings exist, locked until commit. */
async function replacePins(
  transaction: Transaction,
  userId: string,
  buildingIds: readonly string[],
): Promise<number> {
  await transaction.change('DELETE FROM pins WHERE user_id = $1', [userId]);
  return transaction.change(
    `INSERT INTO pins (user_id, building_id, position)
     SELECT $1, buildings.id, place - 1 FROM unnest($2::text[]) WITH ORDINALITY AS chosen (id, place)
       JOIN buildings USING (id) WHERE buildings.kind = 'building' ORDER BY buildings.id FOR KEY SHARE OF buildings`,
    [userId, buildingIds],
  );
}

export const ownPins: OwnData = {
  officialLists: {
    pins: `
      SELECT users.created_at AS at, building_id AS "buildingId", position
        FROM pins JOIN users ON users.id = user_id WHERE user_id = $1`,
  },
};
