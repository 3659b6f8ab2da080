import { parseDays } from '@madang/contract/places/amenities';
import { CsvError, parse } from 'csv-parse/sync';

/** Reports a mistake in a row, for a field or the whole. */
export type ReportField = (field: string | undefined, problem: string) => void;

interface TableRow<Column extends string> {
  cells: Record<Column, string>;
  line: number;
  report: ReportField;
}

/** Normalizers by column, for cells that spreadsheets write differently. */
type Forms<Column extends string> = Partial<Record<Column, (text: string) => string>>;

/** Without it, Excel reads a file in the machine's code page. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Returns the first `most` rows; null if columns differ. Columns after the first `required` are optional. */
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
  const widths = columns.map((_, index) => index + 1).filter((count) => count >= required);
  const width = widths.find(
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

export interface TableLine {
  cells: string[];
  line: number;
}

/**
 * Returns the first `most` lines, separated by tab, comma or semicolon as the first `headLines`. `lineEnd` replaces line
 * ends in cells. Null for an unclosed quote.
 */
export function splitTable(
  text: string,
  most: number,
  file: string,
  mistakes: Mistakes,
  { headLines = 1, lineEnd = ' ' }: { headLines?: number; lineEnd?: string } = {},
): TableLine[] | null {
  const plain = text.replaceAll(/\r\n?/g, '\n');
  // A title above the headings may have a separator too.
  const [heading = ''] = plain
    .split('\n', headLines)
    .toSorted((one, other) => countSeparators(other) - countSeparators(one));
  try {
    // The package's types omit the effect of `info`.
    const records: unknown = parse(plain, {
      bom: true,
      delimiter: SEPARATORS.find((separator) => heading.includes(separator)) ?? '\t',
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
    // A quote closed in a later row, where another cell begins.
    const open = lines.find(({ cells }) => cells.some((cell) => cell.startsWith('"') && cell.includes('\n')));
    if (open) {
      mistakes.add(file, NOT_CLOSED, { line: open.line });
      return null;
    }
    return lines.map(({ cells, line }) => ({
      line,
      cells: cells.map((cell) => cell.replaceAll(/[\t\n]+/g, (gap) => (gap.includes('\n') ? lineEnd : ' '))),
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

const SEPARATORS = ['\t', ',', ';'];
const countSeparators = (line: string): number =>
  Math.max(...SEPARATORS.map((separator) => line.split(separator).length));

const countLineEnds = (text: string): number => text.split('\n').length - 1;

/** Removes empty cells that a spreadsheet adds after the columns. */
const trimCells = (cells: readonly string[], width: number): readonly string[] =>
  cells.slice(width).every((cell) => cell.trim() === '') ? cells.slice(0, width) : cells;

/** Reports a value of an earlier line; `lines` has first lines. */
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

/** Start of a formula. Korean spreadsheets accept full-width signs too. */
const FORMULA = /^'*[=+\-@＝＋－＠]/;

/** Returns a cell shown as text: formulas have an apostrophe prefix. */
export const writeCell = (text: string): string => {
  const plain = text.replaceAll(/[\t\r\n]+/g, ' ');
  return FORMULA.test(plain) ? `'${plain}` : plain;
};

/** Reverses {@link writeCell}. */
const readCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** Returns a cell that {@link readRows} does not parse as quoted. */
const quoteCell = (cell: string): string => (cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns a tab-separated file for {@link readRows}, with a byte order mark for Korean Excel. */
export function writeTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, string>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => quoteCell(writeCell(row[column]))))];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.join('\t')}\n`).join('');
}

/** Encodings and forms of days, times and numbers in spreadsheet files. */

/**
 * Decodes UTF-8, UTF-16 with byte order mark, or CP949; null otherwise. Valid UTF-8 Hangul means a damaged file, not
 * CP949.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  const text = decodeAs('utf-8', bytes);
  if (text !== null || /[가-힣]/.test(new TextDecoder().decode(bytes))) return text;
  return decodeCp949(bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // A wrong byte, or a Node built without this encoding.
    return null;
  }
}

/** Decodes CP949: EUC-KR and 8,822 more syllables, 178 for each first byte below A1, otherwise 84. */
function decodeCp949(bytes: Uint8Array): string | null {
  const lacking = decodeAs('euc-kr', Uint8Array.of(0xb0, 0xa1)) === '가' ? listLacking() : [];
  const letters: string[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      letters.push(String.fromCharCode(lead));
      continue;
    }
    const trail = bytes[(at += 1)] ?? 0;
    const column = columnOf(trail);
    const row = lead < 0xa1 ? (lead - 0x81) * 178 : 32 * 178 + (lead - 0xa1) * 84;
    const isExtension = lead < 0xa1 || trail < 0xa1;
    const letter = isExtension
      ? column !== null && row >= 0
        ? lacking[row + column]
        : undefined
      : decodeAs('euc-kr', Uint8Array.of(lead, trail));
    if (letter === undefined || letter === null) return null;
    letters.push(letter);
  }
  return letters.join('');
}

/** Returns a second byte's index in the extension: 41 to 5A, 61 to 7A, 81 on. */
function columnOf(trail: number): number | null {
  if (trail >= 0x41 && trail <= 0x5a) return trail - 0x41;
  if (trail >= 0x61 && trail <= 0x7a) return trail - 0x61 + 26;
  return trail >= 0x81 && trail < 0xff ? trail - 0x81 + 52 : null;
}

/** Returns the syllables missing in EUC-KR, in Unicode order. */
function listLacking(): string[] {
  const known = new Set<string | null>();
  for (let lead = 0xb0; lead <= 0xc8; lead += 1)
    for (let trail = 0xa1; trail < 0xff; trail += 1)
      known.add(decodeAs('euc-kr', Uint8Array.of(lead, trail)));
  const all = Array.from({ length: 11_172 }, (_, index) => String.fromCharCode(0xac00 + index));
  return all.filter((letter) => !known.has(letter));
}

/** Converts full-width letters, digits and signs. */
const plain = (text: string) => text.normalize('NFKC').trim();

/** Converts `2026. 9. 1`, `2026/9/1` or `2026년 9월 1일` to `2026-09-01`. */
export function plainDay(text: string): string {
  const [, year, month = '', day = ''] =
    /^(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?$/.exec(plain(text)) ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Converts `9:00`, `9:00:00` or `오후 1:30` to `09:00` and `13:30`; other text is unchanged. */
export function plainTime(text: string): string {
  const [, half, hour, minute = ''] = /^(?:(오전|오후)\s*)?(\d{1,2}):(\d\d)(?::00)?$/.exec(plain(text)) ?? [];
  if (hour === undefined || (half !== undefined && Number(hour) > 12)) return text;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === '오후' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

const WEEK = { 월: 'mon', 화: 'tue', 수: 'wed', 목: 'thu', 금: 'fri', 토: 'sat', 일: 'sun' };

/** Converts `토`, `월, 수` or `월~금` to `sat`, `mon,wed` and `mon-fri`. */
export function plainDays(text: string): string {
  const words = plain(text)
    .toLowerCase()
    .replaceAll('요일', '')
    .replaceAll('매일', 'daily')
    .replaceAll('평일', 'mon-fri')
    .replaceAll('주말', 'sat,sun')
    .replaceAll(/[월화수목금토일]/g, (day) => WEEK[day as keyof typeof WEEK])
    .replaceAll(/\s*[~–-]\s*/g, '-')
    .replaceAll(/\s*[,·/]\s*/g, ',');
  return parseDays(words) === null ? text : words;
}

const TIME = String.raw`(?:오[전후]\s*)?\d{1,2}:\d\d(?::00)?`;
const PART = new RegExp(`^(.+?)\\s*(${TIME})\\s*[~–-]\\s*(${TIME})$`);

/** Converts `월~금 9:00~18:00; 토 10:00-14:00` to `mon-fri 09:00-18:00; sat 10:00-14:00`; other text is unchanged. */
export function plainHours(text: string): string {
  const parts = plain(text).split(/\s*;\s*/);
  return (
    parts
      .map((part) => {
        const [, days, from = '', to = ''] = PART.exec(part) ?? [];
        return days === undefined ? null : `${plainDays(days)} ${plainTime(from)}-${plainTime(to)}`;
      })
      .reduce((all, part) => (all === null || part === null ? null : `${all}; ${part}`)) ?? text
  );
}

/** Converts `１，２００` to `1200`, and `b1` to `B1`; other text is unchanged. */
export function plainNumber(text: string): string {
  const number = plain(text).toUpperCase();
  return /^\d{1,3}(?:,\d{3})+$/.test(number)
    ? number.replaceAll(',', '')
    : /^B?\d+$/.test(number)
      ? number
      : text;
}

export interface CampusErrorPlace {
  /** Counted from 1. */
  line?: number | undefined;
  field?: string | undefined;
}

/** A mistake in a campus folder; the message is one line. */
export class CampusError extends Error {
  override readonly name = 'CampusError';
  readonly file: string;
  readonly problem: string;
  readonly line: number | undefined;
  readonly field: string | undefined;

  constructor(file: string, problem: string, place: CampusErrorPlace = {}) {
    const line = place.line === undefined ? '' : ` line ${place.line}`;
    const field = place.field === undefined ? '' : `${line === '' ? '' : ','} field "${place.field}"`;
    super(line + field === '' ? `${file} ${problem}` : `${file}${line}${field}: ${problem}`);
    this.file = file;
    this.problem = problem;
    this.line = place.line;
    this.field = place.field;
  }
}

/** Collects mistakes, to report all of them together. */
export class Mistakes {
  readonly found: CampusError[] = [];
  /** Problems that do not prevent using the folder. */
  readonly warned: CampusError[] = [];

  add(file: string, problem: string, place: CampusErrorPlace = {}): void {
    this.found.push(new CampusError(file, problem, place));
  }

  warn(file: string, problem: string, place: CampusErrorPlace = {}): void {
    this.warned.push(new CampusError(file, problem, place));
  }
}
