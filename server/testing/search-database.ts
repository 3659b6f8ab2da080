import type { Executor } from '../src/database/database.ts';

/** Returns all columns that contain one of the words, in any case, as `table.column: word`. */
export async function searchDatabase(database: Executor, words: readonly string[]): Promise<string[]> {
  const columns = await database.rows<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY 1, 2`,
  );
  if (columns.length < 100) throw new Error('not every table was looked at');
  const found: string[] = [];
  for (const { table, column } of columns) {
    // A bytea becomes hexadecimal digits, an array or document its text.
    const rows = await database.rows<{ text: string | null }>(
      `SELECT "${column}"::text AS text FROM "${table}"`,
    );
    for (const word of words)
      if (rows.some(({ text }) => text?.toLowerCase().includes(word.toLowerCase())))
        found.push(`${table}.${column}: ${word}`);
  }
  return found;
}
