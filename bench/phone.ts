// `npm run bench:phone`: how the production build loads and feels on a phone. Loading: Lighthouse, mobile, simulated,
// medians. Handling: a processor four times slower and slow 4G, the answer to each touch and the longest task while
// a thousand posts go by. Times depend on the machine, so nothing stops at a miss; bytes do, see `npm run budget`.
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BuiltServer } from '../e2e/built-server.ts';
import { Makers } from '../e2e/makers.ts';
import { LARGEST_PAINT_GOALS, report, type Goal } from './goals.ts';
import { measureHandling, measureScrolling } from './phone-handling.ts';
import { measureLoading } from './phone-loading.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    posts: { type: 'string', default: '1000' },
    part: { type: 'string', default: 'all' },
  },
});
const SCORES = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };
const ANSWER = 100;
const TASK = 50;
const BOARD = 'medical-library';

const folder = await mkdtemp(join(tmpdir(), 'madang-phone-data-'));
const server = new BuiltServer(join(folder, 'data'));
const goals: Goal[] = [];
const results: Record<string, unknown> = {
  measured: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
};
try {
  await server.start();
  const makers = new Makers(server.origin);
  const student = await makers.student();
  const post = await makers.post(student, { board: BOARD, picture: true });
  await makers.reply(student, post.id, '저도 가 봤는데 오전에는 자리가 넉넉했어요.');
  if (values.part !== 'handling') results['loading'] = await loadPages(student, post.id);
  if (values.part !== 'loading') {
    for (let made = 1; made < Number(values.posts); made += 1) await makers.post(student, { board: BOARD });
    const places = { origin: server.origin, boardId: BOARD, posts: Number(values.posts), postId: post.id };
    results['handling'] = await handle(places, student);
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
await report(values.part === 'all' ? 'phone' : null, results, goals);

async function loadPages(student: Awaited<ReturnType<Makers['student']>>, postId: string) {
  const pages = [
    ['login', '/login', undefined],
    ['home', '/', student],
    ['building list', '/building', student],
    ['building', `/building/${BOARD}`, student],
    ['post', `/post/${postId}`, student],
    ['write', '/write', student],
  ] as const;
  console.log('page | performance | accessibility | best practices | SEO | LCP ms | TBT ms | CLS');
  const measured = [];
  for (const [page, path, viewer] of pages) {
    const loading = await measureLoading(page, server.origin + path, viewer, Number(values.runs));
    measured.push(loading);
    const { scores, largestPaint, blocked, shift, faults } = loading;
    console.log([page, ...Object.values(scores), largestPaint, blocked, shift].join(' | '));
    const cause = faults.length > 0 ? ` (${faults.join(', ')})` : '';
    for (const [name, least] of Object.entries(SCORES)) {
      const score = scores[name as keyof typeof scores];
      goals.push({ name: `${page} ${name}`, met: score >= least, text: `${score} of ${least}${cause}` });
    }
    goals.push({ name: `${page} CLS`, met: shift === 0, text: `${shift} of 0` });
    const most = LARGEST_PAINT_GOALS[page];
    if (most)
      goals.push({ name: `${page} LCP`, met: largestPaint <= most, text: `${largestPaint} of ${most} ms` });
  }
  return measured;
}

async function handle(
  places: Parameters<typeof measureHandling>[0],
  student: Awaited<ReturnType<Makers['student']>>,
) {
  console.log('\naction | median ms | worst ms');
  const actions = await measureHandling(places, student, Number(values.runs));
  for (const { action, median, worst } of actions) {
    console.log([action, median, worst].join(' | '));
    goals.push({ name: action, met: median <= ANSWER, text: `${median} of ${ANSWER} ms` });
  }
  const longest = await measureScrolling(places, student);
  console.log(`\nlongest task while ${places.posts} posts are scrolled: ${longest} ms`);
  goals.push({ name: 'scrolling', met: longest <= TASK, text: `longest task ${longest} of ${TASK} ms` });
  return { actions, scrolling: { posts: places.posts, longestTask: longest } };
}
