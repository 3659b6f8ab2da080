import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Memory of a process, in bytes. */
export interface ProcessMemory {
  /** Resident set size. */
  resident: number;
  /** Virtual memory size; null if the system does not report it. */
  addresses: number | null;
}

/** Page size of Linux on the platforms of sharp. */
const PAGE = 4_096;

/** Returns another process's memory; zero if ended or unknown. Takes microseconds on Linux, starts `ps` elsewhere. */
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
