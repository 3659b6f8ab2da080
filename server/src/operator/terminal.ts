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

/** Where a command writes: standard output, or a test's list of lines. */
export interface Terminal {
  /** A line for people, or one that a script reads. */
  line(text: string): void;
  /** One JSON value on a line of its own. */
  json(value: unknown): void;
  /** Aligned columns, Korean counted as wide as it stands; nothing but "none" for no rows. */
  table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void;
  /** One thing, a line for each of its fields; what is null or empty stays blank. */
  facts(facts: Readonly<Record<string, Fact>>): void;
  /** A bar on the error stream, once the work has taken longer than a second; none where it is not a terminal. */
  progress(title: string, total: number): Progress;
  /** What the process ends with when the command returns. */
  exitCode: number;
}

const BAR_AFTER = 1_000;

/** A terminal that writes with `write`; bars are drawn on `screen`, where there is one. */
export function openTerminal(write: (text: string) => void, screen: NodeJS.WritableStream | null): Terminal {
  const line = (text: string) => write(`${text}\n`);
  const columns = (texts: readonly (readonly string[])[]) => {
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
    json: (value) => line(JSON.stringify(value)),
    table(head, rows) {
      if (rows.length === 0) return line('none');
      columns([head, ...rows.map((row) => row.map(String))]);
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

function describeFact(fact: Fact): string {
  if (fact === null) return '';
  if (fact instanceof Date) return fact.toISOString();
  return typeof fact === 'object' ? fact.join(', ') : String(fact);
}
