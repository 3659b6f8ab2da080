import type { Executor } from '../../platform/database/database.ts';
import type { BoardRow } from './campus.queries.ts';

/** Adds buildings; what is there already keeps its texts, which are the campus folder's. */
export async function importBuildings(
  executor: Executor,
  buildings: readonly Omit<BoardRow, 'kind' | 'seats'>[],
): Promise<void> {
  await executor.change(
    `INSERT INTO buildings (id, name, category, info, kind)
     SELECT id, name, category, info, 'building' FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id text, name text, category text, info text)
     ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(buildings)],
  );
}
