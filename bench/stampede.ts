// `npm run bench:stampede`: a thousand students open home for the first time within ten seconds, then a building, then
// a post with its live stream. Each asks what the built web app asks, which a browser shows once at the beginning, and
// waits are taken from the request to the whole answer. Load, server and database share the machine.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { STAMPEDE_GOAL } from './goals.ts';
import { median, percentile, processorSeconds } from './measure.ts';
import { BUSY_BOARD, openPlace, type Place } from './place.ts';
import { defineBench, root, type Run } from './run.ts';
import type { User, Waited } from './users.ts';
import { recordVisit, type Step } from './visit.ts';

const OPTIONS = { users: 1_000, within: 10, rounds: 3, posts: 20_000 };
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

export const bench = defineBench('stampede', OPTIONS, async ({ users, within, rounds, posts }, run) => {
  const sessions = users * rounds + 1;
  const place = await openPlace(run, { posts, replies: posts * 3, sessions, listed: 300 });
  const [cookie = '', ...cookies] = place.cookies;
  const recorded = await record(place, cookie);
  const calls = recorded.map(({ name, waves }) => `${name} ${waves.flat().length}`).join(', ');
  console.log(`${users} students within ${within} s; requests each: ${calls}\n`);
  run.row(
    'round',
    'requests',
    'errors',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'home p95',
    'building p95',
    'post p95',
    'CPU s',
  );
  const results: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const coming = cookies.slice((round - 1) * users, round * users).map((each, index) => ({
      cookie: each,
      arrivesAfter: Math.random() * within * 1_000,
      thinks: [0, 0].map(() => THINK_LEAST + Math.random() * (THINK_MOST - THINK_LEAST)),
      steps: visitTo(place, place.posts[index % place.posts.length] ?? '', recorded),
    }));
    results.push(await measure(run, place, { round, recorded, users: coming }));
  }
  const errors = results.flatMap((one) =>
    Object.entries(one.errors).map(([text, count]) => `${text}: ${count}`),
  );
  const p95 = median(results.map((one) => one.p95));
  run.goal('no error', errors.length === 0, errors.join('; '));
  run.goal('p95', p95 <= STAMPEDE_GOAL, `${p95} ms, the median of ${rounds}; goal ${STAMPEDE_GOAL}`);
  return results;
});

/** What the web app asks of a server that nobody has asked anything. */
async function record(place: Place, cookie: string): Promise<Step[]> {
  const server = await place.serve();
  const steps = await recordVisit(server.origin, cookie, [
    { name: 'home', path: '/' },
    { name: 'building', path: `/building/${BUSY_BOARD}` },
    { name: 'post', path: `/post/${place.posts[0]}` },
  ]);
  await server.stop();
  if (!steps.every(({ waves }) => waves.length > 0)) throw new Error('a screen asked for nothing');
  if (!steps.some(({ waves }) => waves.flat().some(({ endless }) => endless)))
    throw new Error('the post opened no live stream');
  return steps;
}

/** The same visit to another post of the same board. */
function visitTo(place: Place, post: string, recorded: readonly Step[]): Step[] {
  return recorded.map(({ name, waves }) => ({
    name,
    waves: waves.map((wave) =>
      wave.map((call) =>
        name === 'post' ? { ...call, path: call.path.replaceAll(place.posts[0] ?? '', post) } : call,
      ),
    ),
  }));
}

async function measure(
  run: Run,
  place: Place,
  coming: { round: number; recorded: readonly Step[]; users: readonly User[] },
): Promise<Round> {
  const { round, recorded, users } = coming;
  // A new one each time: anyone who opens home after a start finds nothing kept and no session known.
  const server = await place.serve();
  const child = fork(join(root, 'bench/users.ts'), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const started = performance.now();
  const before = processorSeconds(server);
  child.send({ origin: server.origin, users });
  const [waited] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the students ended before their visits did'))),
  ])) as [Waited[]];
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
  run.row(
    round,
    figures.requests,
    waited.filter(({ error }) => error).length,
    ...[figures.p50, figures.p95, figures.p99, ...figures.steps.map((step) => step.p95)].map(Math.round),
    figures.processor.toFixed(1),
  );
  child.kill('SIGKILL');
  await server.stop();
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
