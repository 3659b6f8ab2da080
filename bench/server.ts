// `npm run bench`: cost of answers compared with minimal servers, alternately in one run.
// Reports processor time per answer, because on few cores the load generator saturates first.
import { resolve } from 'node:path';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { casesOf, type Case } from './cases.ts';
import { load, type Round } from './load.ts';
import { median, ratios, residentMegabytes, spread } from './measure.ts';
import { openPlace, type Place } from './place.ts';
import { defineBench, type Run } from './run.ts';
import { measureWrites } from './writes.ts';

const CONNECTIONS = 16;
/** Maximum cost of a cached answer of the embedded engine, as a ratio to PostgreSQL. */
const EMBEDDED_GOAL = 1.25;
/** A reply is compared with its student's recent ones, so a few students who write all replies would make each slow. */
const STUDENTS = 2_000;
const OPTIONS = { posts: 100_000, replies: 0, seconds: 3, rounds: 5, only: '', minutes: 0, before: '' };

export const bench = defineBench('server', OPTIONS, async (options, run) => {
  const { posts, replies, seconds, rounds, only, minutes, before } = options;
  const size = { posts, replies: replies || posts * 3, sessions: STUDENTS };
  const place = await openPlace(run, size);
  const setting = { run, place, seconds, rounds };
  const cached = await place.serve();
  const uncached = await place.serve({ KEPT_ANSWERS: 'off' });
  console.log(
    `${posts} posts; ${CONNECTIONS} connections, median of ${rounds} rounds of ${seconds} s (lowest–highest)\n`,
  );
  run.row('case', 'way', 'answers/s', 'µs CPU an answer', 'ratio', 'p50 ms', 'p99 ms');
  const results: object[] = [];
  for (const one of casesOf(place))
    if (!only || only.split(',').includes(one.name))
      results.push(...(await measureCase(setting, one, cached, uncached)));
  const older = before ? await openPlace(run, size, resolve(before)) : null;
  results.push(...(await measureWrites({ ...setting, older, connections: CONNECTIONS })));
  if (only === 'writes') return null;
  results.push(await measureEmbedded(setting, cached));
  if (minutes > 0) results.push(await measureMemory(setting, cached, minutes));
  return only ? null : results;
});

interface Setting {
  run: Run;
  place: Place;
  seconds: number;
  rounds: number;
}

/** One implementation of a case. */
interface Lane {
  name: 'cached' | 'uncached' | 'constant' | 'same SQL';
  server: BuiltServer;
  asked: Case['asked'];
  /** Baseline of the comparison, and the maximum ratio. */
  base?: 'constant' | 'same SQL' | undefined;
  goal?: number | undefined;
}

async function measureCase(
  { run, place, seconds, rounds }: Setting,
  one: Case,
  cached: BuiltServer,
  uncached: BuiltServer,
): Promise<object[]> {
  const constant = await place.constant(await one.sample(cached));
  const sql = one.steps ? await place.sameSql(one.steps) : null;
  const lanes: Lane[] = [];
  if (one.cachedGoal)
    lanes.push({ name: 'cached', server: cached, asked: one.asked, base: 'constant', goal: one.cachedGoal });
  lanes.push({
    name: 'uncached',
    server: uncached,
    asked: one.asked,
    base: sql ? 'same SQL' : undefined,
    goal: one.goal,
  });
  lanes.push({ name: 'constant', server: constant, asked: one.asked });
  if (sql) lanes.push({ name: 'same SQL', server: sql, asked: one.bareAsked ?? one.asked });
  const rows = new Map<string, Round[]>(lanes.map(({ name }) => [name, []]));
  const headers = { Cookie: place.cookie };
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1)
    for (const lane of lanes) {
      const result = await load(lane.server, lane.asked, { headers, connections: CONNECTIONS, seconds });
      if (round > 0) rows.get(lane.name)?.push(result);
    }
  await constant.stop();
  await sql?.stop();
  const all = (name: string, pick: (round: Round) => number) => (rows.get(name) ?? []).map(pick);
  const cost = (name: string) => all(name, ({ microseconds }) => microseconds);
  return lanes.map(({ name, base, goal }) => {
    const { text, ...ratio } = base ? spread(ratios(cost(name), cost(base))) : spread([1]);
    const figures = {
      case: one.name,
      way: name,
      perSecond: Math.round(median(all(name, ({ perSecond }) => perSecond))),
      microseconds: Math.round(median(cost(name))),
      ratio: ratio.middle,
      lowest: ratio.lowest,
      highest: ratio.highest,
      p50: median(all(name, ({ p50 }) => p50)),
      p99: median(all(name, ({ p99 }) => p99)),
    };
    const { perSecond, microseconds, p50, p99 } = figures;
    run.row(one.name, name, perSecond, microseconds, base ? `${text} × ${base}` : '', p50, p99);
    if (goal !== undefined)
      run.goal(`${one.name}, ${name}`, ratio.middle <= goal, `${ratio.middle} × ${base}, goal ${goal}`);
    if (name === 'cached' || name === 'uncached')
      run.goal(
        `${one.name}, ${name}, p99`,
        p99 <= 4 * Math.max(1, p50),
        `p99 ${p99} ms, p50 ${p50} ms, goal 4 ×`,
      );
    return figures;
  });
}

/** A cached answer costs the same on either engine. */
async function measureEmbedded(
  { run, place, seconds, rounds }: Setting,
  cached: BuiltServer,
): Promise<object> {
  const embedded = await place.serveEmbedded();
  const latest = [{ method: 'GET', path: '/api/posts/latest' }] as const;
  const lanes = [
    { server: cached, cookie: place.cookie, cost: [] as number[] },
    { ...embedded, cost: [] as number[] },
  ];
  for (let round = 0; round <= rounds; round += 1)
    for (const { server, cookie, cost } of lanes) {
      const options = { headers: { Cookie: cookie }, connections: CONNECTIONS, seconds };
      const { microseconds } = await load(server, latest, options);
      if (round > 0) cost.push(microseconds);
    }
  const { middle } = spread(ratios(lanes[1]?.cost ?? [], lanes[0]?.cost ?? []));
  const text = `${middle} × PostgreSQL's`;
  run.row('latest', 'cached, embedded', '', '', text);
  run.goal('cached on the embedded engine', middle <= EMBEDDED_GOAL, `${text}, goal ${EMBEDDED_GOAL}`);
  await embedded.server.stop();
  return { case: 'latest', way: 'cached, embedded engine beside PostgreSQL', ratio: middle };
}

/** Reads everything in turn for minutes: the server's memory must not grow. */
async function measureMemory({ run, place }: Setting, server: BuiltServer, minutes: number): Promise<object> {
  const reads = casesOf(place).filter(({ cachedGoal }) => cachedGoal);
  const options = { headers: { Cookie: place.cookie }, connections: CONNECTIONS, seconds: 4 };
  const megabytes: number[] = [];
  const until = Date.now() + minutes * 60_000;
  while (Date.now() < until) {
    for (const { asked } of reads) await load(server, asked, options);
    megabytes.push(Math.round(residentMegabytes(server)));
  }
  const [early = 0, late = 0] = [megabytes.slice(0, 3), megabytes.slice(-3)].map((some) => median(some));
  console.log(`memory over ${minutes} minutes: ${megabytes.join(', ')} MB`);
  run.goal('memory flat', late <= early * 1.15, `${early} MB, then ${late} MB`);
  return { case: 'memory', minutes, megabytes };
}
