import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { DrillServer } from './drill-server.ts';

const READS = 800;
/** Whoever reads meanwhile has a connection already, as an open app does. */
const agent = new Agent({ keepAlive: true });

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
  p95: number;
  slowest: number;
}

/**
 * [M-30] One session reads eight hundred times at once what is not cached; somebody else reads what never is. Without
 * limits it shows how it was before.
 */
export async function readInParallel(
  environment: Record<string, string>,
  limits: 'on' | 'off',
): Promise<ParallelReadsReport> {
  const replies = await plantReplies(environment);
  const server = new DrillServer({ ...environment, LIMITS: limits });
  await server.start();
  try {
    const greedy = await server.signIn(server.accounts[0]);
    const other = await server.signIn(server.accounts[1]);
    const profile = `${server.origin}/api/profile`;
    const quiet = await readWhile(profile, other.cookie, sleep(2_000));
    const reader = fork(fileURLToPath(new URL('greedy-reader.mjs', import.meta.url)));
    await once(reader, 'spawn');
    const started = performance.now();
    reader.send({
      // A page of its own for each: the first page alone is cached.
      addresses: Array.from(
        { length: READS },
        (_, number) => `${server.origin}${replies}?after=${number + 1}`,
      ),
      cookie: greedy.cookie,
    });
    const reads = once(reader, 'message');
    const during = await readWhile(profile, other.cookie, reads);
    const [answers] = (await reads) as [Record<string, number>];
    return { answers, took: Math.round(performance.now() - started), quiet, during };
  } finally {
    await server.stop('SIGKILL');
  }
}

/** A post with a thousand replies, so that each read has a full page to fetch; answers their address. */
async function plantReplies(environment: Record<string, string>): Promise<string> {
  const server = new DrillServer(environment);
  await server.start();
  try {
    const browser = await server.signIn(server.accounts[0]);
    const [post] = (await browser.call('GET /api/posts/latest', {})).body.posts;
    for (let number = 0; number < READS + 200; number += 1)
      await browser.call('POST /api/posts/{id}/replies', {
        path: { id: post?.id ?? '' },
        body: { id: uuidv7(), body: `${number} `.repeat(20) },
      });
    return `/api/posts/${post?.id}/replies`;
  } finally {
    await server.stop();
  }
}

/** Without what `fetch` costs: it is the server that is measured. */
function ask(address: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { Cookie: cookie }, agent }, (answer) => {
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
  const at = (share: number): number => sorted[Math.floor((times.length - 1) * share)] ?? 0;
  return { reads: times.length, median: at(0.5), p95: at(0.95), slowest: at(1) };
}
