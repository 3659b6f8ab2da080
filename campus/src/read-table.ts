import { CsvError, parse } from 'csv-parse/sync';
import type { Mistakes } from './campus-error.ts';

/** Reports a mistake in a row: of a field, or of the whole. */
export type ReportField = (field: string | undefined, problem: string) => void;

/** A row of a table by its columns, and where it stands. */
export interface TableRow<Column extends string> {
  cells: Record<Column, string>;
  line: number;
  report: ReportField;
}

/** How cells of a column that a spreadsheet writes in other ways become as they are stored. */
export type Forms<Column extends string> = Partial<Record<Column, (text: string) => string>>;

/** Excel reads a file without it in the code page of the machine. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns the first `most` rows of a table that have all columns; null for a file that is no table of them. A file may leave out
 * the columns behind the first `required`. Reports mistakes, also that there are more rows.
 */
export function readRows<Column extends string>(
  text: string,
  columns: readonly Column[],
  most: number,
  { file, mistakes }: { file: string; mistakes: Mistakes },
  forms: Forms<Column> = {},
  required = columns.length,
): TableRow<Column>[] | null {
  const table = splitTable(text, most + 2, file, mistakes);
  if (!table) return null;
  const [head, ...lines] = table;
  const width = [required, columns.length].find(
    (count) => trimCells(head?.cells ?? [], count).join('\t') === columns.slice(0, count).join('\t'),
  );
  if (width === undefined) {
    mistakes.add(file, `the columns must be ${columns.slice(0, required).join(', ')}`, { line: 1 });
    return null;
  }
  if (lines.length > most) mistakes.add(file, `has more than ${most} rows, which is the most that fit`);
  return lines.slice(0, most).flatMap(({ cells: all, line }) => {
    const report: ReportField = (field, problem) => mistakes.add(file, problem, { line, field });
    const cells = trimCells(all, width);
    if (cells.length !== width) {
      report(undefined, `has ${cells.length} columns instead of ${width}`);
      return [];
    }
    const named = columns.map((name, column) => {
      const cell = readCell(cells[column] ?? '');
      return [name, forms[name]?.(cell) ?? cell];
    });
    return [{ cells: Object.fromEntries(named) as Record<Column, string>, line, report }];
  });
}

const NOT_CLOSED = 'a cell begins with a quote that is not closed';

/** A line of a table with any text, and the number of the line of the file on which it begins. */
interface TableLine {
  cells: string[];
  line: number;
}

/**
 * Returns the first `most` lines of a table. Its first line says whether tabs, commas or semicolons
 * separate cells. Line ends in a cell become spaces. Reports a quote that is not closed, and returns null.
 */
function splitTable(text: string, most: number, file: string, mistakes: Mistakes): TableLine[] | null {
  const plain = text.replaceAll(/\r\n?/g, '\n');
  const [first = ''] = plain.split('\n', 1);
  try {
    // The types of the package leave out what `info` changes.
    const records: unknown = parse(plain, {
      bom: true,
      delimiter: ['\t', ',', ';'].find((separator) => first.includes(separator)) ?? '\t',
      info: true,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      to: most,
    });
    const lines = (records as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      line: info.lines - countLineEnds(record.join('')),
      cells: record,
    }));
    // A quote that is closed only in a later row, where another cell begins with one.
    const open = lines.find(({ cells }) => cells.some((cell) => cell.startsWith('"') && cell.includes('\n')));
    if (open) {
      mistakes.add(file, NOT_CLOSED, { line: open.line });
      return null;
    }
    return lines.map(({ cells, line }) => ({
      line,
      cells: cells.map((cell) => cell.replaceAll(/[\t\n]+/g, ' ')),
    }));
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    const before = Buffer.from(plain).subarray(0, Number(error['bytes_records']));
    mistakes.add(file, NOT_CLOSED, {
      line: 1 + countLineEnds(before.toString()),
    });
    return null;
  }
}

const countLineEnds = (text: string): number => text.split('\n').length - 1;

/** The cells of a line, without the empty ones that a spreadsheet adds beyond the columns. */
const trimCells = (cells: readonly string[], width: number): readonly string[] =>
  cells.slice(width).every((cell) => cell.trim() === '') ? cells.slice(0, width) : cells;

/** Reports a value that an earlier line has; `lines` remembers where each was first. */
export function reportTwice(
  field: string,
  value: string,
  lines: Map<string, number>,
  line: number,
  report: ReportField,
): void {
  const earlier = lines.get(value);
  if (earlier !== undefined) report(field, `"${value}" already stands in line ${earlier}`);
  lines.set(value, earlier ?? line);
}

/** The beginning of a formula. Korean spreadsheets accept full-width signs too. */
const FORMULA = /^'*[=+\-@＝＋－＠]/;

/** Returns a cell that a spreadsheet shows as text: a formula gets an apostrophe in front. */
export const writeCell = (text: string): string => {
  const plain = text.replaceAll(/[\t\r\n]+/g, ' ');
  return FORMULA.test(plain) ? `'${plain}` : plain;
};

/** Reverses {@link writeCell}. */
const readCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** Returns a cell that {@link readRows} does not take for a quoted one. */
const quoteCell = (cell: string): string => (cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns a file of these columns that {@link readRows} and Korean Excel read: separated by tabs, behind a byte order mark. */
export function writeTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, string>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => quoteCell(writeCell(row[column]))))];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.join('\t')}\n`).join('');
}
