import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_USER, USER_HEADER } from '@madang/contract/user-header';
import pg from 'pg';
import { BuiltServer, PROGRAM } from '../server/testing/outside/built-server.ts';
import { startCluster, type Cluster } from '../server/testing/postgres-cluster.ts';
import type { Step } from './baseline.ts';
import { root, type Run } from './run.ts';

/** Board with a third of all posts. */
export const BUSY_BOARD = 'science-library';
const DATABASE = 'bench';
const USERS = 64;
const TSX = ['--import', 'tsx'];

/** Starts servers for one run and stops them at its end. */
export class Servers {
  readonly folder: string;
  readonly #run: Run;

  private constructor(run: Run, folder: string) {
    this.#run = run;
    this.folder = folder;
  }

  static async open(run: Run): Promise<Servers> {
    const folder = await mkdtemp(join(tmpdir(), 'madang-bench-'));
    run.onEnd(() => rm(folder, { recursive: true, force: true }));
    return new Servers(run, folder);
  }

  /** Starts the built server, or another program of Node that prints its ready address. */
  async start(settings: Record<string, string>, parameters: readonly string[] = [PROGRAM]) {
    const server = new BuiltServer(this.environment(settings), { parameters });
    this.#run.onEnd(() => server.stop('SIGKILL'));
    await server.start();
    return server;
  }

  environment(settings: Record<string, string>) {
    return { DATA_DIR: join(this.folder, 'data'), DEMO: '0', LOG_LEVEL: 'warn', LIMITS: 'off', ...settings };
  }
}

/** A PostgreSQL with an invented campus and the measured servers. */
export interface Place {
  url: string;
  /** Cookie of one signed-in student. */
  cookie: string;
  /** Cookies for writes; writes of one student would wait for each other. */
  cookies: readonly string[];
  users: readonly string[];
  /** Posts with a few replies each. */
  posts: readonly string[];
  /** Starts the built server of the checkout; `flags` are Node's own. */
  serve(settings?: Record<string, string>, flags?: readonly string[]): Promise<BuiltServer>;
  /** Starts a bare server that writes posted data to all readers, at its peer too. */
  fanOut(peer: string | null, flags?: readonly string[]): Promise<BuiltServer>;
  serveEmbedded(): Promise<{ server: BuiltServer; cookie: string }>;
  constant(bytes: string): Promise<BuiltServer>;
  sameSql(calls: Record<string, Step[]>): Promise<BuiltServer>;
}

interface Size {
  posts: number;
  replies: number;
  /** Number of sessions, one per student while there are enough. */
  sessions?: number;
  /** Number of listed posts with a few replies. */
  listed?: number;
}

/** Plants the world of a checkout and signs students in. Uses the planted database of `DATABASE_URL` if set. */
export async function openPlace(run: Run, size: Size, checkout = root): Promise<Place> {
  const servers = await Servers.open(run);
  const planted = process.env['DATABASE_URL'];
  const own = planted ? null : await createDatabase(run);
  const url = planted ?? own?.urlOf(DATABASE) ?? '';
  if (!planted) plant(servers.environment({ DATABASE_URL: url }), size, checkout);
  const known = await signInUsers(url, size);
  const serve: Place['serve'] = (settings = {}, flags = []) =>
    servers.start({ DATABASE_URL: url, ...settings }, [...flags, join(checkout, 'server/dist/main.js')]);
  const bare = (words: readonly string[], flags: readonly string[] = []) =>
    servers.start({ DATABASE_URL: url }, [...flags, ...TSX, join(root, 'bench/baseline.ts'), ...words]);
  const bareWith = async (kind: 'constant' | 'sql', text: string) => {
    const file = join(servers.folder, randomUUID());
    await writeFile(file, text);
    return bare([kind, file]);
  };
  return {
    url,
    ...known,
    cookie: known.cookies[0] ?? '',
    serve,
    fanOut: (peer, flags) => bare(['fan-out', peer ?? ''], flags),
    async serveEmbedded() {
      const settings = { DATABASE_URL: '', DATA_DIR: join(servers.folder, 'embedded') };
      plant(servers.environment(settings), { posts: 5_000, replies: 15_000 });
      const server = await serve(settings);
      const answer = await fetch(`${server.origin}/api/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: server.origin },
        body: JSON.stringify({ email: 'bench@korea.ac.kr', password: 'bench password' }),
      });
      return { server, cookie: answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' };
    },
    constant: (bytes) => bareWith('constant', bytes),
    sameSql: (calls) => bareWith('sql', JSON.stringify(calls)),
  };
}

async function createDatabase(run: Run): Promise<Cluster> {
  const cluster = await startCluster();
  run.onEnd(() => cluster.stop());
  await cluster.createDatabase(DATABASE);
  return cluster;
}

async function signInUsers(url: string, size: Size) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const idsOf = async (sql: string) => (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id);
  const users = await idsOf(
    `SELECT id FROM users WHERE writing_right ORDER BY id LIMIT ${size.sessions ?? USERS}`,
  );
  // A student's first day has its own limits.
  const aged = `UPDATE users SET created_at = least(created_at, now() - interval '2 days') WHERE id = ANY ($1)`;
  await client.query(aged, [users]);
  const posts = await idsOf(
    `SELECT id FROM posts WHERE in_latest AND hidden_at IS NULL AND reply_count BETWEEN 3 AND 20
      ORDER BY created_at DESC LIMIT ${size.listed ?? 200}`,
  );
  const cookies: string[] = [];
  for (let index = 0; index < (size.sessions ?? users.length); index += 1)
    cookies.push(await signIn(client, users[index % users.length] ?? ''));
  await client.end();
  return { users, posts, cookies };
}

function plant(
  environment: Record<string, string>,
  size: Pick<Size, 'posts' | 'replies'>,
  checkout = root,
): void {
  const words = ['--board', BUSY_BOARD, '--posts', String(size.posts), '--replies', String(size.replies)];
  const { status } = spawnSync(
    process.execPath,
    [...TSX, join(checkout, 'server/seed/plant-bench.ts'), ...words],
    { cwd: checkout, env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) throw new Error('the world could not be planted');
}

const userOf = new Map<string, string>();

/** Returns the headers of a student's page: the session's cookie and the user id. */
export const headersOf = (cookie: string): Record<string, string> => ({
  Cookie: cookie,
  [USER_HEADER]: userOf.get(cookie) ?? NO_USER,
});

/** Creates a session as the server does, without checking a password, which takes 0.1 s on purpose. */
export async function signIn(client: pg.Client, userId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await client.query('INSERT INTO sessions (id, token_hash, user_id) VALUES ($1, $2, $3)', [
    randomUUID(),
    createHash('sha256').update(secret).digest(),
    userId,
  ]);
  const cookie = `madang=${secret}`;
  userOf.set(cookie, userId);
  return cookie;
}
