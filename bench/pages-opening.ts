import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { percentile, processorSeconds } from './measure.ts';
import type { Place } from './place.ts';

/** All within so many milliseconds, or one after the other with so many at once. */
type Way = { within: number } | { atOnce: number };

/** How a thousand students fared who opened a thousand posts, each another. */
export interface Opening {
  name: string;
  p50: number;
  p95: number;
  p99: number;
  /** Pages with the screen drawn, with its answers alone, and with neither. */
  drawn: number;
  answered: number;
  bare: number;
  failed: number;
  /** Seconds of the server's processor time. */
  processor: number;
}

interface Page {
  milliseconds: number;
  status: number;
  compressed: Buffer;
}

/** Lets every student of a place open a post that nobody has opened, each over a connection of their own. */
export async function measureOpening(server: BuiltServer, place: Place, way: Way): Promise<Opening> {
  const visits = place.cookies.map((cookie, index) => ({
    address: `${server.origin}/post/${place.posts[index] ?? ''}`,
    cookie,
  }));
  const before = processorSeconds(server);
  const pages: Page[] = [];
  if ('within' in way)
    await Promise.all(
      visits.map(async (visit) => {
        await sleep(Math.random() * way.within);
        pages.push(await open(visit));
      }),
    );
  else {
    const queue = visits.values();
    await Promise.all(
      Array.from({ length: way.atOnce }, async () => {
        for (const visit of queue) pages.push(await open(visit));
      }),
    );
  }
  const processor = Number((processorSeconds(server) - before).toFixed(1));
  const shown = pages.map(describe);
  const count = (what: ReturnType<typeof describe>) => shown.filter((one) => one === what).length;
  const waits = pages.map(({ milliseconds }) => milliseconds);
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(waits, share)));
  return {
    name: 'within' in way ? `within ${way.within / 1_000} s` : `${way.atOnce} at a time`,
    p50,
    p95,
    p99,
    processor,
    drawn: count('drawn'),
    answered: count('answered'),
    bare: count('bare'),
    failed: count('failed'),
  };
}

function open({ address, cookie }: { address: string; cookie: string }): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'gzip', Cookie: cookie };
    const started = performance.now();
    get(address, { agent: false, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const milliseconds = performance.now() - started;
        resolve({ milliseconds, status: answer.statusCode ?? 0, compressed: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });
}

function describe({ status, compressed }: Page): 'drawn' | 'answered' | 'bare' | 'failed' {
  if (status !== 200) return 'failed';
  const page = gunzipSync(compressed).toString();
  if (!page.includes('<div id="root"></div>')) return 'drawn';
  return page.includes('"GET /api/posts/') ? 'answered' : 'bare';
}
