import type { Executor } from './database.ts';

/** One row of a list, encoded by PostgreSQL. */
export interface JsonRow {
  /** Its sort key as {@link placeOf} writes it: what a cursor for the rows after it carries. */
  place: string;
  /** What the contract says of it. */
  json: string;
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
 * SQL that answers all rows of `rows`, which selects `place` and `json`, as one value in their order: reading
 * thirty rows of twelve columns and encoding them again costs Node more than everything else of an answer
 * together. Neither part can hold a tab or a line end: JSON escapes them.
 *
 * @param from a FROM clause; when it finds nothing there is no answer.
 */
export const jsonRows = (rows: string, from = '') =>
  `SELECT (SELECT string_agg(place || E'\\t' || json, E'\\n') FROM (${rows}) AS one) AS lines ${from}`;

/** The rows that SQL of {@link jsonRows} finds; undefined when its FROM clause finds nothing. */
export async function listJson(
  executor: Executor,
  sql: string,
  values: readonly unknown[],
): Promise<JsonRow[] | undefined> {
  const answer = await executor.first<{ lines: string | null }>(sql, values);
  if (answer?.lines === null) return [];
  return answer?.lines.split('\n').map((line) => {
    const end = line.indexOf('\t');
    return { place: line.slice(0, end), json: line.slice(end + 1) };
  });
}
