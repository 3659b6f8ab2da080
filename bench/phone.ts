// `npm run bench:phone`: loading and handling of the production build on a phone.
// Loading: Lighthouse, mobile, simulated, medians. Taps: on a page that has only just appeared. Openings: from the touch to the
// next screen's heading, over HTTP/2; the first touch comes `--rest` ms after the page has become interactive.
// Handling: a processor four times slower and slow 4G; the response to each touch and the longest task while scrolling a
// thousand posts.
// Device: home offline, and online with and without the worker; then 500 opens with an unstable network.
// `--before DIR` names a built checkout of an older state, which is measured alternately. `--edition beta`, `--worker no`,
// `--pages home,map` and `--part loading` choose what is measured.
// Times depend on the machine, so a missed goal does not fail; for bytes see `npm run budget`.
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { JourneyServer } from '../e2e/testing/journey-server.ts';
import { Makers, type User } from '../e2e/testing/makers.ts';
import { LARGEST_PAINT_GOAL } from './goals.ts';
import { measureVisits } from './phone-device.ts';
import { openHttp2 } from './http2.ts';
import { openWhileFlapping } from './phone-flapping.ts';
import { measureHandling, measureScrolling, type Places } from './phone-handling.ts';
import { type Loading, measureLoading } from './phone-loading.ts';
import { measureOpening, measureTap, type Tap } from './phone-taps.ts';
import { defineBench, type Run } from './run.ts';

const OPTIONS = {
  runs: 5,
  posts: 1_000,
  opens: 500,
  rest: 0,
  part: 'all',
  edition: 'official',
  worker: 'yes',
  pages: '',
  before: '',
};
const SCORES = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };
const BLOCKED = 100;
/** Maximum milliseconds until an opened screen shows its heading: for the first time, and later. */
const FIRST = 300;
const LATER = 100;
const ANSWER = 100;
const TASK = 50;
const BOARD = 'medical-library';
/** First of the list of buildings. */
const FIRST_BUILDING = { id: 'april-memorial-hall', name: '4·18기념관' };
/** Maximum milliseconds until home appears offline. */
const AWAY = 300;
/** Maximum delay by the worker in ms: two frames. */
const BY_WORKER = 32;

export const bench = defineBench('phone', OPTIONS, async (options, run) => {
  const { runs, posts, opens, part, edition, before } = options;
  const now = await openState(run, edition);
  const older = before ? await openState(run, edition, join(resolve(before), 'server/dist/main.js')) : null;
  const wanted = (name: string) => part === 'all' || part === name;
  const results: Record<string, unknown> = {
    measured: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
  };
  if (wanted('loading')) results['loading'] = await loadPages(run, now, older, options);
  if (wanted('taps')) results['taps'] = await tap(run, now, older, runs);
  if (wanted('openings')) results['openings'] = await open(run, now, older, options);
  if (wanted('device')) results['device'] = await visit(run, runs, opens);
  if (wanted('handling')) {
    for (let made = 2; made < posts; made += 1) await now.makers.post(now.user, { board: BOARD });
    const places = { origin: now.user.client.origin, boardId: BOARD, posts, postId: now.postId };
    results['handling'] = await handle(run, places, now.user, runs);
  }
  return part === 'all' ? results : null;
});

/** A state of the app with its own server and world. */
interface State {
  makers: Makers;
  user: User;
  /** A post with a picture and a reply. */
  postId: string;
  /** A short post with all buttons on the screen. */
  short: { id: string; title: string };
}

/** @param program of another checkout. */
async function openState(run: Run, edition: string, program?: string): Promise<State> {
  const folder = await mkdtemp(join(tmpdir(), 'madang-phone-data-'));
  run.onEnd(() => rm(folder, { recursive: true, force: true }));
  const server = new JourneyServer(
    join(folder, 'data'),
    { PAGE_PATIENCE: '', EDITION: edition },
    program ? [program] : undefined,
  );
  run.onEnd(() => server.stop());
  await server.start();
  const makers = new Makers(server.origin);
  const user = await makers.user();
  const short = await makers.post(user, { board: BOARD });
  const post = await makers.post(user, { board: BOARD, picture: true });
  await makers.reply(user, post.id, '저도 가 봤는데 오전에는 자리가 넉넉했어요.');
  return { makers, user, postId: post.id, short };
}

