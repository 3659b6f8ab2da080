// `npm run bench:growth`: the same reads on campuses of 10,000, 100,000 and 1,000,000 posts. One connection asks all
// three in turn, request by request, so that whatever else the machine does weighs on all alike; answers are not
// kept. Milliseconds of different runs do not compare: only the ratios within one run do.
import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { openCampuses, type Campus } from './growth-place.ts';
import { report, type Goal } from './goals.ts';
import { readPlans, readsOf, type Read } from './growth-reads.ts';
import { median } from './processes.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    rounds: { type: 'string', default: '10' },
    requests: { type: 'string', default: '60' },
    only: { type: 'string' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);
const requests = Number(values.requests);
/** Of a round's requests these only warm up. */
const DISCARDED = 10;
/** Most that a read may cost on the largest campus, beside the smallest. */
const GOAL = 1.3;

/** What a read took on one campus: the milliseconds of each round's requests. */
type Times = Map<Campus, number[][]>;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const { campuses, close } = await openCampuses(sizes);
const goals: Goal[] = [];
const results: object[] = campuses.map(({ planted, seconds }) => ({
  ...planted,
  seconds: Math.round(seconds),
}));

try {
  const [smallest, largest] = [campuses[0], campuses.at(-1)] as [Campus, Campus];
  const reads = new Map<Campus, Read[]>();
  for (const campus of campuses) reads.set(campus, await readsOf(campus));
  console.log(
    `\n${rounds} rounds of ${requests - DISCARDED} requests a read and campus, in turn; medians in ms\n`,
  );
  console.log(`read | ${sizes.join(' | ')} | ratio (rounds: lowest–highest)`);
  for (const [index, { name }] of (reads.get(smallest) ?? []).entries()) {
    if (values.only && !name.includes(values.only)) continue;
    const times = await measure((campus) => reads.get(campus)?.[index]?.paths ?? []);
    const middles = campuses.map((campus) => median(times.get(campus)?.flat() ?? []));
    const byRound = (times.get(largest) ?? []).map(
      (round, turn) => median(round) / median(times.get(smallest)?.[turn] ?? []),
    );
    const ratio = (middles.at(-1) ?? 0) / (middles[0] ?? 1);
    const [lowest, highest] = [Math.min(...byRound), Math.max(...byRound)];
    const digits = (number: number) => Number(number.toFixed(2));
    results.push({
      read: name,
      milliseconds: Object.fromEntries(middles.map((middle, place) => [sizes[place], digits(middle)])),
      ratio: digits(ratio),
      lowest: digits(lowest),
      highest: digits(highest),
    });
    const text = `${digits(ratio)} (${digits(lowest)}–${digits(highest)})`;
    console.log([name, ...middles.map((middle) => middle.toFixed(2)), text].join(' | '));
    goals.push({ name, met: ratio <= GOAL, text: `${text} × the smallest campus, goal ${GOAL}` });
  }
  const { all, others, growing } = await readPlans(largest);
  results.push({
    plans: all,
    others: Object.keys(others).join(' '),
    growing: Object.keys(growing).join(' '),
  });
  const names = Object.keys(others);
  console.log(`\nplans of ${all} hot queries on ${largest.size} posts: ${all - names.length} as committed`);
  for (const [name, shape] of [...Object.entries(others), ...Object.entries(growing)])
    console.log(`${name}:\n${shape.join('\n')}`);
  const slow = Object.keys(growing);
  goals.push({
    name: 'plans without values',
    met: slow.length === 0,
    text: `scan or sort more than a page: ${slow.join(', ')}`,
  });
  goals.push({ name: 'plans', met: names.length === 0, text: `other than committed: ${names.join(', ')}` });
} finally {
  agent.destroy();
  await close();
}
await report(values.only ? null : 'growth', results, goals);

async function measure(pathsOf: (campus: Campus) => readonly string[]): Promise<Times> {
  const times: Times = new Map(campuses.map((campus) => [campus, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const campus of campuses) times.get(campus)?.push([]);
    for (let request = 0; request < requests; request += 1) {
      for (const campus of campuses) {
        const paths = pathsOf(campus);
        const path = paths[(round * requests + request) % paths.length] ?? '';
        const took = await ask(campus, path);
        if (request >= DISCARDED) times.get(campus)?.[round]?.push(took);
      }
    }
  }
  return times;
}

/** Milliseconds until the whole answer is there. */
function ask({ server, cookie }: Campus, path: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    get(server.origin + path, { agent, headers: { Cookie: cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
      answer.on('error', reject).on('end', () => resolve(performance.now() - startedAt));
      answer.resume();
    }).on('error', reject);
  });
}
