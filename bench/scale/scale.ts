// `npm run bench:scale`: where a campus of 40,000 students fills what serves it, by a simulation of queues. First it is measured
// what calls cost on these cores, kind by kind and among others; then three loads of all kinds together, and one as high as it
// goes, are driven and simulated. A simulation that is off by more than 30 % ends the bench with an error, for then its table says
// nothing. Compared are the shares of a core that the server and PostgreSQL work, and the answers that a core of the server gives:
// they hang on the calls alone. Waiting times hang on who else has the cores, the load generator first; they are shown only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked } from '../load.ts';
import { median } from '../measure.ts';
import { openPlace } from '../place.ts';
import { defineBench, root, type Run } from '../run.ts';
import {
  findPostmaster,
  KINDS,
  load,
  measureDisk,
  measureIdle,
  requestsOf,
  WRITES,
  type Cost,
  type Kind,
  type Load,
} from './calibrate.ts';
import { busiest, findEnd, playDay, type Prices, type Setup } from './campus.ts';
import { DAYS, STAYS, visitsOf } from './days.ts';
import { untilNext } from './random.ts';
import { simulate } from './simulate.ts';

const OPTIONS = { posts: 5_000, rounds: 4, seconds: 2 };
/** What the simulation may be off by. */
const TOLERANCE = 0.3;
const POINTS = [0.3, 0.6, 0.8];
/** What a load left to do is done then: PostgreSQL cleans up after many writes, in milliseconds. */
const SETTLE = 1_500;
/** How many of a hundred calls of the mixed load are of which kind. */
const MIX: Partial<Record<Kind, number>> = { cached: 70, list: 6, own: 14, like: 6, reply: 3, post: 1 };
/** Costs are taken at this share of what all kinds together reach, between the points. */
const COST_AT = 0.45;
/** How much of a load is of a kind; what the mixed loads have none of is taken as if it were a twentieth. */
const share = (kind: Kind) => (MIX[kind] ?? 5) / 100;
const SETUPS: readonly Setup[] = [
  { name: 'one process, 2 cores of PostgreSQL', processes: 1, leader: 2, replica: 0 },
  { name: 'four processes, 2 cores of PostgreSQL', processes: 4, leader: 2, replica: 0 },
  { name: 'four processes, 2 cores, a replica of 2', processes: 4, leader: 2, replica: 2 },
  { name: 'eight processes, 2 cores, a replica of 2', processes: 8, leader: 2, replica: 2 },
];

