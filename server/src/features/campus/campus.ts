import type { Campus, CampusBoard } from '@madang/campus/campus';
import { picturePath } from '@madang/campus/load-campus';
import {
  BUILDING_INFO_MAX,
  BUILDING_NAME_MAX,
  type Edition,
  lineProblem,
  seatsProblem,
} from '@madang/contract/campus/rules';
import type { Building, Campus as PublicCampus } from '@madang/contract/campus/schema';
import type { FieldCode } from '@madang/contract/errors';
import { normalizeText } from '@madang/contract/text/rules';
import { findUtcOffset } from '@madang/contract/time/rules';
import type { Executor } from '../../database/database.ts';

/** SQL: when the campus opened: the given day, else the first migration. */
export const openedAt = (day: string): string =>
  `coalesce(${day}::date::timestamptz, (SELECT applied_at FROM migrations ORDER BY number LIMIT 1))`;

export type BoardRow = CampusBoard;

const COLUMNS = 'id, name, category, info, kind, seats';

/** Returns buildings by name in code point order, without special boards [SC-07, SC-09]. */
export function listBuildings(executor: Executor): Promise<BoardRow[]> {
  return executor.rows<BoardRow>(
    `SELECT ${COLUMNS} FROM buildings WHERE kind = 'building' ORDER BY name, id`,
  );
}

export const FIND_BOARD = `SELECT ${COLUMNS} FROM buildings WHERE id = $1`;

/** Returns a building or special board. */
export function findBoard(executor: Executor, id: string): Promise<BoardRow | undefined> {
  return executor.first<BoardRow>(FIND_BOARD, [id]);
}

/** Returns all buildings and special boards by id. */
export function listBoards(executor: Executor): Promise<BoardRow[]> {
  return executor.rows<BoardRow>(`SELECT ${COLUMNS} FROM buildings ORDER BY id COLLATE "C"`);
}

/**
 * Updates the table from the campus folder.
 * Keeps boards missing there, and buildings that operators changed or removed.
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

type University = Pick<Campus['settings']['university'], 'name' | 'domain'>;

/** Returns the name of the university whose data this is, if both name and domain differ from the given ones. */
export async function findOtherUniversity(
  executor: Executor,
  { name, domain }: University,
): Promise<string | undefined> {
  const row = await executor.first<{ value: string }>(
    `SELECT value FROM installation WHERE key = 'university'`,
  );
  if (!row) return undefined;
  const stored = JSON.parse(row.value) as University;
  return stored.name !== name && stored.domain !== domain ? stored.name : undefined;
}

/** Stores the university of this data, also a changed name or domain. */
export async function noteUniversity(executor: Executor, { name, domain }: University): Promise<void> {
  await executor.change(
    `INSERT INTO installation (key, value) VALUES ('university', $1)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE installation.value <> excluded.value`,
    [JSON.stringify({ name, domain })],
  );
}

/** Returns the campus folder's boards that {@link upsertBoards} would add. */
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

export interface BuildingTexts {
  name: string;
  category: string;
  info: string;
  seats?: string | undefined;
}

/** Inserts a building, even if removed before; false if the id is taken. */
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

/** Updates texts, which the campus folder no longer overwrites. False if missing. */
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

/** Returns a building, locked against new posts until the commit. */
export function lockBuilding(executor: Executor, id: string): Promise<BoardRow | undefined> {
  return executor.first<BoardRow>(
    `SELECT ${COLUMNS} FROM buildings WHERE id = $1 AND kind = 'building' FOR UPDATE`,
    [id],
  );
}

/** Deletes a building without posts; {@link upsertBoards} never restores it. */
export async function deleteBuilding(executor: Executor, id: string): Promise<void> {
  await executor.change('DELETE FROM buildings WHERE id = $1', [id]);
  await executor.change('INSERT INTO building_removals (id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
}

/** Returns the campus settings for browsers. */
export function presentCampus(campus: Campus, edition: Edition): PublicCampus {
  const {
    dotlessMailDomains: _domains,
    placeholderPictures: _,
    moderation: _rules,
    buildingNicknames: _names,
    emergency,
    amenityDays: _days,
    amenityIcons: _icons,
    freeRoomKeywords,
    classPeriods: _periods,
    keywordPlaces: _places,
    ...settings
  } = campus.settings;
  const pack = [campus.map ? ('map' as const) : [], emergency ? ('emergency' as const) : []].flat();
  return {
    ...settings,
    edition,
    termsVersion: campus.terms.version,
    privacyVersion: campus.privacy.version,
    utcOffset: findUtcOffset(settings.timeZone, Date.now()),
    ...(edition === 'official' ? { pack, ...(freeRoomKeywords && { freeRoomKeywords }) } : {}),
  };
}

/** Returns students' nicknames of buildings by id. */
export function readNicknames({ settings }: Campus): ReadonlyMap<string, string[]> {
  const nicknames = new Map<string, string[]>();
  for (const [nickname, ids] of Object.entries(settings.buildingNicknames ?? {}))
    for (const id of ids) nicknames.set(id, [...(nicknames.get(id) ?? []), nickname]);
  return nicknames;
}

/** Returns the public view of a building or special board [EN-02]. */
export function presentBoard(row: BoardRow, campus: Campus, edition: Edition): Building {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    info: row.info,
    kind: row.kind,
    picture: picturePath(row, campus),
    ...(edition === 'official' && row.seats ? { seats: row.seats } : {}),
  };
}

type Field = keyof BuildingTexts;

/** Changes to a building; missing fields are unchanged. */
export type GivenTexts = { [Name in Field]?: string | null | undefined };

const PROBLEMS: Record<Field, (text: string) => FieldCode | null> = {
  name: (text) => lineProblem(text, BUILDING_NAME_MAX),
  category: (text) => lineProblem(text, Infinity),
  info: (text) => lineProblem(text, BUILDING_INFO_MAX),
  seats: seatsProblem,
};

/** Returns a building's normalized texts and field errors. */
export function readBuildingTexts({ settings }: Campus, given: GivenTexts) {
  const texts: Partial<BuildingTexts> = {};
  const problems: Partial<Record<Field, FieldCode | null>> = {};
  for (const field of Object.keys(PROBLEMS) as Field[]) {
    const text = given[field];
    if (text === undefined || text === null) continue;
    const stored = normalizeText(text).trim();
    texts[field] = stored;
    problems[field] = PROBLEMS[field](stored);
  }
  const isKnown = settings.categories.some(({ name }) => name === texts.category);
  if (texts.category !== undefined && !isKnown) problems.category ??= 'unknown';
  return { texts, problems };
}

/** Adds buildings; existing ones keep the campus folder's texts. */
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
