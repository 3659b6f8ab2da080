import type { Mistakes } from './campus-error.ts';
import { quoteCell, splitTable, trimCells } from './spreadsheet.ts';

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

/**
 * The first `most` rows of a table that have all columns; null for a file with others. Mistakes are reported, also that there are
 * more rows.
 */
export function readRows<Column extends string>(
  text: string,
  columns: readonly Column[],
  most: number,
  { file, mistakes }: { file: string; mistakes: Mistakes },
  forms: Forms<Column> = {},
): TableRow<Column>[] | null {
  const [head, ...lines] = splitTable(text);
  if (trimCells(head?.cells ?? [], columns.length).join('\t') !== columns.join('\t')) {
    mistakes.add(file, `the columns must be ${columns.join(', ')}`, { line: 1 });
    return null;
  }
  if (lines.length > most) mistakes.add(file, `has ${lines.length} rows, at most ${most} fit`);
  return lines.slice(0, most).flatMap(({ cells: all, line }) => {
    const report: ReportField = (field, problem) => mistakes.add(file, problem, { line, field });
    const cells = trimCells(all, columns.length);
    if (cells.length !== columns.length) {
      report(undefined, `has ${cells.length} columns instead of ${columns.length}`);
      return [];
    }
    const named = columns.map((name, column) => {
      const cell = readCell(cells[column] ?? '');
      return [name, forms[name]?.(cell) ?? cell];
    });
    return [{ cells: Object.fromEntries(named) as Record<Column, string>, line, report }];
  });
}

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

/** A file of these columns, separated by tabs, which {@link readRows} reads. */
export function writeTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, string>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => quoteCell(writeCell(row[column]))))];
  return lines.map((cells) => `${cells.join('\t')}\n`).join('');
}
