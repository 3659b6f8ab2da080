// `npm run bench:push`: notifies 40,000 students with a phone each of a notice while other students use the server.
// Compares with the same use just before. Load, server, database and push services share the machine.
import { fork } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { makePushKeys } from '../server/src/push/push-keys.ts';
import type { BuiltServer } from '../server/testing/outside/built-server.ts';
import { percentile, processorSeconds, ratios, spread } from './measure.ts';
import { BUSY_BOARD, headersOf, openPlace, type Place } from './place.ts';
import type { Ledger } from './push-taking.ts';
import { defineBench, root, type Run } from './run.ts';
import type { Call, User, Waited } from './users.ts';

/** Push services of the phones. */
const HOSTS = ['fcm.googleapis.com', 'web.push.apple.com', 'updates.push.services.mozilla.com'];
const OPTIONS = { students: 40_000, seconds: 60, calls: 150, rounds: 3 };
/** Other students' p95 as a ratio to before, and seconds until all are sent. */
const [WAIT_GOAL, SENT_GOAL] = [1.5, 300];
/** Number of each kind in twenty calls of a student; every second like is removed. */
const MIX = { latest: 5, board: 4, post: 4, replies: 4, like: 2, reply: 1 };
type Kind = keyof typeof MIX;
const CYCLE = Object.entries(MIX).flatMap(([kind, times]) => Array<Kind>(times).fill(kind as Kind));

/** Redirects connections from push services to the bench's by a Node preload, since the program has no such setting. */
const leadTo = (port: number) =>
  `data:text/javascript,${encodeURIComponent(`
    import { Agent } from 'node:https';
    const { createConnection } = Agent.prototype;
    const lookup = (_, { all }, done) =>
      all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
    Agent.prototype.createConnection = function (options, done) {
      return createConnection.call(this, { ...options, port: ${port}, lookup }, done);
    };`)}`;

interface Figures extends Ledger {
  /** p95 of other students' calls in ms, before and meanwhile. */
  before: number;
  meanwhile: number;
  /** Until all were sent. */
  seconds: number;
  /** Milliseconds of the server's processor time per push. */
  processor: number;
}

export const bench = defineBench('push', OPTIONS, async (options, run) => {
  const place = await openPlace(run, { posts: 5_000, replies: 15_000 });
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  run.onEnd(() => client.end());
  const folder = await mkdtemp(join(tmpdir(), 'madang-push-'));
  run.onEnd(() => rm(folder, { recursive: true }));
  const [keys, ca] = [join(folder, 'keys.json'), join(folder, 'fullchain.pem')];
  await makePushKeys(keys);
  const services = await openServices(run, folder);
  const settings = { EDITION: 'official', PUSH_KEYS: keys, NODE_EXTRA_CA_CERTS: ca };
  const server = await place.serve(settings, ['--import', leadTo(services.port)]);
  await plantStudents(client, options.students);
  const use = (seconds = options.seconds) => waitOf(server, place, options.calls, seconds);
  await use(10);
  run.row(
    'p95 before, ms',
    'meanwhile',
    'ratio',
    'pushes/s',
    'seconds',
    'ms of processor a push',
    'devices',
    'pushes',
  );
  const rounds: Figures[] = [];
  while (rounds.length < options.rounds) {
    const used = [processorSeconds(server)];
    const before = await use();
    used.push(processorSeconds(server));
    const told = performance.now();
    await client.query(
      `INSERT INTO bulletin_entries (id, kind, state, title, body, shown_at, told_at)
       VALUES ($1, 'notice', 'shown', '단수 안내', '내일 오전에 물이 나오지 않아요.', now(), clock_timestamp())`,
      [uuidv7()],
    );
    const using = use();
    while ((await services.ask('look')).devices < options.students) await sleep(100);
    const seconds = (performance.now() - told) / 1_000;
    const meanwhile = await using;
    while ((await client.query('SELECT FROM push_deliveries LIMIT 1')).rowCount !== 0) await sleep(100);
    used.push(processorSeconds(server));
    const [quiet, all] = [(used[1] ?? 0) - (used[0] ?? 0), (used[2] ?? 0) - (used[1] ?? 0)];
    // Waits for pushes that are sent twice.
    await sleep(3_000);
    const ledger = await services.ask('take');
    const processor = ((all - quiet) / ledger.pushes) * 1_000;
    rounds.push({ before, meanwhile, seconds, processor, ...ledger });
    const shown = [before, meanwhile, meanwhile / before, ledger.pushes / seconds, seconds, processor];
    run.row(...shown.map((number) => number.toFixed(2)), ledger.devices, ledger.pushes);
  }
  return report(run, rounds, options.students);
});

