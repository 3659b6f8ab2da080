import { TABLE_TEXT_MAX } from '@madang/contract/admin/rules';

/** File types of the file dialog. */
export const SPREADSHEETS = '.xlsx,.csv,.tsv,.txt';
const BYTES_MAX = 5 * 1024 * 1024;

/** Returns a spreadsheet's first sheet as text, with tabs between cells; null if it is unreadable or too large. */
export async function readSpreadsheet(file: File): Promise<string | null> {
  if (file.size > BYTES_MAX) return null;
  try {
    const text = file.name.toLowerCase().endsWith('.xlsx')
      ? await readWorkbook(file)
      : decode(await file.arrayBuffer());
    return text.length > TABLE_TEXT_MAX ? null : text;
  } catch {
    return null;
  }
}

async function readWorkbook(file: File): Promise<string> {
  const { readSheet } = await import('read-excel-file/universal');
  const rows = await readSheet(file);
  return rows.map((row) => row.map(writeCell).join('\t')).join('\n');
}

/** A quote, or a line end in a cell, would end it elsewhere. */
function writeCell(cell: unknown): string {
  if (cell instanceof Date) return writeDate(cell.toISOString());
  const text = cell === null || cell === undefined ? '' : String(cell as string | number | boolean);
  return /["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Excel stores a time of day as a date of 1899. */
const writeDate = (instant: string): string =>
  instant < '1901' ? instant.slice(11, 16) : instant.slice(0, 10);

/** Decodes what Excel and Hancom save: UTF-8, UTF-16 with byte order mark, or CP949. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('euc-kr', { fatal: true }).decode(bytes);
  }
}
