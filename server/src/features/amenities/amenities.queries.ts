import type { CampusAmenity, CampusHours } from '@madang/campus/parse-amenities';
import { VOICE_DAYS } from '@madang/contract/amenities/rules';
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

/** The ids of the buildings that amenities can stand in; none of them goes before the commit. */
export async function lockBuildingIds(transaction: Transaction): Promise<Set<string>> {
  const rows = await transaction.rows<{ id: string }>(
    `SELECT id FROM buildings WHERE kind = 'building' ORDER BY id FOR KEY SHARE`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** True for the first who asks: what the campus folder says is planted once, and not over an imported file. */
export async function beginPlanting(
  transaction: Transaction,
  what: 'amenities' | 'openingHours' | 'rooms' | 'timetable' | 'holidays',
): Promise<boolean> {
  const begun = await transaction.change(
    `INSERT INTO installation (key, value) VALUES ($1, 'planted') ON CONFLICT DO NOTHING`,
    [what],
  );
  return begun === 1;
}

/** Both days of an amenity that students change. */
export type StudentsDays = Pick<CampusAmenity, 'confirmed' | 'gone'>;

/** An amenity, and what happened to it since a file said something of it. */
export interface StoredAmenity {
  now: CampusAmenity;
  /** As the file said it last time. */
  imported: CampusAmenity;
  /** The days before students changed them; null where they did not. */
  before: StudentsDays | null;
  /** Whether a voice of the last month waits for others. */
  voiced: boolean;
}

const STORED = `
  SELECT jsonb_build_object('id', id, 'building', building_id, 'kind', kind, 'floor', floor, 'spot', spot, 'hours', hours,
           'stepFree', step_free, 'source', source, 'confirmed', confirmed_on, 'gone', gone_on) AS now,
         imported, before_students AS before,
         EXISTS (SELECT 1 FROM amenity_voices
                  WHERE amenity_id = amenities.id AND NOT spent AND said_at > now() - interval '${VOICE_DAYS} days') AS voiced
    FROM amenities`;

/** All amenities by id; no student changes them before the commit. */
export function lockAmenities(transaction: Transaction): Promise<StoredAmenity[]> {
  return transaction.rows<StoredAmenity>(`${STORED} ORDER BY id COLLATE "C" FOR UPDATE`);
}

/** One amenity; no student changes it before the commit. */
export function lockAmenity(transaction: Transaction, id: string): Promise<StoredAmenity | undefined> {
  return transaction.first<StoredAmenity>(`${STORED} WHERE id = $1 FOR UPDATE`, [id]);
}

/** What students say of an amenity: what they changed, and how many voices wait for others. */
export type SaidAmenity = Pick<StoredAmenity, 'now' | 'before'> &
  Record<'there' | 'notThere', number> & { uploadIds: string[] };

/** What students changed and nobody took back, and what they say, by id. */
export function listSaid(executor: Executor): Promise<SaidAmenity[]> {
  const count = (which: string) =>
    `(SELECT count(*)::int FROM amenity_voices
       WHERE amenity_id = now->>'id' AND ${which} AND NOT spent AND said_at > now() - interval '${VOICE_DAYS} days')`;
  return executor.rows<SaidAmenity>(
    `SELECT now, before, ${count('there')} AS there, ${count('NOT there')} AS "notThere",
            ARRAY(SELECT id FROM uploads WHERE amenity_id = now->>'id' ORDER BY created_at DESC LIMIT 5) AS "uploadIds"
       FROM (${STORED}) AS stored WHERE before IS NOT NULL OR voiced ORDER BY now->>'id' COLLATE "C"`,
  );
}

/** Deletes what students say of an amenity. */
export function deleteVoices(transaction: Transaction, id: string): Promise<number> {
  return transaction.change('DELETE FROM amenity_voices WHERE amenity_id = $1', [id]);
}

/** Writes amenities, new ones and others. */
export async function putAmenities(
  transaction: Transaction,
  rows: readonly Omit<StoredAmenity, 'voiced'>[],
): Promise<void> {
  await transaction.change(
    `INSERT INTO amenities (id, building_id, kind, floor, spot, hours, step_free, source, confirmed_on, gone_on,
                            imported, before_students)
     SELECT next.*, row.imported, row.before
       FROM jsonb_to_recordset($1::text::jsonb) AS row (now jsonb, imported jsonb, before jsonb),
            jsonb_to_record(row.now) AS next
              (id text, building text, kind text, floor text, spot text, hours text, "stepFree" text, source text,
               confirmed text, gone text)
     ON CONFLICT (id) DO UPDATE
       SET building_id = excluded.building_id, kind = excluded.kind, floor = excluded.floor, spot = excluded.spot,
           hours = excluded.hours, step_free = excluded.step_free, source = excluded.source,
           confirmed_on = excluded.confirmed_on, gone_on = excluded.gone_on, imported = excluded.imported,
           before_students = excluded.before_students`,
    [JSON.stringify(rows)],
  );
}

/** Takes amenities off the list for good. */
export function deleteAmenities(transaction: Transaction, ids: readonly string[]): Promise<number> {
  return transaction.change('DELETE FROM amenities WHERE id = ANY ($1::text[])', [ids]);
}

/** Puts these opening hours in the place of all others. */
export async function replaceHours(transaction: Transaction, rows: readonly CampusHours[]): Promise<void> {
  await transaction.change('DELETE FROM opening_hours');
  await putHours(transaction, rows);
}

/** Writes opening hours, new ones and others. */
export async function putHours(transaction: Transaction, rows: readonly CampusHours[]): Promise<void> {
  await transaction.change(
    `INSERT INTO opening_hours (building_id, from_day, to_day, hours, source)
     SELECT building, "from", "to", hours, source FROM jsonb_to_recordset($1::text::jsonb) AS row
            (building text, "from" text, "to" text, hours text, source text)
     ON CONFLICT (building_id, from_day) DO UPDATE
       SET to_day = excluded.to_day, hours = excluded.hours, source = excluded.source`,
    [JSON.stringify(rows)],
  );
}

/** Takes away the hours of a building that begin on a day, or hold always. */
export function deleteHours(transaction: Transaction, building: string, from: string): Promise<number> {
  const where = 'building_id = $1 AND from_day = $2';
  return transaction.change(`DELETE FROM opening_hours WHERE ${where}`, [building, from]);
}