type PathOf = (state: State) => string;

const PAGES: [string, PathOf][] = [
  ['login', () => '/login'],
  ['home', () => '/'],
  ['building list', () => '/building'],
  ['building', () => `/building/${BOARD}`],
  ['question board', () => '/board/question'],
  ['post', ({ postId }) => `/post/${postId}`],
  ['write', () => '/write'],
  ['keywords', () => '/keyword'],
  ['my page', () => '/mypage'],
];

const OFFICIAL_PAGES: [string, PathOf][] = [
  ['building view', () => `/building/${BOARD}/view`],
  ['map', () => '/map'],
  ['search', () => '/search'],
  ['inbox', () => '/notifications'],
  ['tickets', () => '/tickets'],
];

interface LoadOptions {
  runs: number;
  edition: string;
  worker: string;
  /** Names of pages, separated by commas; all if empty. */
  pages: string;
}

async function loadPages(run: Run, now: State, before: State | null, options: LoadOptions) {
  const { runs, edition, worker, pages } = options;
  const scores = ['performance', 'accessibility', 'best practices', 'SEO'];
  run.row('page', ...scores, 'LCP ms', 'TBT ms', 'CLS', ...(before ? ['before: score, LCP, TBT'] : []));
  const measured = [];
  const all = edition === 'official' ? [...PAGES, ...OFFICIAL_PAGES] : PAGES;
  for (const [page, pathOf] of all.filter(([name]) => pages === '' || pages.split(',').includes(name))) {
    const visit = (state: State) => ({
      address: state.user.client.origin + pathOf(state),
      user: page === 'login' ? undefined : state.user,
    });
    const loading = await measureLoading(page, visit(now), before && visit(before), runs, worker === 'yes');
    measured.push(loading);
    report(run, loading);
  }
  return measured;
}

function report(run: Run, { page, scores, times, faults, before }: Loading): void {
  const { largestPaint, blocked, shift } = times;
  const older = before
    ? [before.performance, before.times.largestPaint.text, before.times.blocked.text].join(', ')
    : '';
  run.row(page, ...Object.values(scores), largestPaint.text, blocked.text, shift, older);
  const cause = faults.length > 0 ? ` (${faults.join(', ')})` : '';
  for (const [name, least] of Object.entries(SCORES)) {
    const score = scores[name as keyof typeof scores];
    run.goal(`${page} ${name}`, score >= least, `${score} of ${least}${cause}`);
  }
  run.goal(`${page} CLS`, shift === 0, `${shift} of 0`);
  run.goal(`${page} TBT`, blocked.middle <= BLOCKED, `${blocked.middle} of ${BLOCKED} ms`);
  const late = `${largestPaint.middle} of ${LARGEST_PAINT_GOAL} ms`;
  run.goal(`${page} LCP`, largestPaint.middle <= LARGEST_PAINT_GOAL, late);
}

/** A tap must not take longer than before, even if the page itself appeared later. */
async function tap(run: Run, now: State, before: State | null, runs: number) {
  const taps: ((state: State) => Tap)[] = [
    () => ({
      action: 'a tab of home',
      path: '/',
      target: 'nav a[href="/building"]',
      shown: { path: '/building', selector: 'h1', text: '건물' },
    }),
    ({ short: { id } }) => ({
      action: 'like',
      path: `/post/${id}`,
      target: 'main button[aria-pressed]',
      shown: { path: `/post/${id}`, selector: 'main button[aria-pressed="true"]' },
      undo: ({ client }) => client.ask('DELETE /api/posts/{id}/like', { path: { id } }),
    }),
  ];
  run.row('\ntap', 'state', 'first paint ms', 'answer since start ms', 'since the tap ms');
  const results = [];
  for (const tapIn of taps) {
    const at = (state: State) => ({ user: state.user, tap: tapIn(state) });
    const tapping = await measureTap(at(now), before && at(before), runs);
    results.push(tapping);
    for (const state of ['before', 'now'] as const) {
      const times = tapping[state];
      if (times) run.row(tapping.action, state, times.paint, times.sinceStart, times.sinceTap);
    }
    if (!tapping.before) continue;
    const [newer, older] = [tapping.now.sinceStart, tapping.before.sinceStart];
    run.goal(`${tapping.action}, answered`, newer <= older, `${newer} ms, ${older} before`);
  }
  return results;
}

