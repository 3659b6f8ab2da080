import type { Executor } from './database.ts';

/** `to_char` format of times: UTC with milliseconds; quotes colons, which some drivers parse as parameters. */
export const INSTANT = `'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"'`;

/** A page of rows that PostgreSQL encodes in one row: in Node, rows cost more than the rest. */
export interface JsonPage {
  /** Rows in the contract's format, joined by commas. */
  items: string;
  /** Sort keys by row, one more if another page follows. */
  places: string[];
}

/** Returns a statement's page (`items`, and `places` in lines). */
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
