import { readFileSync } from 'node:fs';

/**
 * Returns the processor time of this thread in ms, without other test files of the process.
 * Outside Linux they are included.
 */
export function threadTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
