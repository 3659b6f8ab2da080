// `npm run bench:live`: 5,000 live streams, 500 of them on one post.
// That post gets five replies a second, a thousand others one a minute.
// A bare server writes the same bytes to the same number of responses, in turn in one run; then both run as two processes.
// Compare only ratios within one run.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { FanOutLane, figuresOf, OurLane, type Figures, type Lane, type Topic } from './live-lanes.ts';
import { median, ratios, residentMegabytes, spread } from './measure.ts';
import { openPlace, type Place } from './place.ts';
import { Readers } from './readers.ts';
import { defineBench, type Run } from './run.ts';

const OPTIONS = { streams: 5_000, hot: 500, others: 1_000, seconds: 20, rounds: 5, quiet: 10, fresh: 3 };

/** Maximum p99 of delivery, as a ratio to the bare server. */
const DELIVERY_GOAL = 1.5;
/** Maximum memory per stream in kilobytes. */
const MEMORY_GOAL = 18;

/** Collects garbage on a signal, to measure the memory of a stream. Not used in production. */
const COLLECTING = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>globalThis.gc())',
];

interface Setting {
  options: Record<keyof typeof OPTIONS, number>;
  run: Run;
  place: Place;
  readers: Readers;
}

export const bench = defineBench('live', OPTIONS, async (options, run) => {
  const { streams, hot, rounds, seconds } = options;
  const place = await openPlace(run, { posts: 6_000, replies: 24_000, sessions: streams, listed: 1_001 });
  const readers = new Readers();
  run.onEnd(() => readers.close());
  const setting = { options, run, place, readers };
  const topics = await listTopics(setting);
  console.log(
    `${streams} streams, ${hot} on one post; ${rounds} rounds of ${seconds} s; median (lowest–highest)\n`,
  );
  const memory = await measureMemory(setting, topics);

  const bare = new FanOutLane([await place.fanOut(null)]);
  const ours = new OurLane([await place.serve()]);
  const alone = await measureDelivery(setting, 'one process', [bare, ours], topics);
  for (const lane of [bare, ours]) await readers.cut(lane.name);

  const peer = await place.fanOut(null);
  const barePair = new FanOutLane([await place.fanOut(peer.origin), peer]);
  const ourPair = new OurLane([...ours.servers, await place.serve()]);
  // The posts have newer replies, and a reader hundreds behind would have to start over.
  const together = await measureDelivery(
    setting,
    'two processes',
    [barePair, ourPair],
    await listTopics(setting),
  );
  return [...memory, alone, together];
});

/** Returns the posts with their numbers of readers, the busy one first. */
async function listTopics({ place, options: { streams, hot, others: wanted } }: Setting): Promise<Topic[]> {
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  const { rows } = await client.query<{ id: string; last: number }>(
    'SELECT id, last_reply_number AS last FROM posts WHERE id = ANY ($1::uuid[]) ORDER BY id',
    [place.posts],
  );
  await client.end();
  const others = Math.min(wanted, rows.length - 1);
  return rows.slice(0, others + 1).map(({ id, last }, index) => ({
    post: id,
    last,
    readers:
      index === 0 ? hot : Math.floor((streams - hot) / others) + (index <= (streams - hot) % others ? 1 : 0),
  }));
}

async function openAll(
  { readers, place }: Setting,
  lane: Lane,
  topics: readonly Topic[],
  share = 1,
): Promise<number> {
  const started = performance.now();
  const wanted = lane.streamsOf(topics, place.cookies);
  await readers.open(lane.name, wanted.slice(0, wanted.length * share));
  return performance.now() - started;
}

/** Collects garbage, waits, and returns the megabytes in memory. */
async function settle(server: BuiltServer, quiet: number): Promise<number> {
  for (let turn = 0; turn < 2; turn += 1) {
    server.signal('SIGUSR2');
    await sleep((quiet * 1_000) / 2);
  }
  return residentMegabytes(server);
}

