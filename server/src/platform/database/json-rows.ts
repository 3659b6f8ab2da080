import type { Executor } from './database.ts';

/** Rows of a list, encoded by PostgreSQL: one page of them, and where each stands. */
export interface JsonPage {
  /** What the contract says of the page's rows, joined by commas. */
  items: string;
  /** The sort key of every row as {@link placeOf} writes it, one more than the page when another follows. */
  places: string[];
}

/** SQL for a row's place: its sort key's parts, separated by spaces. */
export const placeOf = (...parts: string[]) => `concat_ws(' ', ${parts.join(', ')})`;

/** SQL for a time as the contract writes it: UTC with milliseconds. */
export const instantOf = (time: string) =>
  // Quoted colons: some drivers take a bare one for the beginning of a parameter's name.
  `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"')`;

/** SQL for a JSON object of the named expressions. */
export const jsonObject = (fields: Readonly<Record<string, string>>) =>
  `json_build_object(${Object.entries(fields)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ')})`;

/**
 * SQL that answers the rows of `rows`, which selects `place` and `json`, as one row in their order: to read
 * thirty rows of twelve columns and encode them again costs Node more than everything else of an answer
 * together. `rows` finds at most one row more than the page's `size`.
 *
 * @param source what `rows` may refer to, and where; when it finds nothing there is no page.
 */
export function jsonPage(rows: string, size: number, source?: { from: string; where: string }): string {
  const page = `SELECT array_to_string((array_agg(one.json::text))[1 : ${size}], ',') AS items,
      string_agg(one.place, E'\\n') AS places FROM (${rows}) AS one`;
  return source ? `SELECT page.* FROM ${source.from}, LATERAL (${page}) AS page WHERE ${source.where}` : page;
}

/** The page that SQL of {@link jsonPage} finds; undefined when its source finds nothing. */
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
