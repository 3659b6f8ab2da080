import type { CampusBoard } from '@madang/campus/campus';
import type { BoardKind } from '@madang/contract/posts/rules';
import type { Executor } from '../../platform/database/database.ts';

export interface BoardRow {
  id: string;
  name: string;
  category: string;
  info: string;
  kind: BoardKind;
}

const COLUMNS = 'id, name, category, info, kind';

/** Buildings by name, by code point; special boards are of other kinds [SC-07, SC-09]. */
export function listBuildings(executor: Executor): Promise<BoardRow[]> {
  return executor.rows<BoardRow>(
    `SELECT ${COLUMNS} FROM buildings WHERE kind = 'building' ORDER BY name, id`,
  );
}

/** A building or special board. */
export function findBoard(executor: Executor, id: string): Promise<BoardRow | undefined> {
  return executor.first<BoardRow>(`SELECT ${COLUMNS} FROM buildings WHERE id = $1`, [id]);
}

/** Every building and special board, by id. */
export function listBoards(executor: Executor): Promise<BoardRow[]> {
  return executor.rows<BoardRow>(`SELECT ${COLUMNS} FROM buildings ORDER BY id COLLATE "C"`);
}

/** Brings the table to the campus folder's state; boards that the folder no longer has stay, with their posts. */
export async function upsertBoards(executor: Executor, boards: readonly CampusBoard[]): Promise<void> {
  await executor.change(
    `INSERT INTO buildings (${COLUMNS})
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT (id) DO UPDATE
       SET name = excluded.name, category = excluded.category, info = excluded.info, kind = excluded.kind
     WHERE (buildings.name, buildings.category, buildings.info, buildings.kind)
           IS DISTINCT FROM (excluded.name, excluded.category, excluded.info, excluded.kind)`,
    [
      boards.map(({ id }) => id),
      boards.map(({ name }) => name),
      boards.map(({ category }) => category),
      boards.map(({ info }) => info),
      boards.map(({ kind }) => kind),
    ],
  );
}
