import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from '../../scripts/system-parts.mjs';

/** A PostgreSQL cluster in its own folder for tests; touches nothing else on the machine. */
export interface Cluster {
  urlOf(database: string): string;
  /** Data directory, and folder of the socket. */
  readonly data: string;
  readonly folder: string;
  readonly port: number;
  createDatabase(name: string, template?: string): Promise<void>;
  /** Stops without a shutdown, as a power failure does; {@link Cluster.start} starts it again. */
  stopImmediately(): Promise<void>;
  start(): Promise<void>;
  /** Id of the main process; 0 while stopped. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** `name=value` settings that depend on its folders and port. */
  settings?: (place: Pick<Cluster, 'data' | 'folder' | 'port'>) => string[];
  /** Puts the files of a cluster there, as the user who runs it. */
  fill?: (data: string) => Promise<void>;
  /** Parent of its folder. Default: the system's temporary folder. */
  parent?: string;
}

/** Starts a new or filled cluster on a free port of this machine. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { fill, parent = tmpdir() } = options;
  const bin = findPostgres();
  if (!bin) throw new Error('PostgreSQL 15 or newer is missing: install the package postgresql');
  const folder = mkdtempSync(join(parent, 'madang-postgres-'));
  const data = join(folder, 'data');
  const asOwner = ownerPrefix(folder);
  const port = await findFreePort();
  // C.UTF-8: with plain C, full-text search would not treat Korean letters as letters.
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
      // A slower stop would write files that are deleted next. `rm`: Node takes a minute for hundreds of databases.
      await stopWith('SIGQUIT');
      runOrThrow(['rm', '-rf', folder]);
    },
  };
}

/** Starts the server and waits until it accepts connections. */
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

/**
 * Returns a command prefix that runs PostgreSQL as another user, since it refuses to run as root.
 * Makes that user the owner of the folder.
 */
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

/** Returns a TCP port that is free at the moment. */
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
