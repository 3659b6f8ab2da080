import type { Campus } from '@madang/campus/campus';
import { AMENITY_COLUMNS, type CampusAmenity, type CampusHours } from '@madang/campus/parse-places';
import { REPORT_DAYS } from '@madang/contract/places/amenities';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import type { OwnData } from '../accounts/index.ts';

const AMENITY = `id, building_id AS building, kind, floor, spot, hours, step_free AS "stepFree", source,
       confirmed_on AS confirmed, gone_on AS gone`;

/** Returns all amenities by building and id. */
export function listAmenities(executor: Executor): Promise<CampusAmenity[]> {
  return executor.rows<CampusAmenity>(
    `SELECT ${AMENITY} FROM amenities ORDER BY building_id COLLATE "C", id COLLATE "C"`,
  );
}

/** Returns all opening hours by building, permanent ones first. */
export function listHours(executor: Executor): Promise<CampusHours[]> {
  return executor.rows<CampusHours>(
    `SELECT building_id AS building, from_day AS from, to_day AS to, hours, source
       FROM opening_hours ORDER BY building_id COLLATE "C", from_day COLLATE "C"`,
  );
}

/** Returns and locks building ids against deletion until the commit. */
export async function lockBuildingIds(transaction: Transaction): Promise<Set<string>> {
  const rows = await transaction.rows<{ id: string }>(
    `SELECT id FROM buildings WHERE kind = 'building' ORDER BY id FOR KEY SHARE`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** True for the first call: imported files outrank the campus folder. */
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

/** Dates of an amenity that students change. */
export type StudentsDays = Pick<CampusAmenity, 'confirmed' | 'gone'>;

/** An amenity and its changes since the last import. */
export interface StoredAmenity {
  now: CampusAmenity;
  imported: CampusAmenity;
  /** Dates before students changed them; null if unchanged. */
  before: StudentsDays | null;
  /** Whether a recent crowd report is pending. */
  voiced: boolean;
}

const STORED = `
  SELECT jsonb_build_object('id', id, 'building', building_id, 'kind', kind, 'floor', floor, 'spot', spot, 'hours', hours,
           'stepFree', step_free, 'source', source, 'confirmed', confirmed_on, 'gone', gone_on) AS now,
         imported, before_students AS before,
         EXISTS (SELECT 1 FROM amenity_voices
                  WHERE amenity_id = amenities.id AND NOT spent AND said_at > now() - interval '${REPORT_DAYS} days') AS voiced
    FROM amenities`;

/** Locks and returns all amenities by id. */
export function lockAmenities(transaction: Transaction): Promise<StoredAmenity[]> {
  return transaction.rows<StoredAmenity>(`${STORED} ORDER BY id COLLATE "C" FOR UPDATE`);
}

/** Locks and returns one amenity. */
export function lockAmenity(transaction: Transaction, id: string): Promise<StoredAmenity | undefined> {
  return transaction.first<StoredAmenity>(`${STORED} WHERE id = $1 FOR UPDATE`, [id]);
}

export type SaidAmenity = Pick<StoredAmenity, 'now' | 'before'> &
  Record<'there' | 'notThere', number> & { uploadIds: string[] };

/** Returns amenities with crowd changes or pending reports, by id. */
export function listSaid(executor: Executor): Promise<SaidAmenity[]> {
  const count = (which: string) =>
    `(SELECT count(*)::int FROM amenity_voices
       WHERE amenity_id = now->>'id' AND ${which} AND NOT spent AND said_at > now() - interval '${REPORT_DAYS} days')`;
  return executor.rows<SaidAmenity>(
    `SELECT now, before, ${count('there')} AS there, ${count('NOT there')} AS "notThere",
            ARRAY(SELECT id FROM uploads WHERE amenity_id = now->>'id' ORDER BY created_at DESC LIMIT 5) AS "uploadIds"
       FROM (${STORED}) AS stored WHERE before IS NOT NULL OR voiced ORDER BY now->>'id' COLLATE "C"`,
  );
}

/** Deletes the crowd reports of an amenity. */
export function deleteAmenityReports(transaction: Transaction, id: string): Promise<number> {
  return transaction.change('DELETE FROM amenity_voices WHERE amenity_id = $1', [id]);
}

/** Inserts or updates amenities. */
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

/** Deletes amenities. */
export function deleteAmenities(transaction: Transaction, ids: readonly string[]): Promise<number> {
  return transaction.change('DELETE FROM amenities WHERE id = ANY ($1::text[])', [ids]);
}

/** Replaces all opening hours. */
export async function replaceHours(transaction: Transaction, rows: readonly CampusHours[]): Promise<void> {
  await transaction.change('DELETE FROM opening_hours');
  await putHours(transaction, rows);
}

/** Inserts or updates opening hours. */
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

/** Deletes a building's hours that begin on a day; empty means permanent. */
export function deleteHours(transaction: Transaction, building: string, from: string): Promise<number> {
  const where = 'building_id = $1 AND from_day = $2';
  return transaction.change(`DELETE FROM opening_hours WHERE ${where}`, [building, from]);
}

export interface Counts {
  added: number;
  changed: number;
  removed: number;
  same: number;
}

export interface Imported extends Counts {
  /** Fields where crowd reports won; `row` if the file omits it. */
  kept: { id: string; what: string }[];
}

/** Imports amenities; keeps students' changes since the last import [PL-10]. */
export async function importAmenities(
  transaction: Transaction,
  rows: readonly CampusAmenity[],
): Promise<Imported> {
  await beginPlanting(transaction, 'amenities');
  const stored = new Map((await lockAmenities(transaction)).map((row) => [row.now.id, row]));
  const imported: Imported = { added: 0, changed: 0, removed: 0, same: 0, kept: [] };
  const written = rows.map((file) => {
    const before = stored.get(file.id);
    if (!before) {
      imported.added += 1;
      return { now: file, imported: file, before: null };
    }
    const { kept, ...merged } = mergeAmenity(file, before);
    imported.kept.push(...kept.map((what) => ({ id: file.id, what })));
    imported[isSameEntry(merged.now, before.now) ? 'same' : 'changed'] += 1;
    return merged;
  });
  const named = new Set(rows.map(({ id }) => id));
  const left = [...stored.values()].filter(({ now }) => !named.has(now.id));
  const [said, unsaid] = [left.filter(isSaid), left.filter((row) => !isSaid(row))];
  imported.kept.push(...said.map(({ now }) => ({ id: now.id, what: 'row' })));
  imported.removed = unsaid.length;
  await putAmenities(transaction, written);
  await deleteAmenities(
    transaction,
    unsaid.map(({ now }) => now.id),
  );
  return imported;
}

/** Replaces all opening hours; counts the changes. */
export const importHours = (transaction: Transaction, rows: readonly CampusHours[]): Promise<Counts> =>
  replaceTable(transaction, 'openingHours', rows, {
    key: ({ building, from }) => `${building} ${from}`,
    list: listHours,
    replace: replaceHours,
  });

/** Replaces a table's rows; counts changes by key. */
export async function replaceTable<Row extends Readonly<Record<string, string>>>(
  transaction: Transaction,
  what: Parameters<typeof beginPlanting>[1],
  rows: readonly Row[],
  table: {
    key: (row: Row) => string;
    list: (executor: Executor) => Promise<Row[]>;
    replace: (transaction: Transaction, rows: readonly Row[]) => Promise<void>;
  },
): Promise<Counts> {
  await beginPlanting(transaction, what);
  const stored = new Map((await table.list(transaction)).map((row) => [table.key(row), row]));
  const there = rows.flatMap((row) => {
    const before = stored.get(table.key(row));
    return before ? [isSameEntry(row, before)] : [];
  });
  await table.replace(transaction, rows);
  const same = there.filter(Boolean).length;
  return {
    added: rows.length - there.length,
    changed: there.length - same,
    removed: stored.size - there.length,
    same,
  };
}

/** Whether two rows have equal fields. */
export function isSameEntry<Row extends Readonly<Record<string, string>>>(one: Row, other: Row): boolean {
  return Object.entries(one).every(([field, value]) => other[field] === value);
}

/** A merged amenity and the fields where crowd reports won. */
export interface Merged extends Omit<StoredAmenity, 'voiced'> {
  kept: ('confirmed' | 'gone')[];
}

/**
 * Applies fields that differ from the last import [PL-10].
 * Dates of crowd reports win until a file repeats them.
 */
export function mergeAmenity(file: CampusAmenity, { now, imported, before }: StoredAmenity): Merged {
  const merged: Merged = { now: { ...now }, imported: file, before, kept: [] };
  for (const field of AMENITY_COLUMNS) {
    if (file[field] === imported[field] || file[field] === now[field]) continue;
    const isDay = field === 'confirmed' || field === 'gone';
    if (isDay && before) merged.kept.push(field);
    else merged.now[field] = file[field];
  }
  if (file.confirmed === now.confirmed && file.gone === now.gone) merged.before = null;
  return merged;
}

/** Whether crowd reports keep a row that the file omits. */
export function isSaid({ now, before, voiced }: StoredAmenity): boolean {
  return voiced || (before !== null && now.gone === '');
}

/** Imports the campus folder's amenities and hours once. */
export async function plantAmenities(
  database: Database,
  { amenities, hours }: Pick<Campus, 'amenities' | 'hours'>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    // Operators may have removed buildings.
    const buildings = await lockBuildingIds(transaction);
    const isThere = ({ building }: { building: string }) => buildings.has(building);
    if (await beginPlanting(transaction, 'amenities'))
      await putAmenities(
        transaction,
        amenities.filter(isThere).map((row) => ({ now: row, imported: row, before: null })),
      );
    if (await beginPlanting(transaction, 'openingHours'))
      await replaceHours(transaction, hours.filter(isThere));
  });
}

/** Export of a student's recent amenity reports. */
export const ownAmenities: OwnData = {
  officialLists: {
    amenityVoices: `
      SELECT said_at AS at, amenity_id AS "amenityId", there, spent FROM amenity_voices WHERE user_id = $1`,
  },
};