function report(run: Run, rounds: readonly Figures[], students: number): object {
  const all = (name: keyof Figures) => rounds.map((figures) => figures[name]);
  const waits = spread(ratios(all('meanwhile'), all('before')));
  const seconds = spread(all('seconds'), 0);
  const once = rounds.filter(
    ({ devices, pushes, plain }) => devices === students && pushes === students && plain === 0,
  );
  run.goal("others' p95", waits.middle <= WAIT_GOAL, `${waits.text} × before, goal ${WAIT_GOAL}`);
  run.goal('all are sent', seconds.highest <= SENT_GOAL, `${seconds.text} s, goal ${SENT_GOAL}`);
  run.goal(
    'once each, encrypted',
    once.length === rounds.length,
    `${once.length} of ${rounds.length} notices`,
  );
  console.log(
    `others' p95 ${waits.text} × before; ${seconds.text} s; ${spread(all('processor')).text} ms a push`,
  );
  return rounds;
}

/** Starts push services as a process; their certificate is in the folder. */
async function openServices(run: Run, folder: string) {
  const child = fork(join(root, 'bench/push-taking.ts'), [folder, ...HOSTS], {
    execArgv: ['--import', 'tsx'],
  });
  run.onEnd(() => child.kill('SIGKILL'));
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    async ask(order: 'look' | 'take'): Promise<Ledger> {
      child.send(order);
      const [ledger] = (await once(child, 'message')) as [Ledger];
      return ledger;
    },
  };
}

/**
 * Adds students with a session and a phone each, with pushes at any hour.
 * All phones share one key: encryption costs the same for each.
 */
async function plantStudents(client: pg.Client, students: number): Promise<void> {
  const numbers = `FROM generate_series(1, ${students}) AS number`;
  const id = `('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid`;
  const key = createECDH('prime256v1').generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  const hosts = HOSTS.map((host) => `'${host}'`);
  for (const sql of [
    `INSERT INTO accounts (id, email, email_verified_at) SELECT ${id}, 'phone' || number || '@korea.ac.kr', now() ${numbers}`,
    `INSERT INTO users (id, name, nickname, university, writing_right) SELECT ${id}, '김고대', 'phone' || number, true, true ${numbers}`,
    `INSERT INTO sessions (id, token_hash, user_id) SELECT ${id}, sha256(number::text::bytea), ${id} ${numbers}`,
    `INSERT INTO push_settings (user_id, quiet_from, quiet_to) SELECT ${id}, NULL, NULL ${numbers}`,
    `INSERT INTO push_devices (id, session_id, user_id, endpoint, p256dh, auth, system, browser)
     SELECT ${id}, ${id}, ${id}, 'https://' || (ARRAY[${hosts.join()}])[1 + number % ${hosts.length}] || '/send/' || number,
            '${key}', '${auth}', 'android', 'chrome' ${numbers}`,
    'ANALYZE',
  ])
    await client.query(sql);
}

/** Returns the p95 of calls in ms while students use the app. */
async function waitOf(server: BuiltServer, place: Place, calls: number, seconds: number): Promise<number> {
  const [students, gap] = [place.cookies.length, 1_000 / calls];
  const users: User[] = place.cookies.map((cookie, student) => {
    const steps = Array.from({ length: Math.round((seconds * calls) / students) }, (_, nth) => {
      const kind = CYCLE[(student + 7 * nth) % CYCLE.length] ?? 'latest';
      return {
        name: kind,
        waves: [[callFor(cookie, kind, place, student + Math.floor(nth / CYCLE.length))]],
      };
    });
    return { cookie, arrivesAfter: student * gap, thinks: steps.map(() => students * gap), steps };
  });
  const child = fork(join(root, 'bench/users.ts'), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  child.send({ origin: server.origin, users });
  const [waited] = (await once(child, 'message')) as [Waited[]];
  child.kill('SIGKILL');
  const wrong = waited.find(({ error }) => error);
  if (wrong) throw new Error(`${wrong.path}: ${wrong.error}`);
  return percentile(
    waited.map(({ milliseconds }) => milliseconds),
    0.95,
  );
}

/** Returns one call as this student's page makes it. */
function callFor(cookie: string, ...asked: Parameters<typeof callOf>): Call {
  const call = callOf(...asked);
  return { ...call, headers: { ...headersOf(cookie), ...call.headers } };
}

let likes = 0;
function callOf(kind: Kind, place: Place, nth: number): Call {
  const post = `/api/posts/${place.posts[nth % place.posts.length]}`;
  const paths: Record<Kind, string> = {
    latest: '/api/posts/latest',
    board: `/api/buildings/${BUSY_BOARD}/posts`,
    post,
    replies: `${post}/replies`,
    like: `${post}/like`,
    reply: `${post}/replies`,
  };
  const call: Call = { method: 'GET', path: paths[kind], headers: {}, endless: false };
  if (kind === 'like') return { ...call, method: (likes += 1) % 2 ? 'PUT' : 'DELETE' };
  if (kind !== 'reply') return call;
  const body = JSON.stringify({ id: uuidv7(), body: '저도 어제 갔는데 자리 많았어요.' });
  return { ...call, method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
}
