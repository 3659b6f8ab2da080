// `npm run bench`: what answers cost the server, beside the barest servers that could give them, measured in turn
// in one run. Quoted is processor time an answer, because on few cores the load generator is the first to be
// full. Figures of different runs do not compare: only the ratios within one run do.
import { parseArgs } from 'node:util';
import { report, type Goal } from './goals.ts';
import { openPlace } from './place.ts';
import { load, type Round } from './load.ts';
import { median, residentMegabytes, stop, type Running } from './processes.ts';
import { casesOf, type Case } from './cases.ts';
import { transactionsPerSecond } from './pgbench.ts';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '100000' },
    replies: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '0' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
/** The goals are for this many connections; the others are shown. */
const CONNECTIONS = 16;

const place = await openPlace({
  posts: Number(values.posts),
  replies: Number(values.replies ?? Number(values.posts) * 3),
});
const goals: Goal[] = [];
const results: object[] = [];

/** One way of answering a case, measured beside the others. */
interface Lane {
  name: 'kept' | 'asked' | 'constant' | 'same SQL';
  server: Running;
  asked: Case['asked'];
  /** What the baseline stands for: our own answers must not be cheaper by being wrong. */
  headers: Record<string, string>;
}

try {
  const kept = await place.serve({});
  const asked = await place.serve({ KEPT_ANSWERS: 'off' });
  console.log(
    `${values.posts} posts; ${CONNECTIONS} connections, median of ${rounds} rounds of ${seconds} s (lowest–highest)\n`,
  );
  console.log('case | way | answers/s | µs CPU an answer | ratio | p50 ms | p99 ms');
  for (const one of casesOf(place)) {
    if (values.only && !values.only.split(',').includes(one.name)) continue;
    await measureCase(one, kept, asked);
  }
  await measureConnections(kept, asked);
  await measureEmbedded(kept);
  if (Number(values.minutes) > 0) await measureMemory(kept, Number(values.minutes));
} finally {
  await place.close();
}
await report('server', results, goals);

function lanesOf(one: Case, kept: Running, asked: Running, bare: Running[]): Lane[] {
  const headers = { Cookie: place.cookie };
  const lanes: Lane[] = [];
  if (one.keptGoal) lanes.push({ name: 'kept', server: kept, asked: one.asked, headers });
  lanes.push({ name: 'asked', server: asked, asked: one.asked, headers });
  const [constant, sql] = bare;
  if (constant) lanes.push({ name: 'constant', server: constant, asked: one.asked, headers });
  if (sql) lanes.push({ name: 'same SQL', server: sql, asked: one.bareAsked ?? one.asked, headers });
  return lanes;
}

async function measureCase(one: Case, kept: Running, asked: Running): Promise<void> {
  const constant = await place.constant(await one.sample(kept));
  const sql = one.steps ? await place.sameSql(one.steps) : null;
  const lanes = lanesOf(one, kept, asked, sql ? [constant, sql] : [constant]);
  const rows = new Map<string, Round[]>(lanes.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const lane of lanes) {
      const result = await load(lane.server, lane.asked, {
        headers: lane.headers,
        connections: CONNECTIONS,
        seconds,
      });
      // The first round warms everything up.
      if (round > 0) rows.get(lane.name)?.push(result);
    }
  }
  const ratio = (name: string, base: string) => {
    const all = (rows.get(name) ?? []).map(
      ({ microseconds }, index) => microseconds / (rows.get(base)?.[index]?.microseconds ?? Number.NaN),
    );
    return { middle: median(all), lowest: Math.min(...all), highest: Math.max(...all) };
  };
  for (const { name } of lanes) {
    const all = rows.get(name) ?? [];
    const base = name === 'kept' ? 'constant' : name === 'asked' && sql ? 'same SQL' : null;
    const { middle, lowest, highest } = base ? ratio(name, base) : { middle: 1, lowest: 1, highest: 1 };
    const figures = {
      case: one.name,
      way: name,
      perSecond: Math.round(median(all.map(({ perSecond }) => perSecond))),
      microseconds: Math.round(median(all.map(({ microseconds }) => microseconds))),
      ratio: Number(middle.toFixed(2)),
      lowest: Number(lowest.toFixed(2)),
      highest: Number(highest.toFixed(2)),
      p50: median(all.map(({ p50 }) => p50)),
      p99: median(all.map(({ p99 }) => p99)),
    };
    results.push(figures);
    const shown = base ? `${figures.ratio} × ${base} (${figures.lowest}–${figures.highest})` : '';
    console.log(
      [one.name, name, figures.perSecond, figures.microseconds, shown, figures.p50, figures.p99].join(' | '),
    );
    const goal = name === 'kept' ? one.keptGoal : name === 'asked' ? one.goal : undefined;
    if (goal !== undefined)
      goals.push({
        name: `${one.name}, ${name}`,
        met: middle <= goal,
        text: `${middle.toFixed(2)} × ${base}, goal ${goal}`,
      });
    if (name === 'kept' || name === 'asked')
      goals.push({
        name: `${one.name}, ${name}, p99`,
        met: figures.p99 <= 4 * Math.max(1, figures.p50),
        text: `p99 ${figures.p99} ms, p50 ${figures.p50} ms, goal 4 ×`,
      });
  }
  const transactions =
    one.pgbench && (await transactionsPerSecond(place, one.pgbench, { connections: CONNECTIONS, seconds }));
  if (transactions) {
    results.push({ case: one.name, way: 'pgbench', perSecond: transactions });
    console.log([one.name, 'pgbench', transactions, '', '', '', ''].join(' | '));
  }
  await stop(constant);
  if (sql) await stop(sql);
}

