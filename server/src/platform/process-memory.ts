import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process takes, in bytes. */
export interface ProcessMemory {
  /** What of it is in the machine's memory. */
  resident: number;
  /** What it has addresses for; null where the system does not say. */
  addresses: number | null;
}

/** Linux counts in pages of this size on the machines that sharp is made for. */
const PAGE = 4_096;

/**
 * What another process takes, as the system says; no memory when it has ended, or when the system does not say. Reading it
 * takes some microseconds on Linux, and a program of its own elsewhere.
 */
export function readMemory(id: number): ProcessMemory {
  try {
    if (process.platform !== 'linux') {
      const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(id)], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
      return { resident: Number(kilobytes) * 1_024, addresses: null };
    }
    const [addresses = 0, resident = 0] = readFileSync(`/proc/${id}/statm`, 'latin1').split(' ').map(Number);
    return { resident: resident * PAGE, addresses: addresses * PAGE };
  } catch {
    return { resident: 0, addresses: null };
  }
}