/** Uses new processes each time: a process rarely returns memory to the system. */
async function measureMemory(setting: Setting, topics: readonly Topic[]): Promise<object[]> {
  const { options, run, place, readers } = setting;
  const { quiet, streams } = options;
  const results: object[] = [];
  const taken: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] };
  for (let round = 0; round < options.fresh; round += 1) {
    for (const name of ['bare', 'ours'] as const) {
      const server = await (name === 'bare' ? place.fanOut(null, COLLECTING) : place.serve({}, COLLECTING));
      const lane = name === 'bare' ? new FanOutLane([server]) : new OurLane([server]);
      // One-time costs of the first streams are not counted.
      await openAll(setting, lane, topics, 0.1);
      await readers.cut(lane.name);
      const before = await settle(server, quiet);
      const openingMilliseconds = await openAll(setting, lane, topics);
      const after = await settle(server, quiet);
      const kilobytes = ((after - before) * 1024) / streams;
      taken[name].push(kilobytes);
      results.push({ measure: 'memory', lane: name, before, after, kilobytes, openingMilliseconds });
      console.log(
        `${name}: ${kilobytes.toFixed(1)} KB a stream (${before.toFixed(0)} → ${after.toFixed(0)} MB); opened within ${(openingMilliseconds / 1_000).toFixed(1)} s`,
      );
      await readers.cut(lane.name);
      await server.stop();
    }
  }
  const [ours, bare] = [median(taken.ours), median(taken.bare)].map((number) => number.toFixed(1));
  run.goal(
    'memory a stream',
    median(taken.ours) <= MEMORY_GOAL,
    `${ours} KB, the median of ${taken.ours.length}; goal ${MEMORY_GOAL}; bare ${bare}`,
  );
  return results;
}

/** Printed columns of each lane by heading. */
const COLUMNS: Readonly<Record<string, keyof Figures>> = {
  'p50 ms': 'p50',
  'p99 ms': 'p99',
  'busy post p99': 'hotP99',
  'other posts p99': 'othersP99',
  'answer p50': 'answerP50',
  'µs CPU a delivery': 'microseconds',
};
const FAULTS = ['lost', 'doubled', 'unordered', 'ended', 'others'] as const;

async function measureDelivery(
  setting: Setting,
  name: string,
  lanes: [Lane, Lane],
  topics: readonly Topic[],
): Promise<object> {
  const { options, run, place, readers } = setting;
  const rows = new Map<Lane, Figures[]>(lanes.map((lane) => [lane, []]));
  for (const lane of lanes) await openAll(setting, lane, topics);
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const lane of lanes) {
      // The first round is a warm-up.
      const ledger = await lane.write(topics, place.cookies, round === 0 ? 5 : options.seconds);
      // A reply that has not arrived two seconds after the last response is lost.
      await sleep(2_000);
      const figures = figuresOf(ledger, await readers.take(lane.name), lane.topicOfStream(topics), topics);
      if (round > 0) rows.get(lane)?.push(figures);
    }
  }
  const all = (lane: Lane, key: keyof Figures) => (rows.get(lane) ?? []).map((figures) => figures[key]);
  run.row(`\n${name}`, ...Object.keys(COLUMNS));
  for (const lane of lanes)
    run.row(lane.name, ...Object.values(COLUMNS).map((key) => spread(all(lane, key), 1).text));
  const [bare, ours] = lanes;
  const slower = ratios(all(ours, 'p99'), all(bare, 'p99'));
  const busy = spread(ratios(all(ours, 'hotP99'), all(bare, 'hotP99')));
  const sum = (key: keyof Figures) => all(ours, key).reduce((total, number) => total + number, 0);
  const faults = FAULTS.map((key) => `${key} ${sum(key)}`).join(', ');
  console.log(`p99 ${spread(slower).text} × bare; busy post's ${busy.text} ×`);
  console.log(`${sum('delivered')} deliveries: ${faults}`);
  run.goal(
    `${name}: delivery p99`,
    median(slower) <= DELIVERY_GOAL,
    `${spread(slower).text} × bare, goal ${DELIVERY_GOAL}`,
  );
  const clean = sum('delivered') > 0 && FAULTS.every((key) => sum(key) === 0);
  run.goal(`${name}: nothing lost or doubled`, clean, faults);
  return {
    measure: 'delivery',
    name,
    lanes: lanes.map((lane) => ({ lane: lane.name, rounds: rows.get(lane) })),
    ratios: slower,
  };
}
