import { readFileSync } from 'node:fs';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';

/** The middle of the numbers; of an even count, the upper one. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** The number that so large a share of them does not exceed, of 0 to 1. */
export function percentile(numbers: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Median, lowest and highest of several rounds, also in words: `1.02 (0.91–1.06)`. */
export function spread(numbers: readonly number[], digits = 2) {
  const [middle, lowest, highest] = [median(numbers), Math.min(...numbers), Math.max(...numbers)].map(
    (number) => Number(number.toFixed(digits)),
  ) as [number, number, number];
  return { middle, lowest, highest, text: `${middle} (${lowest}–${highest})` };
}

/** Each number by that of the same round. */
export function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((number, round) => number / (theirs[round] ?? Number.NaN));
}

/** Processor seconds that a process has used, of proc(5): fields 14 and 15, in ticks of 10 ms. */
export function processorSeconds({ processId }: Pick<BuiltServer, 'processId'>): number {
  const fields = statOf(processId);
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The fields of proc(5) from the third on; those of a process that has ended meanwhile are empty. */
function statOf(processId: number | undefined): string[] {
  try {
    const line = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return Array<string>(15).fill('0');
  }
}

/** Megabytes that a server has in memory. */
export function residentMegabytes({ processId }: Pick<BuiltServer, 'processId'>): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
