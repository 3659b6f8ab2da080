// `npm run bench:processes`: what one, two and more processes on one port answer, what an answer costs them together and how
// much memory they take. On a machine whose cores the load generator shares, answers a second say nothing of more cores;
// the processor time of an answer does: were it the same, more cores would give as many times more answers. It is taken at one
// rate that leaves the cores room: at full load two processes and the generator throw each other out of two cores, which one
// process and the generator do not.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { availableParallelism } from 'node:os';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { median, processorSeconds, ratios, residentMegabytes, spread } from './measure.ts';
import { openPlace, type Place } from './place.ts';
import { defineBench } from './run.ts';

const CONNECTIONS = 32;
/** Most that an answer may cost, beside that of one process. */
const GOAL = 1.1;
const OPTIONS = { posts: 20_000, seconds: 3, rounds: 9, rate: 2_500, most: 2 };
const CASES = { latest: '/api/posts/latest', campus: '/api/campus' };

export const bench = defineBench(
  'processes',
  OPTIONS,
  async ({ posts, seconds, rounds, rate, most }, run) => {
    const place = await openPlace(run, { posts, replies: posts * 3 });
    const lanes = [];
    for (let count = 1; count <= most; count *= 2)
      lanes.push({ count, server: await place.serve({ PROCESSES: String(count) }) });
    console.log(
      `${availableParallelism()} cores; ${CONNECTIONS} connections, median of ${rounds} rounds of ${seconds} s; processor time at ${rate} calls a second\n`,
    );
    run.row(
      'case',
      'processes',
      'answers/s at full load',
      'µs CPU an answer',
      'ratio',
      'of it the supervisor',
      'MB',
    );
    const results: object[] = [];
    for (const [name, path] of Object.entries(CASES)) {
      const measured = new Map(lanes.map(({ count }) => [count, [] as Round[]]));
      // The first round warms everything up.
      for (let round = 0; round <= rounds; round += 1)
        for (const { count, server } of lanes) {
          const full = await load(server, place, path, { seconds });
          const even = await load(server, place, path, { seconds, rate });
          if (round > 0) measured.get(count)?.push({ ...even, perSecond: full.perSecond });
        }
      const cost = (count: number) => (measured.get(count) ?? []).map(({ microseconds }) => microseconds);
      for (const { count, server } of lanes) {
        const all = measured.get(count) ?? [];
        const ratio = spread(ratios(cost(count), cost(1)));
        const figures = {
          case: name,
          processes: count,
          perSecond: Math.round(median(all.map(({ perSecond }) => perSecond))),
          microseconds: Math.round(median(cost(count))),
          ratio: ratio.middle,
          supervisor: Math.round(median(all.map(({ supervisor }) => supervisor))),
          megabytes: Math.round(sum(familyOf(server), residentMegabytes)),
        };
        run.row(
          name,
          count,
          figures.perSecond,
          figures.microseconds,
          ratio.text,
          count === 1 ? '' : figures.supervisor,
          figures.megabytes,
        );
        if (count > 1)
          run.goal(`${name}, ${count} processes`, ratio.middle <= GOAL, `${ratio.text}, goal ${GOAL}`);
        results.push(figures);
      }
    }
    return results;
  },
);

interface Round {
  perSecond: number;
  /** Of all processes together, an answer. */
  microseconds: number;
  supervisor: number;
}

async function load(
  server: BuiltServer,
  place: Place,
  path: string,
  { seconds, rate }: { seconds: number; rate?: number },
): Promise<Round> {
  const family = familyOf(server);
  const spent = () => ({ all: sum(family, processorSeconds), supervisor: processorSeconds(server) });
  const before = spent();
  const result = await autocannon({
    url: `${server.origin}${path}`,
    connections: CONNECTIONS,
    duration: seconds,
    ...(rate && { overallRate: rate }),
    headers: { Cookie: place.cookie },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} broken`);
  const after = spent();
  const answers = result.requests.total;
  const each = (part: keyof typeof after) => ((after[part] - before[part]) / answers) * 1e6;
  return { perSecond: answers / seconds, microseconds: each('all'), supervisor: each('supervisor') };
}

type Process = Pick<BuiltServer, 'processId'>;

/** A server and the processes that it started. */
function familyOf({ processId }: Process): Process[] {
  const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8');
  const ids = children.split(' ').filter(Boolean).map(Number);
  return [{ processId }, ...ids.map((id) => ({ processId: id }))];
}

const sum = (family: readonly Process[], figure: (one: Process) => number) =>
  family.reduce((total, one) => total + figure(one), 0);
