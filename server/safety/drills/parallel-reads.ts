import { setTimeout as sleep } from 'node:timers/promises';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { ServerProcess } from './server-process.ts';

const READS = 800;

export interface ParallelReadsReport {
  /** How the reads of the one session were answered, by status. */
  answers: Record<string, number>;
  /** How long all of them took, in milliseconds. */
  took: number;
  /** What somebody else's reads took, in milliseconds: with nothing else to do, and meanwhile. */
  quiet: Times;
  during: Times;
}

interface Times {
  reads: number;
  median: number;
  slowest: number;
}

/**
 * [M-30] One session reads eight hundred times at once what is not kept; somebody else reads what never is. Without
 * limits it shows how it was before.
 */
export async function readInParallel(folder: string, limits: 'on' | 'off'): Promise<ParallelReadsReport> {
  const server = new ServerProcess({ DATA_DIR: folder, LIMITS: limits });
  await server.start();
  try {
    const greedy = await server.signIn(server.accounts[0]);
    const other = await server.signIn(server.accounts[1]);
    const addresses = await findDeepPages(greedy);
    const quiet = await readWhile(other, sleep(2_000));
    const answers: Record<string, number> = {};
    const started = performance.now();
    const reads = Promise.all(
      addresses.map(async (address) => {
        const headers = { Cookie: `${greedy.cookie}; madang-fresh=1` };
        const answer = await greedy.send('GET', address, { headers });
        await answer.arrayBuffer();
        answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      }),
    );
    const during = await readWhile(other, reads);
    return { answers, took: Math.round(performance.now() - started), quiet, during };
  } finally {
    await server.end('SIGKILL');
  }
}

/** A page of replies of its own for each: the first page alone is kept. */
async function findDeepPages(browser: TestBrowser): Promise<string[]> {
  const [post] = (await browser.call('GET /api/posts/latest', {})).body.posts;
  return Array.from({ length: READS }, (_, number) => `/api/posts/${post?.id}/replies?after=${number + 1}`);
}

async function readWhile(browser: TestBrowser, work: Promise<unknown>): Promise<Times> {
  let busy = true;
  void work.finally(() => (busy = false));
  const times: number[] = [];
  while (busy) {
    const started = performance.now();
    await browser.call('GET /api/profile', {});
    times.push(Math.round(performance.now() - started));
    await sleep(10);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return { reads: times.length, median: sorted[times.length >> 1] ?? 0, slowest: sorted.at(-1) ?? 0 };
}
