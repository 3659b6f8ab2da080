import { readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time that this thread has had: other test files run in threads of the same process.
 * Linux tells it; elsewhere they count too.
 */
export function threadTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
