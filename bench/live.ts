// `npm run bench:live`: 5,000 live streams, 500 of them on one post that gets five replies a second while a thousand
// others get one a minute; beside a bare server that writes the same bytes to as many open responses, in turn in one
// run. Then both again as two processes. Figures of different runs do not compare: only the ratios within one do.
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { report, type Goal } from './goals.ts';
import { FanOutLane, figuresOf, OurLane, type Figures, type Lane, type Topic } from './live-lanes.ts';
import { openPlace } from './place.ts';
import { median, residentMegabytes, stop, type Running } from './processes.ts';
import { Readers } from './readers.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '5000' },
    hot: { type: 'string', default: '500' },
    others: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    quiet: { type: 'string', default: '10' },
    fresh: { type: 'string', default: '3' },
  },
});
const streams = Number(values.streams);
const hot = Number(values.hot);
const rounds = Number(values.rounds);

/** Delivery's 99th percentile, at most this much of the bare server's. */
const DELIVERY_GOAL = 1.5;
/** Kilobytes of memory that a stream may take. */
const MEMORY_GOAL = 18;

/** On a signal the process collects its garbage: what is left is what a stream takes. Production knows no such thing. */
const COLLECTING = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())',
];

const place = await openPlace({ posts: 6_000, replies: 24_000, sessions: streams, listed: 1_001 });
const readers = new Readers();
const goals: Goal[] = [];
const results: object[] = [];

try {
  const topics = await listTopics();
  console.log(
    `${streams} streams, ${hot} on one post; ${rounds} rounds of ${values.seconds} s; median (lowest–highest)\n`,
  );
  await measureMemory(topics);

  const bare = new FanOutLane([await place.fanOut(null)]);
  const ours = new OurLane([await place.serve({})]);
  for (const lane of [bare, ours]) await openAll(lane, topics);
  await measureDelivery('one process', [bare, ours], topics);
  for (const lane of [bare, ours]) await readers.cut(lane.name);

  const peer = await place.fanOut(null);
  const barePair = new FanOutLane([await place.fanOut(peer.origin), peer]);
  const ourPair = new OurLane([...ours.servers, await place.serve({})]);
  // The posts have gone on meanwhile, and a reader hundreds behind is told to begin anew.
  const topicsNow = await listTopics();
  for (const lane of [barePair, ourPair]) await openAll(lane, topicsNow);
  await measureDelivery('two processes', [barePair, ourPair], topicsNow);
} finally {
  readers.close();
  await place.close();
}
await report('live', results, goals);

/** The posts, the busy one first, each with its readers, who stand where the post stands. */
async function listTopics(): Promise<Topic[]> {
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  const { rows } = await client.query<{ id: string; last: number }>(
    'SELECT id, last_reply_number AS last FROM posts WHERE id = ANY ($1::uuid[]) ORDER BY id',
    [place.posts],
  );
  await client.end();
  const others = Math.min(Number(values.others), rows.length - 1);
  return rows.slice(0, others + 1).map(({ id, last }, index) => ({
    post: id,
    last,
    readers:
      index === 0 ? hot : Math.floor((streams - hot) / others) + (index <= (streams - hot) % others ? 1 : 0),
  }));
}

async function openAll(lane: Lane, topics: readonly Topic[], share = 1): Promise<number> {
  const started = performance.now();
  const wanted = lane.streamsOf(topics, place.cookies);
  await readers.open(lane.name, wanted.slice(0, wanted.length * share));
  return performance.now() - started;
}

/** Collects the garbage, waits until all is quiet, and answers the megabytes in memory. */
async function settle(server: Running): Promise<number> {
  for (let turn = 0; turn < 2; turn += 1) {
    server.process.kill('SIGUSR2');
    await sleep((Number(values.quiet) * 1_000) / 2);
  }
  return residentMegabytes(server);
}

