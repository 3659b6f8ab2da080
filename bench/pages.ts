// `npm run bench:pages`: what a page with its screen drawn costs the server, on PostgreSQL. Processor time of pages that are
// cached, beside the login's in the same round; what a page that is not cached adds; the wait for the first bytes; and a
// thousand students who open a thousand posts. Load, server and database share the machine.
import { Agent, get } from 'node:http';
import { cpus } from 'node:os';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { STAMPEDE_GOAL } from './goals.ts';
import { type Asked, load } from './load.ts';
import { median, percentile, ratios, spread } from './measure.ts';
import { measureDrawing, measureEnd } from './pages-drawing.ts';
import { measureOpening, type Opening } from './pages-opening.ts';
import { BUSY_BOARD, openPlace, type Place } from './place.ts';
import { defineBench, type Run } from './run.ts';

const OPTIONS = { posts: 5_000, seconds: 2, rounds: 5, students: 1_000, within: 10, part: 'all' };
const CONNECTIONS = 8;
/** So many students ask in turn, beside one who asks again and again. */
const IN_TURN = 64;
const FIRST_BYTES_ASKED = 300;
/** Most of the login's processor time that a page of a user may take. */
const COST_GOAL = 2;
const FIRST_BYTES_GOAL = 5;
/** Milliseconds of processor time. */
const DRAWING_GOALS: Record<string, number> = { home: 1.5, board: 4 };
const END_GOAL = 0.3;

interface PagePath {
  page: string;
  path: string;
}

export const bench = defineBench('pages', OPTIONS, async (options, run) => {
  const { posts, seconds, rounds, students, within, part } = options;
  const place = await openPlace(run, { posts, replies: posts * 3, sessions: students, listed: students });
  if (place.posts.length < students) throw new Error(`${place.posts.length} posts are too few`);
  const pages = [
    { page: 'home', path: '/' },
    { page: 'building list', path: '/building' },
    { page: 'board', path: `/building/${BUSY_BOARD}` },
    { page: 'post', path: `/post/${place.posts[0]}` },
  ];
  const wanted = (name: string) => part === 'all' || part === name;
  const server = await place.serve();
  const results: Record<string, unknown> = {
    measured: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
  };
  if (wanted('cost')) results['cost'] = await measureCost({ run, place, server, pages, seconds, rounds });
  if (wanted('first bytes')) results['firstBytes'] = await measureFirstBytes(run, place, server, pages);
  if (wanted('drawing')) results['drawing'] = await showDrawing(run, place, server, pages);
  await server.stop();
  if (wanted('opening')) results['opening'] = await showOpenings(run, place, within);
  return part === 'all' ? results : null;
});

interface Setting {
  run: Run;
  place: Place;
  server: BuiltServer;
  pages: readonly PagePath[];
  seconds: number;
  rounds: number;
}

/** Who asks for which page; the visitor's login is what the others are held against. */
interface Lane {
  page: string;
  by: string;
  asked: Asked[];
}

/** A page lives for a second, so of thousands of answers one a second is made again: that is in these figures. */
async function measureCost({ run, place, server, pages, seconds, rounds }: Setting): Promise<object[]> {
  const method = 'GET' as const;
  const lanes: Lane[] = [
    { page: 'login', by: 'visitors', asked: [{ method, path: '/login' }] },
    ...[1, IN_TURN, place.cookies.length].flatMap((count) =>
      pages.map(({ page, path }) => ({
        page,
        by: count === 1 ? 'one student' : `${count} students in turn`,
        asked: place.cookies.slice(0, count).map((cookie) => ({ method, path, cookie })),
      })),
    ),
  ];
  const options = { headers: { 'Accept-Encoding': 'gzip' }, connections: CONNECTIONS, seconds };
  const figures = lanes.map((lane) => ({ ...lane, costs: [] as number[], perSecond: [] as number[] }));
  // The first round warms everything up.
  for (let round = 0; round <= rounds; round += 1)
    for (const { asked, costs, perSecond } of figures) {
      const result = await load(server, asked, options);
      if (round === 0) continue;
      costs.push(result.microseconds);
      perSecond.push(result.perSecond);
    }
  run.row('page', 'asked by', 'answers/s', 'µs CPU an answer', '× login');
  const login = figures[0]?.costs ?? [];
  return figures.map(({ page, by, costs, perSecond }) => {
    const { text, ...ratio } = spread(ratios(costs, login));
    const microseconds = Math.round(median(costs));
    const answers = Math.round(median(perSecond));
    run.row(page, by, answers, microseconds, text);
    if (costs !== login)
      run.goal(`${page}, ${by}`, ratio.middle <= COST_GOAL, `${text} × login, goal ${COST_GOAL}`);
    return { page, by, perSecond: answers, microseconds, ratio };
  });
}