async function open(
  run: Run,
  now: State,
  older: State | null,
  { runs, rest }: { runs: number; rest: number },
) {
  const site = await openHttp2(run, now.user.client.origin);
  const olderSite = older && (await openHttp2(run, older.user.client.origin));
  run.row('\nopening', 'first ms', 'later ms', 'p95 ms', ...(older ? ['before: first', 'later'] : []));
  const results = [];
  const before = older && olderSite ? openingsOf(older) : [];
  for (const [nth, tap] of openingsOf(now).entries()) {
    const tapBefore = before[nth];
    const opening = await measureOpening(
      { user: now.user, tap, site },
      older && olderSite && tapBefore ? { user: older.user, tap: tapBefore, site: olderSite } : null,
      { times: runs, rest },
    );
    const { first, later, laterP95 } = opening.now;
    results.push({ action: tap.action, ...opening });
    run.row(tap.action, first, later, laterP95, opening.before?.first ?? '', opening.before?.later ?? '');
    run.goal(`${tap.action}, first`, first <= FIRST, `${first} of ${FIRST} ms`);
    run.goal(`${tap.action}, later`, later <= LATER, `${later} of ${LATER} ms`);
  }
  return results;
}

/** Returns the touches that open a screen; each target is in sight. */
function openingsOf({ short }: State): Tap[] {
  const board = `/building/${BOARD}`;
  const heading = (path: string, text: string) => ({ path, selector: 'h1', text });
  const open = (action: string, path: string, target: string, shown: Tap['shown']): Tap => ({
    action,
    path,
    target,
    shown,
  });
  return [
    open('tab', '/', 'nav a[href="/building"]', heading('/building', '건물')),
    open('tile', '/', 'main a[href="/board/new"]', heading('/board/new', '최신글')),
    open(
      'building',
      '/building',
      `main a[href="/building/${FIRST_BUILDING.id}"]`,
      heading(`/building/${FIRST_BUILDING.id}`, FIRST_BUILDING.name),
    ),
    open(
      'post in a list',
      board,
      `main h2 a[href="/post/${short.id}"]`,
      heading(`/post/${short.id}`, short.title),
    ),
  ];
}

/** Uses the official edition, which shows posts on home. */
async function visit(run: Run, runs: number, opens: number) {
  const { user, postId } = await openState(run, 'official');
  const { away, worker, alone } = await measureVisits(user, runs);
  run.row('\nhome again', 'median ms', 'worst ms');
  run.row('without a network', away.median, away.worst);
  run.row('by the worker', worker.median, worker.worst);
  run.row('without the worker', alone.median, alone.worst);
  run.goal('home without a network', away.median <= AWAY, `${away.median} of ${AWAY} ms`);
  const added = worker.median - alone.median;
  run.goal('what the worker adds', added <= BY_WORKER, `${added} of ${BY_WORKER} ms`);
  const paths = ['/', `/building/${BOARD}`, `/post/${postId}`, '/map', '/mypage', '/board/question'];
  const flapping = await openWhileFlapping(user, paths, opens);
  for (const fault of ['crashed', 'empty', 'brokenPictures'] as const)
    run.goal(
      `${fault} of ${opens} opens`,
      flapping[fault].length === 0,
      flapping[fault].join(', ') || 'none',
    );
  return { away, worker, alone, flapping };
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
