import type { CampusAmenity, CampusHours } from '@madang/campus/parse-amenities';
import type { Executor, Transaction } from '../../platform/database/database.ts';

const AMENITY = `id, building_id AS building, kind, floor, spot, hours, step_free AS "stepFree", source,
       confirmed_on AS confirmed, gone_on AS gone`;

/** All amenities, by building and id. */
export function listAmenities(executor: Executor): Promise<CampusAmenity[]> {
  return executor.rows<CampusAmenity>(
    `SELECT ${AMENITY} FROM amenities ORDER BY building_id COLLATE "C", id COLLATE "C"`,
  );
}

/** All opening hours: of each building what holds always, then what holds for some days. */
export function listHours(executor: Executor): Promise<CampusHours[]> {
  return executor.rows<CampusHours>(
    `SELECT building_id AS building, from_day AS from, to_day AS to, hours, source
       FROM opening_hours ORDER BY building_id COLLATE "C", from_day COLLATE "C"`,
  );
}

/** The ids of the buildings that amenities can stand in. */
export async function listBuildingIds(executor: Executor): Promise<Set<string>> {
  const rows = await executor.rows<{ id: string }>(`SELECT id FROM buildings WHERE kind = 'building'`);
  return new Set(rows.map(({ id }) => id));
}

/** True for the first who asks: what the campus folder says is planted once. */
export async function beginPlanting(transaction: Transaction): Promise<boolean> {
  const begun = await transaction.change(
    `INSERT INTO installation (key, value) VALUES ('amenities', 'planted') ON CONFLICT DO NOTHING`,
  );
  return begun === 1;
}

/** Writes amenities as a file says them, new ones and others, and remembers that. */
export async function putAmenities(
  transaction: Transaction,
  rows: readonly { next: CampusAmenity; file: CampusAmenity }[],
): Promise<void> {
  await transaction.change(
    `INSERT INTO amenities (id, building_id, kind, floor, spot, hours, step_free, source, confirmed_on, gone_on, imported)
     SELECT id, building, kind, floor, spot, hours, "stepFree", source, confirmed, gone, file
       FROM jsonb_array_elements($1::text::jsonb) AS row (pair),
            jsonb_to_record(pair -> 'next') AS next
              (id text, building text, kind text, floor text, spot text, hours text, "stepFree" text, source text,
               confirmed text, gone text),
            LATERAL (SELECT pair -> 'file' AS file) AS given
     ON CONFLICT (id) DO UPDATE
       SET building_id = excluded.building_id, kind = excluded.kind, floor = excluded.floor, spot = excluded.spot,
           hours = excluded.hours, step_free = excluded.step_free, source = excluded.source,
           confirmed_on = excluded.confirmed_on, gone_on = excluded.gone_on, imported = excluded.imported`,
    [JSON.stringify(rows)],
  );
}

/** Puts these opening hours in the place of all others. */
export async function replaceHours(transaction: Transaction, rows: readonly CampusHours[]): Promise<void> {
  await transaction.change('DELETE FROM opening_hours');
  await transaction.change(
    `INSERT INTO opening_hours (building_id, from_day, to_day, hours, source)
     SELECT building, "from", "to", hours, source FROM jsonb_to_recordset($1::text::jsonb) AS row
            (building text, "from" text, "to" text, hours text, source text)`,
    [JSON.stringify(rows)],
  );
}
