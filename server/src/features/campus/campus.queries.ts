import type { CampusBoard } from '@madang/campus/campus';
import type { BoardKind } from '@madang/contract/posts/rules';
import type { Executor } from '../../platform/database/database.ts';

export interface BoardRow {
  id: string;
  name: string;
  category: string;
  info: string;
  kind: BoardKind;
  /** The page of a system that counts its seats, or empty. */
  seats: string;
}

const COLUMNS = 'id, name, category, info, kind, seats';

/** Buildings by name, by code point; special boards are of other kinds [SC-07, SC-09]. */
export function listBuildings(executor: Executor): Promise<BoardRow[]> {
  return executor.rows<BoardRow>(
    `SELECT ${COLUMNS} FROM buildings WHERE kind = 'building' ORDER BY name, id`,
  );
}

export const FIND_BOARD = `SELECT ${COLUMNS} FROM buildings WHERE id = $1`;

/** A building or special board. */
export function findBoard(executor: Executor, id: string): Promise<BoardRow | undefined> {
  return executor.first<BoardRow>(FIND_BOARD, [id]);
}

/** Every building and special board, by id. */
export function listBoards(executor: Executor): Promise<BoardRow[]> {
  return executor.rows<BoardRow>(`SELECT ${COLUMNS} FROM buildings ORDER BY id COLLATE "C"`);
}

/**
 * Brings the table to the campus folder's state; boards that the folder no longer has stay, with their posts.
 * What the operator edited or removed stays as the operator left it.
 */
export async function upsertBoards(executor: Executor, boards: readonly CampusBoard[]): Promise<void> {
  await executor.change(
    `INSERT INTO buildings (${COLUMNS})
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
              AS board (${COLUMNS})
      WHERE NOT EXISTS (SELECT 1 FROM building_removals WHERE building_removals.id = board.id)
     ON CONFLICT (id) DO UPDATE
       SET name = excluded.name, category = excluded.category, info = excluded.info, kind = excluded.kind,
           seats = excluded.seats
     WHERE NOT buildings.operator_edited
       AND (buildings.name, buildings.category, buildings.info, buildings.kind, buildings.seats)
           IS DISTINCT FROM (excluded.name, excluded.category, excluded.info, excluded.kind, excluded.seats)`,
    [
      boards.map(({ id }) => id),
      boards.map(({ name }) => name),
      boards.map(({ category }) => category),
      boards.map(({ info }) => info),
      boards.map(({ kind }) => kind),
      boards.map(({ seats }) => seats),
    ],
  );
}

/** Those of the campus folder's boards that {@link upsertBoards} would add. */
export async function listMissingBoards(
  executor: Executor,
  boards: readonly CampusBoard[],
): Promise<CampusBoard[]> {
  const rows = await executor.rows<{ id: string }>(
    `SELECT board.id FROM unnest($1::text[]) AS board (id)
      WHERE NOT EXISTS (SELECT 1 FROM building_removals WHERE building_removals.id = board.id)
        AND NOT EXISTS (SELECT 1 FROM buildings WHERE buildings.id = board.id)`,
    [boards.map(({ id }) => id)],
  );
  const missing = new Set(rows.map(({ id }) => id));
  return boards.filter(({ id }) => missing.has(id));
}

/** What the operator says of a building. */
export interface BuildingTexts {
  name: string;
  category: string;
  info: string;
  seats?: string | undefined;
}

/** A building of the operator's own, also one that was removed before; false when the id is taken. */
export async function insertBuilding(
  executor: Executor,
  building: BuildingTexts & { id: string },
): Promise<boolean> {
  await executor.change('DELETE FROM building_removals WHERE id = $1', [building.id]);
  const added = await executor.change(
    `INSERT INTO buildings (id, name, category, info, kind, operator_edited, seats)
     VALUES ($1, $2, $3, $4, 'building', true, $5) ON CONFLICT (id) DO NOTHING`,
    [building.id, building.name, building.category, building.info, building.seats ?? ''],
  );
  return added === 1;
}

/** Changes what is given; the campus folder does not change it back. False when there is no such building. */
export async function updateBuilding(
  executor: Executor,
  id: string,
  changes: Partial<BuildingTexts>,
): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE buildings SET name = coalesce($2, name), category = coalesce($3, category),
                          info = coalesce($4, info), seats = coalesce($5, seats), operator_edited = true
      WHERE id = $1 AND kind = 'building'`,
    [id, changes.name ?? null, changes.category ?? null, changes.info ?? null, changes.seats ?? null],
  );
  return changed === 1;
}

/** A building, locked so that no post comes to stand on it before the commit. */
export function lockBuilding(executor: Executor, id: string): Promise<BoardRow | undefined> {
  return executor.first<BoardRow>(
    `SELECT ${COLUMNS} FROM buildings WHERE id = $1 AND kind = 'building' FOR UPDATE`,
    [id],
  );
}

/** Takes a building without posts out; the campus folder does not bring it back. */
export async function deleteBuilding(executor: Executor, id: string): Promise<void> {
  await executor.change('DELETE FROM buildings WHERE id = $1', [id]);
  await executor.change('INSERT INTO building_removals (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
}
