import type { Executor } from './database.ts';

/**
 * How a time is written in an answer, in UTC with milliseconds, for `to_char`. The quoted colons are for drivers that take a
 * bare one for the beginning of a parameter's name.
 */
export const INSTANT = `'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"'`;

/**
 * Rows of a list, encoded by PostgreSQL and answered as one row: to read thirty rows of twelve columns and encode them
 * again costs Node more than everything else of an answer together.
 */
export interface JsonPage {
  /** What the contract says of the page's rows, joined by commas. */
  items: string;
  /** The sort key of every row, its values separated by spaces; one more than the page when another follows. */
  places: string[];
}

/** The page that a statement answers as columns `items` and `places`, the latter in lines; undefined without a row. */
export async function findPage(
  executor: Executor,
  sql: string,
  values: readonly unknown[],
): Promise<JsonPage | undefined> {
  const row = await executor.first<{ items: string | null; places: string | null }>(sql, values);
  return row && { items: row.items ?? '', places: row.places?.split('\n') ?? [] };
}

/** The same where there always is a page, be it empty. */
export async function readPage(
  executor: Executor,
  sql: string,
  values: readonly unknown[],
): Promise<JsonPage> {
  return (await findPage(executor, sql, values)) ?? { items: '', places: [] };
}
