import type { Executor, Transaction } from '../../platform/database/database.ts';
import type { BoardRow } from '../campus/index.ts';

/** The buildings that a user pinned, in their order. */
export function listPins(
  executor: Executor,
  userId: string,
): Promise<Pick<BoardRow, 'id' | 'name' | 'kind'>[]> {
  return executor.rows(
    `SELECT buildings.id, name, kind FROM pins JOIN buildings ON buildings.id = building_id
      WHERE user_id = $1 ORDER BY position`,
    [userId],
  );
}

/** Pins these buildings, as far as they are there, in place of all before; answers how many. The rows stay until the commit. */
export async function replacePins(
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
