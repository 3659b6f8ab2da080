import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './processes.ts';

/** Milliseconds until the largest thing of a page is painted, where one was wanted. */
export const LARGEST_PAINT_GOALS: Record<string, number> = { home: 1_800, login: 1_600 };

/** Milliseconds that 95 of 100 answers of a stampede may take. */
export const STAMPEDE_GOAL = 200;

/** A goal of a bench, and whether this run met it. */
export interface Goal {
  name: string;
  met: boolean;
  /** What was measured and what was wanted. */
  text: string;
}

/**
 * Writes what a bench found to `bench/results`, if it has a name there, lists the goals that it missed and counts
 * those it met.
 */
export async function report(name: string | null, results: object, goals: readonly Goal[]): Promise<void> {
  if (name !== null) {
    await mkdir(join(root, 'bench/results'), { recursive: true });
    await writeFile(join(root, `bench/results/${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
  }
  const missed = goals.filter(({ met }) => !met);
  for (const goal of missed) console.log(`missed: ${goal.name}: ${goal.text}`);
  console.log(`goals met ${goals.length - missed.length}/${goals.length}`);
}
