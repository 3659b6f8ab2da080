import { BYTE_ORDER_MARK, writeCell } from '@madang/campus/read-table';
import { Presets, SingleBar } from 'cli-progress';
import stringWidth from 'string-width';

/** A wrong value or an act that is refused: its message is the one line that the operator reads. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

/** A command that did its work and has something to say with its exit code, e.g. that documents were refused. */
export const EXIT = { done: 0, failed: 1, usage: 2, refused: 3 } as const;

/** What a thing may have said about it. */
export type Fact = string | number | boolean | Date | readonly string[] | null;

export interface Progress {
  /** How far the work has come, of the total. */
  to(done: number): void;
  stop(): void;
}

/**
 * Where a command writes: standard output and the error stream, or a test's list of lines. What students wrote cannot steer the
 * operator's terminal: a line stays one line, control and format characters are left out of it, and JSON has them as escapes.
 */
export interface Terminal {
  /** A line for people, or one that a script reads. */
  line(text: string): void;
  /** One JSON value on a line of its own. */
  json(value: unknown): void;
  /** Rows separated by commas, behind a byte order mark: Excel reads a file without it in the code page of the machine. */
  csv(rows: readonly (readonly (string | number)[])[]): void;
  /** Aligned columns, Korean counted as wide as it stands; nothing but "none" for no rows. */
  table(head: readonly string[], rows: readonly (readonly Fact[])[]): void;
  /** One thing, a line for each of its fields; what is null or empty stays blank. */
  facts(facts: Readonly<Record<string, Fact>>): void;
  /** A bar on the error stream, once the work has taken longer than a second; none where it is not a terminal. */
  progress(title: string, total: number): Progress;
  /** A line of a usage error, or the one of a failure. */
  complain(text: string): void;
  /** What the process ends with when the command returns. */
  exitCode: number;
}

const BAR_AFTER = 1_000;

interface Outlets {
  write: (text: string) => void;
  /** Where complaints go, without a line end. */
  complain: (text: string) => void;
  /** Where bars are drawn; null where nobody looks. */
  screen: NodeJS.WritableStream | null;
}

/** A terminal that writes to these. */
export function openTerminal({ write, complain, screen }: Outlets): Terminal {
  const line = (text: string) => write(`${keepInLine(text)}\n`);
  const columns = (cells: readonly (readonly string[])[]) => {
    const texts = cells.map((row) => row.map(keepInLine));
    const widths = (texts[0] ?? []).map((_, column) =>
      Math.max(...texts.map((row) => stringWidth(row[column] ?? ''))),
    );
    for (const row of texts)
      line(
        row
          .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - stringWidth(text)))
          .join('  ')
          .trimEnd(),
      );
  };
  return {
    exitCode: EXIT.done,
    line,
    json: (value) => line(JSON.stringify(value).replace(STEERING, escapeUnits)),
    csv(rows) {
      write(BYTE_ORDER_MARK);
      for (const row of rows) line(row.map(writeCsv).join(','));
    },
    complain: (text) => complain(keepInLine(text)),
    table(head, rows) {
      if (rows.length === 0) return line('none');
      columns([head, ...rows.map((row) => row.map(describeFact))]);
    },
    facts(facts) {
      // The lines of a text stand below each other, as it was written.
      columns(
        Object.entries(facts).flatMap(([name, value]) =>
          describeFact(value)
            .split('\n')
            .map((text, index) => [index === 0 ? name : '', text]),
        ),
      );
    },
    progress(title, total) {
      const startedAt = Date.now();
      let bar: SingleBar | undefined;
      return {
        to(done) {
          if (!screen) return;
          if (!bar && Date.now() - startedAt > BAR_AFTER) {
            bar = new SingleBar(
              { stream: screen, format: `${title} {bar} {value}/{total} {eta_formatted}`, hideCursor: true },
              Presets.shades_classic,
            );
            bar.start(total, done);
          }
          bar?.update(done);
        },
        stop: () => bar?.stop(),
      };
    },
  };
}

const STEERING = /[\p{Cc}\p{Cf}]/gu;

const keepInLine = (text: string) => text.replace(/\s/g, ' ').replace(STEERING, '');

/** As JSON writes what it does not write itself. */
const escapeUnits = (text: string) =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** A cell of CSV: what students typed may hold commas. */
function writeCsv(cell: string | number): string {
  const text = typeof cell === 'number' ? String(cell) : writeCell(keepInLine(cell));
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function describeFact(fact: Fact): string {
  if (fact === null) return '';
  if (fact instanceof Date) return fact.toISOString();
  return typeof fact === 'object' ? fact.join(', ') : String(fact);
}
