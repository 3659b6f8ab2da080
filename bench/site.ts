import { randomBytes, createHash, randomUUID } from 'node:crypto';
import { Agent, createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCampus } from '@madang/campus/load-campus';
import { createApp } from '../server/src/app.ts';
import { upsertBoards } from '../server/src/features/campus/index.ts';
import type { Database } from '../server/src/database/database.ts';
import { openEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { openPostgres } from '../server/src/database/postgres.ts';
import { openFolderStore } from '../server/src/images/image-store.ts';
import { InstallationKeys } from '../server/src/lib/installation-keys.ts';
import { createLog } from '../server/src/log/log.ts';
import { root, type Run } from './run.ts';
import { plantTexts } from './search-plant.ts';
import { send } from './send.ts';

/** Returns the milliseconds of a call. */
export type Call = (method: string, path: string, body?: object) => Promise<number>;

/** A server in this process, on a campus of one size. */
export interface Site {
  size: number;
  database: Database;
  plantSeconds: number;
  /** Returns the milliseconds until the first page of a search. */
  ask(query: string, order: 'relevant' | 'recent'): Promise<number>;
  /** Calls of the first user. */
  call: Call;
}

interface Opening {
  size: number;
  plant(database: Database, users: readonly string[]): Promise<void>;
}

/** Opens a campus with this many posts on a new database of PostgreSQL. */
export async function openSite(run: Run, url: string, size: number): Promise<Site> {
  const plant = async () => {
    const one = openPostgres(url, createLog('silent'), { poolSize: 1 });
    for (const setting of ["maintenance_work_mem = '512MB'", 'synchronous_commit = off'])
      await one.change(`SET ${setting}`);
    await plantTexts(one, size);
    await one.close();
  };
  const database = openPostgres(url, createLog('silent'), { poolSize: 4 });
  return openOn(run, database, { size, plant });
}

/** Opens a campus on the embedded engine. */
export async function openEngine(run: Run, opening: Opening): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'madang-engine-'));
  run.onEnd(() => rm(folder, { recursive: true, force: true }));
  return openOn(run, await openEmbedded(folder, createLog('silent')), opening);
}

async function openOn(run: Run, database: Database, { size, plant }: Opening): Promise<Site> {
  const startedAt = performance.now();
  const campus = await loadCampus(join(root, 'campus'));
  await migrate(database);
  await upsertBoards(database, campus.boards);
  const users = await addUsers(database);
  await plant(database, users);
  const plantSeconds = Math.round((performance.now() - startedAt) / 1_000);
  const images = await mkdtemp(join(tmpdir(), 'madang-site-images-'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const app = createApp({
    database,
    images: openFolderStore(images),
    keys: new InstallationKeys(),
    mailer: { send: async () => {}, close() {} },
    campus,
    edition: 'official',
    log: createLog('silent'),
    origins: [origin],
    originConfigured: false,
    webFolder: null,
    proxies: [],
    limited: false,
    caching: true,
  });
  server.on('request', (incoming, outgoing) => app.pipeline.serve(incoming, outgoing));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  run.onEnd(async () => {
    agent.destroy();
    server.close();
    await app.close();
    await database.close();
    await rm(images, { recursive: true, force: true });
  });
  const [userId = ''] = users;
  const cookie = `madang=${await beginSession(database, userId)}`;
  const call: Call = (method, path, body) => send(agent, origin, { cookie, userId, method, path, body });
  return {
    size,
    database,
    plantSeconds,
    call,
    ask: (query, order) => call('GET', `/api/search?query=${encodeURIComponent(query)}&order=${order}`),
  };
}

async function addUsers(database: Database): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    `INSERT INTO accounts (id, email, email_verified_at)
     SELECT gen_random_uuid(), 'student' || number || '@korea.ac.kr', now() - interval '30 days' FROM generate_series(1, 20) AS number RETURNING id`,
  );
  await database.change(
    `INSERT INTO users (id, name, nickname, university, writing_right)
     SELECT id, '김고대', left(email, 9), true, true FROM accounts`,
  );
  return rows.map(({ id }) => id);
}

async function beginSession(database: Database, userId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await database.change('INSERT INTO sessions (id, token_hash, user_id) VALUES ($1, $2, $3)', [
    randomUUID(),
    createHash('sha256').update(secret).digest(),
    userId,
  ]);
  return secret;
}