/** How long one student on one connection waits for the first bytes of a page that is cached. */
async function measureFirstBytes(
  run: Run,
  { cookie }: Place,
  { origin }: BuiltServer,
  pages: readonly PagePath[],
): Promise<object[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { 'Accept-Encoding': 'gzip', Cookie: cookie };
  const wait = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const started = performance.now();
      get(origin + path, { agent, headers }, (answer) => {
        const waited = performance.now() - started;
        answer.resume().on('end', () => resolve(waited));
      }).on('error', reject);
    });
  run.row('\npage', 'first bytes, ms', 'p95');
  const results = [];
  for (const { page, path } of pages) {
    const waits = [];
    for (let time = 0; time < FIRST_BYTES_ASKED; time += 1) waits.push(await wait(path));
    const [middle, p95] = [median(waits), percentile(waits, 0.95)].map((one) => Number(one.toFixed(2)));
    run.row(page, middle ?? 0, p95 ?? 0);
    run.goal(
      `${page}, first bytes`,
      (middle ?? 0) <= FIRST_BYTES_GOAL,
      `${middle} ms of ${FIRST_BYTES_GOAL}`,
    );
    results.push({ page, median: middle, p95 });
  }
  agent.destroy();
  return results;
}

async function showDrawing(run: Run, place: Place, server: BuiltServer, pages: readonly PagePath[]) {
  run.row('\npage', 'KB', 'drawing, ms CPU', 'compressing its beginning, ms CPU', 'its end, ms CPU');
  const results = [];
  for (const { page, path } of pages) {
    const { drawing, characters } = await measureDrawing(server.origin, place.cookie, path);
    const { beginning, end } = await measureEnd(server.origin, place.cookie, path);
    run.row(page, Math.round(characters / 1_000), drawing, beginning, end);
    const goal = DRAWING_GOALS[page];
    if (goal) run.goal(`${page}, drawing`, drawing <= goal, `${drawing} ms of ${goal}`);
    run.goal(`${page}, its end`, end <= END_GOAL, `${end} ms of ${END_GOAL}`);
    results.push({ page, characters, drawing, beginning, end });
  }
  return results;
}

async function showOpenings(run: Run, place: Place, within: number): Promise<Opening[]> {
  run.row('\nstudents', 'p50 ms', 'p95 ms', 'p99 ms', 'drawn', 'with answers', 'bare', 'failed', 'CPU s');
  const results = [];
  for (const way of [{ within: within * 1_000 }, { atOnce: IN_TURN }]) {
    // A new one each time: nothing is cached, no session known, no code compiled.
    const server = await place.serve();
    const opening = await measureOpening(server, place, way);
    const { name, p50, p95, p99, drawn, answered, bare, failed, processor } = opening;
    run.row(name, p50, p95, p99, drawn, answered, bare, failed, processor);
    run.goal(`${name}, p95`, p95 <= STAMPEDE_GOAL, `${p95} ms of ${STAMPEDE_GOAL}`);
    run.goal(`${name}, failed`, failed === 0, `${failed} of 0`);
    results.push(opening);
    await server.stop();
  }
  return results;
}
