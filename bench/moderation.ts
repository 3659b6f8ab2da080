// `npm run bench:moderation`: what others pay for moderation, in two built servers on the same data that differ in nothing
// but the feature and are asked in turn, request by request; and how long a queue of ten thousand cases takes to open.
import { Agent } from 'node:http';
import { BUILT_FEATURES } from '@madang/contract/campus/rules';
import pg from 'pg';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { median, processorSeconds, ratios, spread } from './measure.ts';
import { measureQueues } from './moderation-queue.ts';
import { BUSY_BOARD, openPlace, type Place } from './place.ts';
import { defineBench, type Run } from './run.ts';
import { send } from './send.ts';

const OPTIONS = { posts: 10_000, starts: 3, rounds: 9, requests: 100, cases: 10_000, openings: 100 };
/** Most that a list or its marks may cost with moderation, beside the same without. */
const LISTS_GOAL = 1.05;
/** How many people the student who blocks has blocked. */
const BLOCKED = 3;
const NOBODY = 'who blocked nobody';
/** Requests of a read and server before any counts: until its code is compiled and its plans are made. */
const WARMING = 300;

const FEATURES = {
  with: BUILT_FEATURES.join(','),
  without: BUILT_FEATURES.filter((name) => name !== 'moderation').join(','),
};

export const bench = defineBench('moderation', OPTIONS, async (options, run) => {
  const lists = options.starts > 0 ? await measureLists(run, options) : [];
  const queues = options.cases > 0 ? await measureQueues(run, options) : [];
  return lists.length > 0 && queues.length > 0 ? { lists, queues } : null;
});

interface Setting {
  posts: number;
  starts: number;
  rounds: number;
  requests: number;
}

/** One read of one student, and what it cost both servers. */
interface Lane {
  read: string;
  student: string;
  path: string;
  cookie: string;
  /** Median milliseconds of each round, and processor seconds over all. */
  times: Record<keyof typeof FEATURES, number[]>;
  seconds: Record<keyof typeof FEATURES, number>;
}

async function measureLists(run: Run, setting: Setting): Promise<object[]> {
  const { posts, starts, rounds, requests } = setting;
  const place = await openPlace(run, { posts, replies: posts * 3 });
  const agent = new Agent({ keepAlive: true });
  run.onEnd(() => agent.destroy());
  console.log(
    `${posts} posts; ${starts} starts of both servers, ${rounds} rounds of ${requests} requests in turn\n`,
  );
  run.row('read', 'student', 'answers', 'ms without', 'ms with', 'ratio (rounds)', 'processor');
  const results: object[] = [];
  for (const KEPT_ANSWERS of ['on', 'off'] as const) {
    const lanes = await lanesOf(place, KEPT_ANSWERS);
    for (let start = 0; start < starts; start += 1) {
      // Each of the two is the first to start as often, so that neither has the better place in memory.
      const names = start % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const);
      const servers = new Map<keyof typeof FEATURES, BuiltServer>();
      for (const name of names)
        servers.set(name, await place.serve({ FEATURES: FEATURES[name], KEPT_ANSWERS }));
      for (const lane of lanes) await readInTurn(agent, lane, [...servers], { rounds, requests });
      for (const server of servers.values()) await server.stop();
    }
    for (const lane of lanes) results.push(judge(run, lane, KEPT_ANSWERS));
  }
  return results;
}

