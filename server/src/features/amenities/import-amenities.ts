import type { CampusAmenity, CampusHours } from '@madang/campus/parse-amenities';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import {
  beginPlanting,
  deleteAmenities,
  listHours,
  lockAmenities,
  putAmenities,
  replaceHours,
} from './amenities.queries.ts';
import { isSaid, mergeAmenity } from './merge-amenity.ts';

/** How many rows a file changed. */
export interface Counts {
  added: number;
  changed: number;
  removed: number;
  same: number;
}

/** What a file changed. */
export interface Imported extends Counts {
  /** Where students kept the last word, by id: `gone`, `confirmed`, or the whole `row` that the file leaves out. */
  kept: { id: string; what: string }[];
}

/** Brings the amenities to what a file says, and leaves what students changed since the last one [PL-10]. */
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
    imported[isSame(merged.now, before.now) ? 'same' : 'changed'] += 1;
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

/** Puts the opening hours of a file in the place of all others; students change none. */
export const importHours = (transaction: Transaction, rows: readonly CampusHours[]): Promise<Counts> =>
  replaceTable(transaction, 'openingHours', rows, {
    key: ({ building, from }) => `${building} ${from}`,
    list: listHours,
    replace: replaceHours,
  });

/** Puts the rows of a file in the place of all others of a table, and counts what that changed by what tells rows apart. */
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
    return before ? [isSame(row, before)] : [];
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

/** Whether two rows of a table say the same. */
export function isSame<Row extends Readonly<Record<string, string>>>(one: Row, other: Row): boolean {
  return Object.entries(one).every(([field, value]) => other[field] === value);
}
