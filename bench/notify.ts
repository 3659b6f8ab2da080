// `npm run bench:notify`: how many signals a second go from each process to all others through LISTEN and NOTIFY of PostgreSQL, until
// their p99 is twice that of a low rate. Every process sends its share and hears the others, as servers do: by the hub, which
// sends those of ten milliseconds together, and beside it each signal in a notification of its own.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startCluster } from '../server/testing/postgres-cluster.ts';
import { percentile } from './measure.ts';
import type { Order, Report } from './notify-process.ts';
import { defineBench, root, type Run } from './run.ts';

const OPTIONS = { processes: '2,4,8', low: 200, first: 1_250, most: 160_000, seconds: 1.2 };
/** Signals a second below which another way than PostgreSQL's would be needed. */
const GOAL = 5_000;
/** What p99 may grow to, beside that of the low rate. */
const DOUBLE = 2;
/** Each rate beside the one before. */
const RISE = 2;
/** How often a rate is tried at which p99 has doubled: once may be the machine's. Far beyond nothing is tried again. */
const TRIES = 3;
const FAR = 10;

interface Step {
  rate: number;
  p50: number;
  p99: number;
  lost: number;
  doubled: number;
}

export const bench = defineBench('notify', OPTIONS, async (options, run) => {
  const { processes, seconds } = options;
  const cluster = await startCluster();
  run.onEnd(() => cluster.stop());
  await cluster.createDatabase('bench');
  const results: object[] = [];
  console.log(`steps of ${seconds} s, each rate ${RISE} × the one before; delays in ms\n`);
  run.row('processes', 'signals', 'low: p50', 'p99', 'holds at', 'p50', 'p99', 'no more at', 'p99', 'lost');
  for (const count of processes.split(',').map(Number)) {
    const all = await startAll(count, cluster.urlOf('bench'), run);
    for (const together of [true, false]) {
      const climb = await climbUp(all, together, options);
      const { low, steps, held } = climb;
      const broke = steps.find(({ rate }) => rate > held.rate);
      const sum = (key: 'lost' | 'doubled') => [low, ...steps].reduce((total, step) => total + step[key], 0);
      run.row(
        count,
        together ? 'by the hub' : 'each alone',
        low.p50.toFixed(1),
        low.p99.toFixed(1),
        held.rate,
        held.p50.toFixed(1),
        held.p99.toFixed(1),
        broke ? broke.rate : `not by ${options.most}`,
        broke ? broke.p99.toFixed(1) : '',
        sum('lost'),
      );
      const name = `${count} processes ${together ? 'by the hub' : 'each alone'}`;
      if (together) run.goal(name, held.rate >= GOAL, `${held.rate} signals a second, goal ${GOAL}`);
      run.goal(
        `${name}: nothing lost`,
        sum('lost') + sum('doubled') === 0,
        `${sum('lost')} lost, ${sum('doubled')} doubled`,
      );
      results.push({ processes: count, together, ...climb });
    }
    for (const one of all) one.disconnect();
  }
  return results;
});

/** Rates one after the other, until p99 has doubled at one. */
async function climbUp(
  all: readonly ChildProcess[],
  together: boolean,
  { low: lowRate, first, most, seconds }: { low: number; first: number; most: number; seconds: number },
) {
  const measure = (rate: number) => step(all, { rate, together, milliseconds: seconds * 1_000 });
  await measure(lowRate);
  const low = await measure(lowRate);
  const steps: Step[] = [];
  let held = low;
  for (let rate = first; rate <= most; rate *= RISE) {
    let tried = await measure(rate);
    for (let turn = 1; turn < TRIES && isOver(tried, low) && tried.p99 < FAR * low.p99; turn += 1)
      tried = await measure(rate);
    steps.push(tried);
    if (isOver(tried, low)) break;
    held = tried;
  }
  return { low, held, steps };
}

const isOver = (step: Step, low: Step) => step.p99 > DOUBLE * low.p99 || step.lost > 0;

async function step(
  all: readonly ChildProcess[],
  { rate, together, milliseconds }: { rate: number; together: boolean; milliseconds: number },
): Promise<Step> {
  const share = rate / all.length;
  const reports = await Promise.all(
    all.map(async (one, sender) => {
      const answered = once(one, 'message') as Promise<[Report]>;
      one.send({ sender, rate: share, milliseconds, together } satisfies Order);
      return (await answered)[0];
    }),
  );
  let lost = 0;
  for (const [listener, { heard }] of reports.entries())
    for (const [sender, { sent }] of reports.entries()) {
      // The hub does not hear itself: what a process signals it has at once. A notification of its own comes back.
      if (sender !== listener || !together) lost += sent - (heard[sender] ?? 0);
    }
  const delays = reports.flatMap((report) => report.delays);
  return {
    rate,
    p50: Number(percentile(delays, 0.5).toFixed(2)),
    p99: Number(percentile(delays, 0.99).toFixed(2)),
    lost,
    doubled: reports.reduce((total, { doubled }) => total + doubled, 0),
  };
}

async function startAll(count: number, url: string, run: Run): Promise<ChildProcess[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const one = fork(join(root, 'bench/notify-process.ts'), {
        execArgv: ['--import', 'tsx'],
        env: { ...process.env, DATABASE_URL: url },
        serialization: 'advanced',
      });
      run.onEnd(() => one.kill('SIGKILL'));
      await once(one, 'message');
      return one;
    }),
  );
}
