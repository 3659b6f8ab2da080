import { readFileSync } from 'node:fs';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';

/** Returns the median; of an even count, the upper middle. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Returns the value that a share of the numbers, from 0 to 1, does not exceed. */
export function percentile(numbers: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns median, lowest and highest of several rounds, and as text: `1.02 (0.91–1.06)`. */
export function spread(numbers: readonly number[], digits = 2) {
  const [middle, lowest, highest] = [median(numbers), Math.min(...numbers), Math.max(...numbers)].map(
    (number) => Number(number.toFixed(digits)),
  ) as [number, number, number];
  return { middle, lowest, highest, text: `${middle} (${lowest}–${highest})` };
}

/** Returns the ratio of each round. */
export function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((number, round) => number / (theirs[round] ?? Number.NaN));
}

/**
 * Returns the processor seconds of a process from proc(5): fields 14 and 15, in ticks of 10 ms. Zero if the process has ended
 * or has another name.
 */
export function processorSeconds({ processId }: Pick<BuiltServer, 'processId'>, name = ''): number {
  try {
    const line = readFileSync(`/proc/${processId}/stat`, 'utf8');
    const [, comm = '', rest = ''] = /\((.*)\) (.*)$/s.exec(line) ?? [];
    if (!comm.includes(name)) return 0;
    const fields = rest.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** Returns the resident memory of a server in megabytes. */
export function residentMegabytes({ processId }: Pick<BuiltServer, 'processId'>): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
