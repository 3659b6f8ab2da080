import type { Mistakes } from './campus-error.ts';

/** Reports a mistake in a row: of a field, or of the whole. */
export type ReportField = (field: string | undefined, problem: string) => void;

/** A row of a table by its columns, and where it stands. */
export interface TableRow<Column extends string> {
  cells: Record<Column, string>;
  line: number;
  report: ReportField;
}

/** The rows of a tab-separated file that have all columns; null for a file with others. Mistakes are reported. */
export function readTable<Column extends string>(
  text: string,
  columns: readonly Column[],
  { file, mistakes }: { file: string; mistakes: Mistakes },
): TableRow<Column>[] | null {
  const lines = text.split(/\r?\n/);
  if (lines[0] !== columns.join('\t')) {
    mistakes.add(file, `the columns must be ${columns.join(', ')}`, { line: 1 });
    return null;
  }
  return lines.flatMap((content, index) => {
    if (index === 0 || content === '') return [];
    const line = index + 1;
    const report: ReportField = (field, problem) => mistakes.add(file, problem, { line, field });
    const cells = content.split('\t').map(readCell);
    if (cells.length === columns.length) {
      const named = columns.map((name, column) => [name, cells[column] ?? '']);
      return [{ cells: Object.fromEntries(named) as Record<Column, string>, line, report }];
    }
    report(undefined, `has ${cells.length} columns instead of ${columns.length}`);
    return [];
  });
}

/** The first `most` of them; that there are more is a mistake of the file. */
export function readRows<Column extends string>(
  text: string,
  columns: readonly Column[],
  most: number,
  context: { file: string; mistakes: Mistakes },
): TableRow<Column>[] | null {
  const rows = readTable(text, columns, context);
  if (rows && rows.length > most)
    context.mistakes.add(context.file, `has ${rows.length} rows, at most ${most} fit`);
  return rows && rows.slice(0, most);
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

/** What a spreadsheet takes for a formula; full-width signs too, where it speaks Korean. */
const FORMULA = /^'*[=+\-@＝＋－＠]/;

/** A cell that a spreadsheet shows as text: an apostrophe stands before what it would calculate. */
export const writeCell = (text: string): string => {
  const plain = text.replaceAll(/\p{Cc}+/gu, ' ');
  return FORMULA.test(plain) ? `'${plain}` : plain;
};

/** What {@link writeCell} wrote. */
const readCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** A file of these columns, which {@link readTable} reads. */
export function writeTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, string>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => writeCell(row[column])))];
  return lines.map((cells) => `${cells.join('\t')}\n`).join('');
}
