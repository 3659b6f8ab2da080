import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { freemem, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from '../../scripts/system-parts.mjs';

/** A PostgreSQL of our own in a folder of its own, for tests; nothing else on the machine is touched. */
export interface Cluster {
  urlOf(database: string): string;
  /** Where its files lie, and where its socket does. */
  readonly data: string;
  readonly folder: string;
  readonly port: number;
  createDatabase(name: string, template?: string): Promise<void>;
  /** Stops the way a pulled plug would; {@link Cluster.start} brings it back. */
  stopImmediately(): Promise<void>;
  start(): Promise<void>;
  /** Its main process; 0 while it is stopped. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** `name=value`, as of its files and its port. */
  settings?: (place: Pick<Cluster, 'data' | 'folder' | 'port'>) => string[];
  /** Puts the files of a cluster there, as the user who runs it. */
  fill?: (data: string) => Promise<void>;
  /** The folder to create its folder in. Default: the system's temporary folder. */
  parent?: string;
}

/**
 * Returns a folder in memory if `bytes` fit there and as much again stays free, else the temporary folder of the system. Creating
 * and deleting a database there takes a third of the time.
 */
export function folderInMemory(bytes: number): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (Math.min(bavail * bsize, freemem()) > 2 * bytes) return '/dev/shm';
  } catch {
    // Not Linux.
  }
  return tmpdir();
}

/** Starts a cluster on a free port of this machine: a fresh one, or one that was filled. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { fill, parent = tmpdir() } = options;
  const bin = findPostgres();
  if (!bin) throw new Error('PostgreSQL 15 or newer is missing: install the package postgresql');
  const folder = mkdtempSync(join(parent, 'madang-postgres-'));
  const data = join(folder, 'data');
  const asOwner = ownerPrefix(folder);
  const port = await findFreePort();
  // C.UTF-8: with plain C, Korean letters would be no letters to the text search to come.
  const words = ['-D', data, '-U', 'madang', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  if (fill) await fill(data);
  else runOrThrow([...asOwner, join(bin, 'initdb'), ...words]);
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=300',
    ...(options.settings?.({ data, folder, port }) ?? []),
  ].flatMap((setting) => ['-c', setting]);
  const serve = () => runPostgres([...asOwner, join(bin, 'postgres'), '-D', data, ...settings], port);
  let server = await serve().catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  const stopWith = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    // setpriv becomes the postgres process itself, so the signal reaches the postmaster.
    server.kill(signal);
    await ended;
  };
  return {
    data,
    folder,
    port,
    urlOf: (database) => `postgres://madang@127.0.0.1:${port}/${database}`,
    async createDatabase(name, template = 'template0') {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'madang', database: 'postgres' });
      await client.connect();
      await client.query(
        `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}`,
      );
      await client.end();
    },
    stopImmediately: () => stopWith('SIGQUIT'),
    async start() {
      server = await serve();
    },
    async stop() {
      // A slower stop would write what is deleted next. `rm`, since Node takes a minute for hundreds of databases.
      await stopWith('SIGQUIT');
      runOrThrow(['rm', '-rf', folder]);
    },
  };
}

/** Runs it until it answers. */
async function runPostgres([command = '', ...parameters]: string[], port: number): Promise<ChildProcess> {
  const child = spawn(command, parameters, { stdio: 'ignore' });
  try {
    await waitUntilReady(port);
  } catch (error) {
    child.kill('SIGQUIT');
    throw error;
  }
  return child;
}

/** PostgreSQL refuses to run as root: then its own user, or another, owns the folder and runs it. */
export function ownerPrefix(folder: string, user = 'postgres'): string[] {
  if (userInfo().uid !== 0) return [];
  const idOf = (flag: string) => Number(runOrThrow(['id', flag, user]).trim());
  chownSync(folder, idOf('-u'), idOf('-g'));
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
}

function runOrThrow([command = '', ...parameters]: string[]): string {
  const result = spawnSync(command, parameters, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${command} failed: ${result.error?.message ?? result.stderr}`);
  return result.stdout;
}

/** A TCP port that nothing on this machine uses at the moment. */
export async function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function waitUntilReady(port: number): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'madang', database: 'postgres' });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => {});
      if (attempt > 200) throw error;
      await sleep(100);
    }
  }
}