export const bench = defineBench('scale', OPTIONS, async ({ posts, rounds, seconds }, run) => {
  const place = await openPlace(run, { posts, replies: posts * 3, durable: true });
  const where = { place, postmaster: await findPostmaster(place.url) };
  const server = await place.serve();
  const requests = await requestsOf(place, server);

  const asked = mixed(requests);
  for (const kind of KINDS) await load(server, where, requests[kind], { seconds: 1 });
  await load(server, where, asked, { seconds: 1 });
  // What else the machine does weighs on kinds and mixed loads alike: they take turns.
  const measured: Record<Kind, Load[]> = empty();
  const fulls: Load[] = [];
  const points = POINTS.map((): Load[] => []);
  const together: Load[] = [];
  const idles: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const full = await load(server, where, asked, { seconds });
    fulls.push(full);
    for (const [index, part] of POINTS.entries()) {
      await sleep(SETTLE);
      points[index]?.push(await load(server, where, asked, { seconds, rate: full.perSecond * part }));
    }
    await sleep(SETTLE);
    together.push(await load(server, where, asked, { seconds, rate: full.perSecond * COST_AT }));
    for (const kind of KINDS) {
      await sleep(SETTLE);
      // As rare as in the mixed loads: the fuller the queues, the less a call costs, and the fewer writes keep their commit alone.
      const rate = Math.max(1, full.perSecond * share(kind) * COST_AT);
      measured[kind].push(await load(server, where, requests[kind], { seconds, rate }));
    }
    await sleep(SETTLE);
    idles.push(await measureIdle(server, where.postmaster, seconds));
  }

  // What both do with nothing asked: timers, PostgreSQL's cleaning up.
  const idle = (part: keyof Cost) => median(idles.map((each) => each[part]));
  run.row('kind', 'µs of the server', 'µs of PostgreSQL');
  const alone = byKind((kind): Cost => {
    const { process, database, perSecond } = middle(measured[kind]);
    return {
      process: process - idle('process') / perSecond,
      database: Math.max(0, database - idle('database') / perSecond),
    };
  });
  const dearer = amongOthers(alone, middle(together), {
    process: idle('process'),
    database: idle('database'),
  });
  const costs = byKind((kind): Cost => ({
    process: alone[kind].process * dearer.process,
    database: alone[kind].database * dearer.database,
  }));
  const results: object[] = [];
  for (const kind of KINDS) {
    run.row(kind, ...Object.values(micros(costs[kind])));
    results.push({ measure: 'cost', kind, ...micros(costs[kind]) });
  }
  console.log(
    `among others a call takes the server ${dearer.process.toFixed(2)} times what it takes alone, PostgreSQL ${dearer.database.toFixed(2)} times`,
  );
  results.push({ measure: 'among others', ...dearer });
  const writes = await load(
    server,
    where,
    WRITES.flatMap((kind) => requests[kind].slice(0, 60)),
    {
      seconds,
    },
  );
  const onePost = await load(server, where, requests.reply.slice(0, 1), { seconds: seconds / 2 });
  const prices: Prices = { costs, delivery: readDelivery(), disk: measureDisk() / 1_000 };
  const { database } = micros(writes);
  console.log(
    `\nwrites: ${Math.round(writes.perSecond)} a second with the load on the same cores, ${database} µs of PostgreSQL each; replies to one post ${Math.round(onePost.perSecond)}; the disk keeps a commit in ${(prices.disk * 1_000).toFixed(2)} ms; a delivery ${(prices.delivery * 1e6).toFixed(0)} µs\n`,
  );
  results.push({
    measure: 'limits',
    writes: Math.round(writes.perSecond),
    writeDatabase: database,
    onePost: Math.round(onePost.perSecond),
    disk: prices.disk * 1_000,
    delivery: prices.delivery * 1e6,
  });

  const full = middle(fulls);
  run.row('load', 'a second', 'what', 'measured', 'simulated', 'off');
  const check = (name: string, perSecond: number, what: string, real: number, simulated: number) => {
    const off = simulated / real - 1;
    const cells = [real, simulated].map((number) => number.toFixed(number > 10 ? 0 : 3));
    run.row(name, Math.round(perSecond), what, ...cells, `${(off * 100).toFixed(0)} %`);
    run.goal(`${name}, ${what}`, Math.abs(off) <= TOLERANCE, `off by ${(off * 100).toFixed(0)} %`);
    results.push({ measure: 'check', name, perSecond, what, measured: real, simulated });
    if (Math.abs(off) > TOLERANCE) process.exitCode = 1;
  };
  for (const [index, part] of POINTS.entries()) {
    const real = middle(points[index] ?? []);
    const played = playMix(costs, real.perSecond);
    const name = `${part * 100} %`;
    check(
      name,
      real.perSecond,
      'server busy',
      real.processBusy,
      (played.stations['process']?.busy ?? 0) + idle('process'),
    );
    check(
      name,
      real.perSecond,
      'PostgreSQL busy',
      real.databaseBusy,
      (played.stations['leader']?.calls ?? 0) + idle('database'),
    );
    showTimes(run, name, real, played.kinds);
  }
  // Far more than one process can take: what comes out is what it can.
  const most = playMix(costs, 2 / mean(costs, 'process')).perSecond;
  check('full', full.perSecond, 'answers a core of the server', full.perSecond / full.processBusy, most);

  console.log('\nthe busiest minute, simulated');
  run.row(
    'day',
    'served by',
    'calls/s',
    'streams',
    'busiest',
    'p95 ms read',
    'like',
    'full at calls/s',
    'times',
    'first full',
  );
  for (const day of DAYS)
    for (const setup of SETUPS) {
      const played = playDay(day, setup, prices);
      const first = busiest(played);
      const end = findEnd(day, setup, prices);
      const figures = {
        calls: Math.round(played.rate),
        streams: Math.round(visitsOf(day) * STAYS),
        busiest: `${first.name} ${(first.busy * 100).toFixed(0)} %`,
        read: Number(((played.kinds['read']?.p95 ?? 0) * 1_000).toFixed(1)),
        like: Number(((played.kinds['like']?.p95 ?? 0) * 1_000).toFixed(1)),
        fullAt: Math.round(end.rate),
        times: Number(end.times.toFixed(1)),
        first: end.name,
      };
      run.row(day.name, setup.name, ...Object.values(figures));
      results.push({ measure: 'day', day: day.name, setup: setup.name, ...figures });
    }
  return results;
});

