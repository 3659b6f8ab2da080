import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

type Options = Readonly<Record<string, number | string>>;
type Values<Given extends Options> = { [Name in keyof Given]: Given[Name] extends number ? number : string };

/** One bench: `npm run bench:NAME -- --option value`. */
export interface Bench {
  start(words: string[]): Promise<void>;
}

/**
 * A bench of these options, with what each is when nobody says anything. What `measure` answers is written to
 * `bench/results`; null where the run was not a whole one.
 */
export function defineBench<const Given extends Options>(
  name: string,
  options: Given,
  measure: (values: Values<Given>, run: Run) => Promise<object | null>,
): Bench {
  return {
    async start(words) {
      const { values } = parseArgs({
        args: words,
        options: Object.fromEntries(
          Object.entries(options).map(([key, value]) => [key, { type: 'string', default: String(value) }]),
        ),
      });
      const read = Object.entries(options).map(([key, value]) => [
        key,
        typeof value === 'number' ? Number(values[key]) : values[key],
      ]);
      const run = new Run();
      try {
        const results = await measure(Object.fromEntries(read) as Values<Given>, run);
        if (results) await write(name, results);
      } finally {
        await run.end();
      }
      run.report();
    },
  };
}

async function write(name: string, results: object): Promise<void> {
  await mkdir(join(root, 'bench/results'), { recursive: true });
  await writeFile(join(root, `bench/results/${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
}

/** One run of a bench: what it says, the goals that it met or missed, and what ends with it. */
export class Run {
  readonly #goals: { name: string; met: boolean; text: string }[] = [];
  readonly #endings: (() => unknown)[] = [];

  /** Prints a row of a table. */
  row(...cells: readonly (string | number)[]): void {
    console.log(cells.join(' | '));
  }

  /** @param text what was measured and what was wanted. */
  goal(name: string, met: boolean, text: string): void {
    this.#goals.push({ name, met, text });
  }

  /** Called when the run is over, the last first. */
  onEnd(ending: () => unknown): void {
    this.#endings.unshift(ending);
  }

  async end(): Promise<void> {
    for (const ending of this.#endings) await ending();
  }

  /** Lists the goals that were missed and counts those that were met. */
  report(): void {
    const missed = this.#goals.filter(({ met }) => !met);
    for (const { name, text } of missed) console.log(`missed: ${name}: ${text}`);
    console.log(`goals met ${this.#goals.length - missed.length}/${this.#goals.length}`);
  }
}
