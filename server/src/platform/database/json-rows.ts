import type { Executor } from './database.ts';

/**
 * `to_char` format of times in answers: UTC with milliseconds. Quotes colons, since some drivers take them
 * for parameters.
 */
export const INSTANT = `'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"'`;

/**
 * A page of rows that PostgreSQL encodes in one row. In Node, thirty rows of twelve columns cost more than
 * the rest
 * of the answer.
 */
export interface JsonPage {
  /** Rows in the contract's format, joined by commas. */
  items: string;
  /** Sort keys by row, separated by spaces; one more if another page follows. */
  places: string[];
}

/** Returns the page of a statement (`items`, and `places` in lines), if any. */
export async function findPage(
  executor: Executor,
  sql: string,
  values: readonly unknown[],
): Promise<JsonPage | undefined> {
  const row = await executor.first<{ items: string | null; places: string | null }>(sql, values);
  return row && { items: row.items ?? '', places: row.places?.split('\n') ?? [] };
}

/** Like {@link findPage}, but an empty page without a row. */
export async function readPage(
  executor: Executor,
  sql: string,
  values: readonly unknown[],
): Promise<JsonPage> {
  return (await findPage(executor, sql, values)) ?? { items: '', places: [] };
}
