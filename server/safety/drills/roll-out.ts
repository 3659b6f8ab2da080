import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentMigration } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { createLog } from '../../src/log/log.ts';
import { serverFolder } from '../../src/lib/folders.ts';
import { campusFolder } from '../../testing/folders.ts';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { ApiClient } from '../../testing/outside/api-client.ts';
import { Writers, type Ledger } from './ledger.ts';
import { DrillServer } from './drill-server.ts';

/** One example of each change that the deploy rules allow in the next migration. */
export const NEXT_MIGRATION = `
ALTER TABLE posts ADD COLUMN next_note text;
ALTER TABLE replies ADD COLUMN next_count integer NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN next_time timestamptz NOT NULL DEFAULT now();
ALTER TABLE sessions ADD COLUMN next_note text;
ALTER TABLE likes ADD COLUMN next_note text NOT NULL DEFAULT '';
CREATE TABLE next_things (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX next_things_user_id ON next_things (user_id);
`;

/** Time in ms that the versions run alone and together. */
const PHASE = 2_000;

const READS = ['/api/posts/latest', '/api/buildings/main-hall/posts', '/api/profile', '/api/buildings'];

export interface RollOut extends Ledger {
  /** Responses of 500 and above, with the server. */
  failures: string[];
  /** Calls answered by each version while both served. */
  sideBySide: { old: number; new: number };
  migration: { old: number; new: number };
  /** Exit code of the old server after SIGTERM. */
  exitCode: number | null;
}

/**
 * [SF-32] Deploys under reads and writes.
 * The next version with one more migration starts on the same database; both serve, then the old one stops.
 * A proxy sends each call to the next server that accepts it.
 */
export async function rollOut(folder: string): Promise<RollOut> {
  const cluster = await startCluster();
  await cluster.createDatabase('madang');
  const environment = { DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.urlOf('madang') };
  const old = new DrillServer(environment);
  const next = new DrillServer(
    { ...environment, CAMPUS: campusFolder },
    await makeNextVersion(join(folder, 'next')),
  );
  let writers: Writers | undefined;
  const reading = new AbortController();
  try {
    await old.start();
    const proxy = new RoundRobin(await old.signIn(old.accounts[0]));
    const before = await migrationOf(environment.DATABASE_URL);
    writers = await Writers.begin(proxy);
    const readers = READS.map((path) => readOn(proxy, path, reading.signal));
    // Reported below; a drill that failed otherwise needs no second error.
    for (const reader of readers) reader.catch(() => {});
    await sleep(PHASE);
    await next.start();
    const after = await migrationOf(environment.DATABASE_URL);
    proxy.add(next.origin);
    proxy.answered.clear();
    await sleep(PHASE);
    const sideBySide = {
      old: proxy.answered.get(old.origin) ?? 0,
      new: proxy.answered.get(next.origin) ?? 0,
    };
    const exitCode = await old.stop();
    await sleep(PHASE);
    await writers.stop();
    reading.abort();
    await Promise.all(readers);
    const ledger = await writers.close();
    return {
      ...ledger,
      failures: proxy.failures,
      sideBySide,
      migration: { old: before, new: after },
      exitCode,
    };
  } finally {
    reading.abort();
    writers?.abandon();
    await old.stop('SIGKILL');
    await next.stop('SIGKILL');
    await cluster.stop();
  }
}

/** Copies the built server to a folder with one more migration. */
async function makeNextVersion(folder: string): Promise<string> {
  const built = serverFolder();
  await mkdir(join(folder, 'dist'), { recursive: true });
  await cp(join(built, 'package.json'), join(folder, 'package.json'));
  for (const program of ['main.js', 'server.js', 'decoder.js'])
    await cp(join(built, 'dist', program), join(folder, 'dist', program));
  for (const part of ['bin', 'migrations'])
    await cp(join(built, part), join(folder, part), { recursive: true });
  await writeFile(join(folder, 'migrations', '9000-next.sql'), NEXT_MIGRATION);
  await symlink(join(built, '..', 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'dist', 'main.js');
}

async function migrationOf(databaseUrl: string): Promise<number> {
  const database = openPostgres(databaseUrl, createLog('silent'));
  try {
    return await currentMigration(database);
  } finally {
    await database.close();
  }
}

async function readOn(browser: ApiClient, path: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const response = await browser.send('GET', path);
    await response.arrayBuffer();
  }
}

/** Sends calls to the servers in turn; skips a server after its first refused connection. */
class RoundRobin extends ApiClient {
  readonly failures: string[] = [];
  readonly answered = new Map<string, number>();
  #servers: string[];
  #turn = 0;

  constructor(signedIn: ApiClient) {
    super(signedIn.origin);
    this.cookie = signedIn.cookie;
    this.#servers = [signedIn.origin];
  }

  add(origin: string): void {
    this.#servers.push(origin);
  }

  override async send(...call: Parameters<ApiClient['send']>): Promise<Response> {
    const server = this.#servers[(this.#turn += 1) % this.#servers.length];
    if (server === undefined) throw new Error('no server is left');
    const line = new ApiClient(server);
    line.cookie = this.cookie;
    let response: Response;
    try {
      response = await line.send(...call);
    } catch {
      this.#servers = this.#servers.filter((other) => other !== server);
      return this.send(...call);
    }
    this.answered.set(server, (this.answered.get(server) ?? 0) + 1);
    if (response.status >= 500) this.failures.push(`${server}: ${call[0]} ${call[1]} ${response.status}`);
    return response;
  }
}