function byKind<Value>(of: (kind: Kind) => Value): Record<Kind, Value> {
  return Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<Kind, Value>;
}

const empty = () => byKind((): Load[] => []);

/** How much dearer calls are among calls of other kinds than alone: they share caches and cores. */
function amongOthers(
  alone: Record<Kind, Cost>,
  { perSecond, processBusy, databaseBusy }: Load,
  idle: Cost,
): Cost {
  return {
    process: (processBusy - idle.process) / (perSecond * mean(alone, 'process')),
    database: (databaseBusy - idle.database) / (perSecond * mean(alone, 'database')),
  };
}

/** Of each figure the median of the rounds. */
function middle(rounds: readonly Load[]): Load {
  const of = (key: keyof Load) => median(rounds.map((round) => round[key]));
  return {
    process: of('process'),
    database: of('database'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p95: of('p95'),
    processBusy: of('processBusy'),
    databaseBusy: of('databaseBusy'),
  };
}

const micros = ({ process, database }: Cost) => ({
  process: Math.round(process * 1e6),
  database: Math.round(database * 1e6),
});

const mean = (costs: Record<Kind, Cost>, part: keyof Cost) =>
  KINDS.reduce((sum, kind) => sum + ((MIX[kind] ?? 0) / 100) * costs[kind][part], 0);

/** A hundred calls, each kind as often as it is in the mix and evenly between the others. */
function mixed(requests: Record<Kind, readonly Asked[]>): Asked[] {
  const all = Array.from({ length: 10 }, (_, turn) =>
    KINDS.flatMap((kind) => {
      const count = MIX[kind] ?? 0;
      return Array.from({ length: count }, (__, index) => ({
        at: (index + 0.5) / count,
        asked: requests[kind][(turn * count + index) % requests[kind].length] as Asked,
      }));
    }).toSorted((left, right) => left.at - right.at),
  );
  return all.flat().map(({ asked }) => asked);
}

/** The mixed load on this machine: one process, and as much of PostgreSQL as it asks for. */
function playMix(costs: Record<Kind, Cost>, rate: number) {
  return simulate({
    stations: [
      { name: 'process', servers: 1 },
      { name: 'leader', servers: 20 },
    ],
    arrivals: KINDS.map((kind) => ({
      kind,
      rate: (rate * (MIX[kind] ?? 0)) / 100,
      route: (_, random) => [
        { station: 0, seconds: untilNext(1 / costs[kind].process, random) },
        { station: 1, seconds: untilNext(1 / costs[kind].database, random) },
      ],
    })),
    seconds: 10,
    warmUp: 1,
    seed: 1,
  });
}

function showTimes(
  run: Run,
  name: string,
  real: Load,
  kinds: Record<string, { calls: number; p50: number }>,
) {
  const p50 = median(
    Object.values(kinds).flatMap(({ p50: each, calls }) => (calls > 0 ? [each * 1_000] : [])),
  );
  run.row(name, Math.round(real.perSecond), 'p50 ms (shown only)', real.p50, p50.toFixed(2), '');
}

/** Processor seconds of a delivery to one reader, of the last run of bench:live. */
function readDelivery(): number {
  const all = JSON.parse(readFileSync(join(root, 'bench/results/live.json'), 'utf8')) as {
    name?: string;
    lanes?: { lane: string; rounds: { microseconds: number }[] }[];
  }[];
  const ours = all
    .find(({ name }) => name === 'one process')
    ?.lanes?.find(({ lane }) => lane.startsWith('ours'));
  return median(ours?.rounds.map(({ microseconds }) => microseconds) ?? []) / 1e6;
}
