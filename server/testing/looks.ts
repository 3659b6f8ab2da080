import { expect } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { addJob, type Jobs } from '../src/jobs/jobs.ts';

const kindOf = (process: string) => `look of ${process}`;

/** Records each poll for jobs by the process of this name, for {@link awaitLooks}. */
export function answerLooks(jobs: Jobs, process: string): void {
  jobs.handle(kindOf(process), { inside: async () => {} });
}

/**
 * Waits until each process has polled for jobs twice.
 * A job that was due before and still exists is then handled by none of them.
 */
export async function awaitLooks(database: Database, processes: readonly string[]): Promise<void> {
  for (let look = 0; look < 2; look += 1) {
    await database.transaction(async (transaction) => {
      for (const name of processes) await addJob(transaction, { kind: kindOf(name) });
    });
    const left = () => database.rows(`SELECT kind FROM jobs WHERE kind LIKE 'look of %'`);
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  }
}