/** Every read that is measured: the lists as everybody gets them, and the marks of each student. */
async function lanesOf(place: Place, KEPT_ANSWERS: 'on' | 'off'): Promise<Lane[]> {
  const blocker = await blockWriters(place);
  const server = await place.serve({ FEATURES: FEATURES.with });
  const answer = async (path: string) =>
    (await (await fetch(server.origin + path, { headers: { Cookie: place.cookie } })).json()) as never;
  const board = `/api/buildings/${BUSY_BOARD}/posts`;
  const { newest, hottest }: Record<'newest' | 'hottest', { id: string }[]> = await answer('/api/home');
  const { posts }: { posts: { id: string }[] } = await answer(board);
  await server.stop();
  const marksOf = (some: readonly { id: string }[]) =>
    `/api/posts/marks?ids=${[...new Set(some.map(({ id }) => id))].join(',')}`;
  const reads: Record<string, string> = {
    'board, recent': board,
    'board, popular': `${board}?order=popular`,
    'popular list': '/api/hots',
    home: '/api/home',
    // Marks are never kept: once is enough.
    ...(KEPT_ANSWERS === 'on'
      ? { 'marks of home': marksOf([...newest, ...hottest]), 'marks of a board': marksOf(posts) }
      : {}),
  };
  // What the database is asked for a list hangs on nobody.
  const students = {
    [NOBODY]: place.cookie,
    ...(KEPT_ANSWERS === 'on' ? { [`who blocked ${BLOCKED}`]: blocker } : {}),
  };
  return Object.entries(students).flatMap(([student, cookie]) =>
    Object.entries(reads).map(([read, path]) => ({
      read,
      student,
      path,
      cookie,
      times: { with: [], without: [] },
      seconds: { with: 0, without: 0 },
    })),
  );
}

/** Lets the last of the students block the writers of the newest posts of the board; answers that student's cookie. */
async function blockWriters({ url, users, cookies }: Place): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO blocks (id, user_id, blocked_id, nickname)
     SELECT gen_random_uuid(), $1, author_id, '학생'
       FROM (SELECT author_id, max(created_at) AS newest FROM posts
              WHERE building_id = $2 AND author_id <> $1 AND hidden_at IS NULL
              GROUP BY author_id ORDER BY newest DESC LIMIT ${BLOCKED}) AS writers
         ON CONFLICT DO NOTHING`,
    [users.at(-1), BUSY_BOARD],
  );
  await client.end();
  return cookies.at(-1) ?? '';
}

async function readInTurn(
  agent: Agent,
  { path, cookie, times, seconds }: Lane,
  servers: readonly (readonly [keyof typeof FEATURES, BuiltServer])[],
  { rounds, requests }: Pick<Setting, 'rounds' | 'requests'>,
): Promise<void> {
  // Each is asked first as often: what the first of two waits for, the second finds ready.
  const askBoth = async (turn: number, note?: (name: keyof typeof FEATURES, took: number) => void) => {
    for (const [name, { origin }] of turn % 2 === 0 ? servers : servers.toReversed())
      note?.(name, await send(agent, origin, { cookie, path }));
  };
  for (let turn = 0; turn < WARMING; turn += 1) await askBoth(turn, () => {});
  const before = servers.map(([, server]) => processorSeconds(server));
  for (let round = 0; round < rounds; round += 1) {
    const took = { with: [] as number[], without: [] as number[] };
    for (let turn = 0; turn < requests; turn += 1)
      await askBoth(turn, (name, milliseconds) => took[name].push(milliseconds));
    for (const [name] of servers) times[name].push(median(took[name]));
  }
  for (const [index, [name, server]] of servers.entries())
    seconds[name] += processorSeconds(server) - (before[index] ?? 0);
}

function judge(run: Run, { read, student, times, seconds }: Lane, KEPT_ANSWERS: 'on' | 'off'): object {
  const { text, ...ratio } = spread(ratios(times.with, times.without));
  const answers = read.startsWith('marks') ? 'asked' : KEPT_ANSWERS === 'on' ? 'kept' : 'asked';
  const milliseconds = {
    without: Number(median(times.without).toFixed(3)),
    with: Number(median(times.with).toFixed(3)),
  };
  const processor = Number((seconds.with / seconds.without).toFixed(2));
  run.row(read, student, answers, milliseconds.without, milliseconds.with, text, processor);
  // Marks of who blocked somebody are what folds: they may cost what that takes.
  if (student === NOBODY || !read.startsWith('marks'))
    run.goal(
      `${read}, ${student}, ${answers}`,
      ratio.middle <= LISTS_GOAL,
      `${text} × without moderation, goal ${LISTS_GOAL}`,
    );
  return { read, student, answers, milliseconds, ratio, processor };
}
