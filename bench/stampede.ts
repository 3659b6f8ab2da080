// `npm run bench:stampede`: a thousand students open home for the first time within ten seconds, then a building, then
// a post with its live stream. Each asks what the built web app asks, which a browser shows once at the beginning, and
// waits are taken from the request to the whole answer. Load, server and database share the machine.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report, STAMPEDE_GOAL, type Goal } from './goals.ts';
import { BUSY_BOARD, openPlace } from './place.ts';
import { median, percentile, processorSeconds, root, stop } from './processes.ts';
import type { Student, Waited } from './students.ts';
import { recordVisit, type Step } from './visit.ts';

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '1000' },
    within: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    posts: { type: 'string', default: '20000' },
  },
});
const students = Number(values.students);
const rounds = Number(values.rounds);

const [THINK_LEAST, THINK_MOST] = [1_000, 4_000];

interface Round {
  round: number;
  seconds: number;
  processor: number;
  requests: number;
  errors: Record<string, number>;
  p50: number;
  p95: number;
  p99: number;
  steps: { step: string; requests: number; p50: number; p95: number; p99: number }[];
  /** The slowest addresses by their 95th percentile, without what tells one building or post from another. */
  slowest: { path: string; p95: number }[];
}

const place = await openPlace({
  posts: Number(values.posts),
  replies: Number(values.posts) * 3,
  sessions: students * rounds + 1,
  listed: 300,
});
const results: Round[] = [];
try {
  const [cookie = '', ...cookies] = place.cookies;
  const recorded = await record(cookie);
  const calls = recorded.map(({ name, waves }) => `${name} ${waves.flat().length}`).join(', ');
  console.log(`${students} students within ${values.within} s; requests each: ${calls}\n`);
  console.log(
    'round | requests | errors | p50 ms | p95 ms | p99 ms | home p95 | building p95 | post p95 | server CPU s',
  );
  for (let round = 1; round <= rounds; round += 1)
    results.push(await measure(round, recorded, cookies.slice((round - 1) * students, round * students)));
} finally {
  await place.close();
}
const errors = results.flatMap((one) =>
  Object.entries(one.errors).map(([text, count]) => `${text}: ${count}`),
);
const p95 = median(results.map((one) => one.p95));
const goals: Goal[] = [
  { name: 'no error', met: errors.length === 0, text: errors.join('; ') },
  {
    name: 'p95',
    met: p95 <= STAMPEDE_GOAL,
    text: `${p95.toFixed(0)} ms, the median of ${rounds}; goal ${STAMPEDE_GOAL}`,
  },
];
await report('stampede', results, goals);

/** What the web app asks of a server that nobody has asked anything. */
async function record(cookie: string): Promise<Step[]> {
  const server = await place.serve({});
  const steps = await recordVisit(server.origin, cookie, [
    { name: 'home', path: '/' },
    { name: 'building', path: `/building/${BUSY_BOARD}` },
    { name: 'post', path: `/post/${place.posts[0]}` },
  ]);
  await stop(server);
  if (!steps.every(({ waves }) => waves.length > 0)) throw new Error('a screen asked for nothing');
  if (!steps.some(({ waves }) => waves.flat().some(({ endless }) => endless)))
    throw new Error('the post opened no live stream');
  return steps;
}

/** The same visit to another post of the same board. */
function visitTo(post: string, recorded: readonly Step[]): Step[] {
  return recorded.map(({ name, waves }) => ({
    name,
    waves: waves.map((wave) =>
      wave.map((call) =>
        name === 'post' ? { ...call, path: call.path.replaceAll(place.posts[0] ?? '', post) } : call,
      ),
    ),
  }));
}

async function measure(round: number, recorded: readonly Step[], cookies: readonly string[]): Promise<Round> {
  // A new one each time: whoever opens home after a start finds nothing kept and no session known.
  const server = await place.serve({});
  const coming: Student[] = cookies.map((cookie, index) => ({
    cookie,
    arrivesAfter: Math.random() * Number(values.within) * 1_000,
    thinks: [0, 0].map(() => THINK_LEAST + Math.random() * (THINK_MOST - THINK_LEAST)),
    steps: visitTo(place.posts[index % place.posts.length] ?? '', recorded),
  }));
  const child = fork(join(root, 'bench/students.ts'), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const started = performance.now();
  const before = processorSeconds(server);
  child.send({ origin: server.origin, students: coming });
  const [waited] = (await once(child, 'message')) as [Waited[]];
  const figures: Round = {
    round,
    seconds: (performance.now() - started) / 1_000,
    processor: processorSeconds(server) - before,
    requests: waited.length,
    errors: {},
    ...percentiles(waited),
    steps: recorded.map(({ name }) => {
      const some = waited.filter(({ step }) => step === name);
      return { step: name, requests: some.length, ...percentiles(some) };
    }),
    slowest: slowestOf(waited),
  };
  for (const { error, path } of waited)
    if (error) figures.errors[`${path} ${error}`] = (figures.errors[`${path} ${error}`] ?? 0) + 1;
  console.log(
    [
      round,
      figures.requests,
      waited.filter(({ error }) => error).length,
      ...[figures.p50, figures.p95, figures.p99, ...figures.steps.map((step) => step.p95)].map(Math.round),
      figures.processor.toFixed(1),
    ].join(' | '),
  );
  child.kill('SIGKILL');
  await stop(server);
  return figures;
}

function percentiles(waited: readonly Waited[]) {
  const all = waited.map(({ milliseconds }) => milliseconds);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => Number(percentile(all, share).toFixed(1)));
  return { p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 };
}

function slowestOf(waited: readonly Waited[]) {
  const byPath = new Map<string, Waited[]>();
  for (const one of waited) {
    const path = one.path.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/, '{id}');
    const some = byPath.get(path);
    if (some) some.push(one);
    else byPath.set(path, [one]);
  }
  return [...byPath]
    .map(([path, some]) => ({ path, p95: percentiles(some).p95 }))
    .toSorted((left, right) => right.p95 - left.p95)
    .slice(0, 5);
}
