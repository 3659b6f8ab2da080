// What calls cost on these cores: the processor time of the server and of PostgreSQL an answer, and what the disk takes to keep
// a commit. Processor time and not the clock, because the load generator has the same cores.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import type { BuiltServer } from '../../server/testing/outside/built-server.ts';
import { casesOf } from '../cases.ts';
import type { Asked } from '../load.ts';
import { databaseSeconds, median, processorSeconds } from '../measure.ts';
import { BUSY_BOARD, type Place } from '../place.ts';

/** Kinds of calls that cost differently. */
export const KINDS = ['cached', 'list', 'own', 'page', 'like', 'reply', 'post'] as const;
export type Kind = (typeof KINDS)[number];
export const WRITES: readonly Kind[] = ['like', 'reply', 'post'];

/** Seconds of processor time of one call. */
export interface Cost {
  process: number;
  database: number;
}

/** What one load showed. */
export interface Load extends Cost {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  /** Of all the time, what the server and PostgreSQL worked. */
  processBusy: number;
  databaseBusy: number;
}

const CONNECTIONS = 32;

/**
 * Requests of each kind. What is `cached` stays so: no write touches its post. A `list` is a second page, which no process has
 * at hand.
 */
export async function requestsOf(place: Place, server: BuiltServer): Promise<Record<Kind, readonly Asked[]>> {
  const cases = new Map(casesOf(place).map(({ name, asked }) => [name, asked]));
  const of = (name: string) => cases.get(name) ?? [];
  const [still = ''] = place.posts;
  const board = `/api/buildings/${BUSY_BOARD}/posts`;
  const second = async (path: string): Promise<Asked> => {
    const answer = await fetch(server.origin + path, { headers: { Cookie: place.cookie } });
    const { nextCursor } = (await answer.json()) as { nextCursor: string };
    return { method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}cursor=${nextCursor}` };
  };
  const own = place.cookies.flatMap((cookie): Asked[] => [
    { method: 'GET', path: '/api/profile/posts', cookie },
    { method: 'GET', path: `/api/posts/marks?ids=${place.posts.slice(0, 30).join(',')}`, cookie },
  ]);
  return {
    cached: [{ method: 'GET', path: '/api/campus' }, ...of('c post'), ...of('d replies')],
    list: [await second(board), await second(`${board}?order=popular`)],
    own,
    page: [{ method: 'GET', path: '/' }],
    like: of('f like').filter(({ path }) => !path.includes(still)),
    reply: of('e reply'),
    post: of('i write'),
  };
}

/** The process that starts PostgreSQL's others. */
export async function findPostmaster(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const line = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8');
  await client.end();
  return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Asks these in turn, as fast as answers come or so many a second; refused requests fail the run. */
export async function load(
  server: BuiltServer,
  { place, postmaster }: { place: Place; postmaster: number },
  asked: readonly Asked[],
  { seconds, rate }: { seconds: number; rate?: number },
): Promise<Load> {
  const spent = () => ({ process: processorSeconds(server), database: databaseSeconds(postmaster) });
  const before = spent();
  const began = performance.now();
  const requests = asked.map(({ method, path, cookie, body }): autocannon.Request => ({
    method,
    path,
    headers: {
      Cookie: cookie ?? place.cookie,
      Origin: server.origin,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }) } : {}),
  }));
  let connection = 0;
  const result = await autocannon({
    url: server.origin,
    connections: CONNECTIONS,
    // With a rate each connection sends its share at the beginning of a second: cut there, calls would be worked on and not counted.
    duration: rate ? seconds + 0.9 : seconds,
    ...(rate && { overallRate: Math.round(rate) }),
    requests,
    // Each connection begins elsewhere: else all would write to the same post at the same time, and wait for each other.
    setupClient(client) {
      const first = Math.floor((connection * requests.length) / CONNECTIONS);
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
      connection += 1;
    },
  });
  const passed = (performance.now() - began) / 1_000;
  const after = spent();
  const answers = result.requests.total;
  // One connection of thousands may end beside an answer; a load that is refused is none.
  if (result.non2xx > 0 || result.errors > answers / 1_000)
    throw new Error(`${asked[0]?.path}: ${result.non2xx} refused, ${result.errors} broken`);
  const [process, database] = [after.process - before.process, after.database - before.database];
  return {
    process: process / answers,
    database: database / answers,
    perSecond: answers / passed,
    p50: result.latency.p50,
    p95: result.latency.p97_5,
    processBusy: process / passed,
    databaseBusy: database / passed,
  };
}

/** The shares of a core that a server and PostgreSQL work when nobody asks anything. */
export async function measureIdle(server: BuiltServer, postmaster: number, seconds: number): Promise<Cost> {
  const spent = () => ({ process: processorSeconds(server), database: databaseSeconds(postmaster) });
  const before = spent();
  await sleep(seconds * 1_000);
  const after = spent();
  return {
    process: (after.process - before.process) / seconds,
    database: (after.database - before.database) / seconds,
  };
}

/** Milliseconds that the disk takes to keep eight kilobytes: a commit of PostgreSQL waits for that. */
export function measureDisk(times = 60): number {
  const folder = mkdtempSync(join(tmpdir(), 'madang-disk-'));
  const file = openSync(join(folder, 'log'), 'w');
  const page = Buffer.alloc(8_192, 1);
  const took = Array.from({ length: times }, () => {
    writeSync(file, page);
    const began = performance.now();
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return median(took);
}
