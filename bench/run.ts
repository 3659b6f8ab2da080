import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));

type Options = Readonly<Record<string, number | string>>;
type Values<Given extends Options> = { [Name in keyof Given]: Given[Name] extends number ? number : string };

/** One bench: `npm run bench:NAME -- --option value`. */
export interface Bench {
  start(words: string[]): Promise<void>;
}

/**
 * Defines a bench with default options.
 * Writes the result of `measure` to `bench/results`, unless it is null for a partial run.
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

/** One run of a bench: output, goals and cleanup. */
export class Run {
  readonly #goals: { name: string; met: boolean; text: string }[] = [];
  readonly #endings: (() => unknown)[] = [];

  row(...cells: readonly (string | number)[]): void {
    console.log(cells.join(' | '));
  }

  /** @param text measured value and goal. */
  goal(name: string, met: boolean, text: string): void {
    this.#goals.push({ name, met, text });
  }

  /** Called after the run, the last first. */
  onEnd(ending: () => unknown): void {
    this.#endings.unshift(ending);
  }

  async end(): Promise<void> {
    for (const ending of this.#endings) await ending();
  }

  /** Prints the missed goals and the number of met ones. */
  report(): void {
    const missed = this.#goals.filter(({ met }) => !met);
    for (const { name, text } of missed) console.log(`missed: ${name}: ${text}`);
    console.log(`goals met ${this.#goals.length - missed.length}/${this.#goals.length}`);
  }
}