/** Each time in new processes: what one has taken from the machine it hardly ever gives back. */
async function measureMemory(topics: readonly Topic[]): Promise<void> {
  const taken: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] };
  for (let round = 0; round < Number(values.fresh); round += 1) {
    for (const name of ['bare', 'ours'] as const) {
      const lane =
        name === 'bare'
          ? new FanOutLane([await place.fanOut(null, COLLECTING)])
          : new OurLane([await place.serve({}, COLLECTING)]);
      const [server] = lane.servers as [Running];
      // What the first streams load and compile is no stream's.
      await openAll(lane, topics, 0.1);
      await readers.cut(lane.name);
      const before = await settle(server);
      const opening = await openAll(lane, topics);
      const after = await settle(server);
      const kilobytes = ((after - before) * 1024) / streams;
      taken[name].push(kilobytes);
      results.push({ measure: 'memory', lane: name, before, after, kilobytes, openingMilliseconds: opening });
      console.log(
        `${name}: ${kilobytes.toFixed(1)} KB a stream (${before.toFixed(0)} → ${after.toFixed(0)} MB); opened within ${(opening / 1_000).toFixed(1)} s`,
      );
      await readers.cut(lane.name);
      await stop(server);
    }
  }
  const kilobytes = median(taken.ours);
  goals.push({
    name: 'memory a stream',
    met: kilobytes <= MEMORY_GOAL,
    text: `${kilobytes.toFixed(1)} KB, the median of ${taken.ours.length}; goal ${MEMORY_GOAL}; bare ${median(taken.bare).toFixed(1)}`,
  });
}

async function measureDelivery(name: string, lanes: [Lane, Lane], topics: readonly Topic[]): Promise<void> {
  const [bare, ours] = lanes;
  const rows = new Map<Lane, Figures[]>(lanes.map((lane) => [lane, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const lane of lanes) {
      // The first round warms everything up.
      const seconds = round === 0 ? 5 : Number(values.seconds);
      const ledger = await lane.write(topics, place.cookies, seconds);
      // Whatever has not arrived two seconds after the last reply was answered is lost.
      await sleep(2_000);
      const figures = figuresOf(ledger, await readers.take(lane.name), lane.topicOfStream(topics), topics);
      if (round > 0) rows.get(lane)?.push(figures);
    }
  }
  const all = (lane: Lane, pick: (figures: Figures) => number) => (rows.get(lane) ?? []).map(pick);
  const range = (numbers: readonly number[], digits: number) =>
    `${median(numbers).toFixed(digits)} (${Math.min(...numbers).toFixed(digits)}–${Math.max(...numbers).toFixed(digits)})`;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  console.log(
    `\n${name} | p50 ms | p99 ms | busy post p99 | other posts p99 | answer p50 | µs CPU a delivery`,
  );
  for (const lane of lanes) {
    const columns = (
      [
        (one) => one.p50,
        (one) => one.p99,
        (one) => one.hotP99,
        (one) => one.othersP99,
        (one) => one.answerP50,
        (one) => one.microseconds,
      ] as ((one: Figures) => number)[]
    ).map((pick) => range(all(lane, pick), 1));
    console.log([lane.name, ...columns].join(' | '));
  }
  const ratioOf = (pick: (figures: Figures) => number) => {
    const theirs = all(bare, pick);
    return all(ours, pick).map((number, index) => number / (theirs[index] ?? Number.NaN));
  };
  const ratios = ratioOf(({ p99 }) => p99);
  const delivered = sum(all(ours, ({ delivered: count }) => count));
  const faults = (['lost', 'doubled', 'unordered', 'ended', 'others'] as const).map(
    (key) => [key, sum(all(ours, (one) => one[key]))] as const,
  );
  const faultText = faults.map(([key, count]) => `${key} ${count}`).join(', ');
  console.log(
    `p99 ${range(ratios, 2)} × bare; busy post's ${range(
      ratioOf((one) => one.hotP99),
      2,
    )} ×`,
  );
  console.log(`${delivered} deliveries: ${faultText}`);
  results.push({
    measure: 'delivery',
    name,
    lanes: lanes.map((lane) => ({ lane: lane.name, rounds: rows.get(lane) })),
    ratios,
  });
  goals.push(
    {
      name: `${name}: delivery p99`,
      met: median(ratios) <= DELIVERY_GOAL,
      text: `${range(ratios, 2)} × bare, goal ${DELIVERY_GOAL}`,
    },
    {
      name: `${name}: nothing lost or doubled`,
      met: delivered > 0 && faults.every(([, count]) => count === 0),
      text: faultText,
    },
  );
}
