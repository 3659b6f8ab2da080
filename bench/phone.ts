// `npm run bench:phone`: how the production build loads and feels on a phone. Loading: Lighthouse, mobile, simulated,
// medians. Handling: a processor four times slower and slow 4G, the answer to each touch and the longest task while
// a thousand posts go by. Times depend on the machine, so nothing stops at a miss; bytes do, see `npm run budget`.
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { JourneyServer } from '../e2e/testing/journey-server.ts';
import { Makers, type User } from '../e2e/testing/makers.ts';
import { LARGEST_PAINT_GOALS } from './goals.ts';
import { measureHandling, measureScrolling, type Places } from './phone-handling.ts';
import { measureLoading } from './phone-loading.ts';
import { defineBench, type Run } from './run.ts';

const OPTIONS = { runs: 5, posts: 1_000, part: 'all' };
const SCORES = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };
const ANSWER = 100;
const TASK = 50;
const BOARD = 'medical-library';

export const bench = defineBench('phone', OPTIONS, async ({ runs, posts, part }, run) => {
  const folder = await mkdtemp(join(tmpdir(), 'madang-phone-data-'));
  run.onEnd(() => rm(folder, { recursive: true, force: true }));
  const server = new JourneyServer(join(folder, 'data'));
  run.onEnd(() => server.stop());
  await server.start();
  const { origin } = server;
  const makers = new Makers(origin);
  const user = await makers.user();
  const post = await makers.post(user, { board: BOARD, picture: true });
  await makers.reply(user, post.id, '저도 가 봤는데 오전에는 자리가 넉넉했어요.');
  const results: Record<string, unknown> = {
    measured: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
  };
  if (part !== 'handling') results['loading'] = await loadPages(run, user, post.id, runs);
  if (part !== 'loading') {
    for (let made = 1; made < posts; made += 1) await makers.post(user, { board: BOARD });
    const places = { origin, boardId: BOARD, posts, postId: post.id };
    results['handling'] = await handle(run, places, user, runs);
  }
  return part === 'all' ? results : null;
});

async function loadPages(run: Run, user: User, postId: string, runs: number) {
  const pages = [
    ['login', '/login', undefined],
    ['home', '/', user],
    ['building list', '/building', user],
    ['building', `/building/${BOARD}`, user],
    ['post', `/post/${postId}`, user],
    ['write', '/write', user],
  ] as const;
  run.row('page', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP ms', 'TBT ms', 'CLS');
  const measured = [];
  for (const [page, path, viewer] of pages) {
    const loading = await measureLoading(page, user.client.origin + path, viewer, runs);
    measured.push(loading);
    const { scores, largestPaint, blocked, shift, faults } = loading;
    run.row(page, ...Object.values(scores), largestPaint, blocked, shift);
    const cause = faults.length > 0 ? ` (${faults.join(', ')})` : '';
    for (const [name, least] of Object.entries(SCORES)) {
      const score = scores[name as keyof typeof scores];
      run.goal(`${page} ${name}`, score >= least, `${score} of ${least}${cause}`);
    }
    run.goal(`${page} CLS`, shift === 0, `${shift} of 0`);
    const most = LARGEST_PAINT_GOALS[page];
    if (most) run.goal(`${page} LCP`, largestPaint <= most, `${largestPaint} of ${most} ms`);
  }
  return measured;
}

async function handle(run: Run, places: Places, user: User, runs: number) {
  run.row('\naction', 'median ms', 'worst ms');
  const actions = await measureHandling(places, user, runs);
  for (const { action, median, worst } of actions) {
    run.row(action, median, worst);
    run.goal(action, median <= ANSWER, `${median} of ${ANSWER} ms`);
  }
  const longest = await measureScrolling(places, user);
  console.log(`\nlongest task while ${places.posts} posts are scrolled: ${longest} ms`);
  run.goal('scrolling', longest <= TASK, `longest task ${longest} of ${TASK} ms`);
  return { actions, scrolling: { posts: places.posts, longestTask: longest } };
}
