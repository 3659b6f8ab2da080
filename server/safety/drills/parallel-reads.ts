import { get } from 'node:http';
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
    const profile = `${server.origin}/api/profile`;
    const quiet = await readWhile(profile, other.cookie, sleep(2_000));
    const answers: Record<string, number> = {};
    const started = performance.now();
    const reads = Promise.all(
      addresses.map(async (address) => {
        const status = await ask(server.origin + address, `${greedy.cookie}; madang-fresh=1`);
        answers[status] = (answers[status] ?? 0) + 1;
      }),
    );
    const during = await readWhile(profile, other.cookie, reads);
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

/** On a connection of its own, without what `fetch` costs here: it is the server that is to be kept busy. */
function ask(address: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { Cookie: cookie }, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    }).once('error', reject);
  });
}

async function readWhile(address: string, cookie: string, work: Promise<unknown>): Promise<Times> {
  let busy = true;
  void work.finally(() => (busy = false));
  const times: number[] = [];
  while (busy) {
    const started = performance.now();
    await ask(address, cookie);
    times.push(Math.round(performance.now() - started));
    await sleep(10);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return { reads: times.length, median: sorted[times.length >> 1] ?? 0, slowest: sorted.at(-1) ?? 0 };
}