/** The same reads from one connection and from sixty-four: shown, without goals. */
async function measureConnections(kept: Running, asked: Running): Promise<void> {
  for (const connections of [1, 64]) {
    for (const one of casesOf(place)) {
      if (!one.keptGoal || (values.only && !values.only.split(',').includes(one.name))) continue;
      for (const [way, server] of [
        ['kept', kept],
        ['asked', asked],
      ] as const) {
        const round = await load(server, one.asked, {
          headers: { Cookie: place.cookie },
          connections,
          seconds,
        });
        results.push({ case: one.name, way, connections, ...round });
        console.log(
          [
            `${one.name}, ${connections} connections`,
            way,
            Math.round(round.perSecond),
            Math.round(round.microseconds),
            '',
            round.p50,
            round.p99,
          ].join(' | '),
        );
      }
    }
  }
}

/** A kept answer costs the same whichever engine filled it. */
async function measureEmbedded(kept: Running): Promise<void> {
  const embedded = await place.serveEmbedded();
  const latest = [{ method: 'GET', path: '/api/posts/latest' }] as const;
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const options = { connections: CONNECTIONS, seconds };
    const theirs = await load(kept, latest, { ...options, headers: { Cookie: place.cookie } });
    const ours = await load(embedded.server, latest, { ...options, headers: { Cookie: embedded.cookie } });
    if (round > 0) ratios.push(ours.microseconds / theirs.microseconds);
  }
  const ratio = median(ratios);
  results.push({ case: 'latest', way: 'kept, embedded engine beside PostgreSQL', ratio });
  goals.push({
    name: 'kept on the embedded engine',
    met: ratio <= 1.25,
    text: `${ratio.toFixed(2)} × PostgreSQL's, goal 1.25`,
  });
  console.log(`latest | kept, embedded | | | ${ratio.toFixed(2)} × PostgreSQL's | |`);
  await stop(embedded.server);
}

/** Every read in turn for minutes: the server's memory must not grow. */
async function measureMemory(server: Running, minutes: number): Promise<void> {
  const reads = casesOf(place).filter(({ keptGoal }) => keptGoal);
  const seen: number[] = [];
  const until = Date.now() + minutes * 60_000;
  while (Date.now() < until) {
    for (const { asked } of reads)
      await load(server, asked, { headers: { Cookie: place.cookie }, connections: CONNECTIONS, seconds: 4 });
    seen.push(Math.round(residentMegabytes(server)));
  }
  const [early = 0, late = 0] = [seen.slice(0, 3), seen.slice(-3)].map((some) => median(some));
  console.log(`memory over ${minutes} minutes: ${seen.join(', ')} MB`);
  results.push({ case: 'memory', minutes, megabytes: seen });
  goals.push({ name: 'memory flat', met: late <= early * 1.15, text: `${early} MB, then ${late} MB` });
}
