import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../server/testing/postgres-cluster.ts';
import type { Step } from './baseline.ts';
import { root, start, type Running } from './processes.ts';

/** The board that holds a third of all posts. */
export const BUSY_BOARD = 'science-library';
const STUDENTS = 64;

/** A PostgreSQL with a made-up campus in it, and the servers that are measured on it. */
export interface Place {
  url: string;
  /** Cookie of one signed-in student. */
  cookie: string;
  /** Cookies of many, for writes: one student's would wait for each other. */
  cookies: readonly string[];
  students: readonly string[];
  /** Posts with a few replies each. */
  posts: readonly string[];
  /** Starts the built server; `flags` are Node's own. */
  serve(environment: Record<string, string>, flags?: readonly string[]): Promise<Running>;
  /** Starts a bare server that writes what is posted to all who read, at its peer too. */
  fanOut(peer: string | null, flags?: readonly string[]): Promise<Running>;
  serveEmbedded(): Promise<{ server: Running; cookie: string }>;
  constant(bytes: string): Promise<Running>;
  sameSql(calls: Record<string, Step[]>): Promise<Running>;
  close(): Promise<void>;
}

interface Size {
  posts: number;
  replies: number;
  likes?: number;
  /** How many sessions are begun, one a student while there are enough. */
  sessions?: number;
  /** How many posts with a few replies are listed. */
  listed?: number;
}

/** Plants the world and signs students in. `DATABASE_URL` names one that is planted already. */
export async function openPlace(size: Size): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'madang-bench-'));
  const planted = process.env['DATABASE_URL'];
  const cluster = planted ? null : await startCluster();
  await cluster?.createDatabase('bench');
  const url = planted ?? cluster?.urlOf('bench') ?? '';
  const environment = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: url,
    DEMO: '0',
    PORT: '0',
    LOG_LEVEL: 'warn',
    LIMITS: 'off',
  };
  if (!planted) plant(environment, size);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const students = await idsOf(
    client,
    `SELECT id FROM users WHERE writing_right ORDER BY id LIMIT ${size.sessions ?? STUDENTS}`,
  );
  const posts = await idsOf(
    client,
    `SELECT id FROM posts WHERE in_latest AND hidden_at IS NULL AND reply_count BETWEEN 3 AND 20
      ORDER BY created_at DESC LIMIT ${size.listed ?? 200}`,
  );
  const cookies: string[] = [];
  for (let index = 0; index < (size.sessions ?? students.length); index += 1)
    cookies.push(await signIn(client, students[index % students.length] ?? ''));
  await client.end();
  const running: Running[] = [];
  const run = async (parameters: string[], more: Record<string, string | undefined>) => {
    const server = await start(parameters, { ...environment, ...more });
    running.push(server);
    return server;
  };
  const program = join(root, 'server/dist/main.js');
  const baselineProgram = ['--import', 'tsx', join(root, 'bench/baseline.ts')];
  const baseline = async (kind: 'constant' | 'sql', text: string) => {
    const file = join(folder, randomUUID());
    await writeFile(file, text);
    return run([...baselineProgram, kind, file], {});
  };
  return {
    url,
    cookie: cookies[0] ?? '',
    cookies,
    students,
    posts,
    serve: (more, flags = []) => run([...flags, program], more),
    fanOut: (peer, flags = []) => run([...flags, ...baselineProgram, 'fan-out', peer ?? ''], {}),
    async serveEmbedded() {
      const more = { DATABASE_URL: '', DATA_DIR: join(folder, 'embedded') };
      plant({ ...environment, ...more }, { posts: 5_000, replies: 15_000 });
      const server = await run([program], more);
      const answer = await fetch(`${server.origin}/api/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: server.origin },
        body: JSON.stringify({ email: 'bench@korea.ac.kr', password: 'bench password' }),
      });
      return { server, cookie: answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' };
    },
    constant: (bytes) => baseline('constant', bytes),
    sameSql: (calls) => baseline('sql', JSON.stringify(calls)),
    async close() {
      for (const server of running) server.process.kill('SIGKILL');
      await cluster?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function plant(
  environment: NodeJS.ProcessEnv,
  size: { posts: number; replies: number; likes?: number },
): void {
  const { status } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      join(root, 'server/seed/plant-bench.ts'),
      '--board',
      BUSY_BOARD,
      '--posts',
      String(size.posts),
      '--replies',
      String(size.replies),
      ...(size.likes === undefined ? [] : ['--likes', String(size.likes)]),
    ],
    { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) throw new Error('the world could not be planted');
}

async function idsOf(client: pg.Client, sql: string): Promise<string[]> {
  return (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id);
}

/** A session as the server would begin one, without the tenth of a second that a password costs on purpose. */
export async function signIn(client: pg.Client, userId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await client.query('INSERT INTO sessions (id, token_hash, user_id) VALUES ($1, $2, $3)', [
    randomUUID(),
    createHash('sha256').update(secret).digest(),
    userId,
  ]);
  return `madang=${secret}`;
}
