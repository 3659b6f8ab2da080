import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findCluster } from '../../scripts/system-parts.mjs';
import {
  layNetwork,
  plugCable,
  processesIn,
  pullCable,
  removeNetwork,
  signal,
  spawnIn,
} from './cluster-network.ts';
import {
  addressOf,
  etcdSettings,
  haproxySettings,
  NUMBERS,
  passwordOf,
  patroniSettings,
  SHIPPED,
  type NodeNumber,
} from './cluster-settings.ts';
import { findFreePort, ownerPrefix } from './postgres-cluster.ts';

/** Node state reported by Patroni. */
interface Member {
  name: string;
  role: string;
  state: string;
}

/**
 * Three nodes with etcd, Patroni and PostgreSQL in network namespaces, behind HAProxy. Needs root.
 * Uses the files of `deploy/cluster/` unchanged; the environment has addresses, folders and passwords.
 */
export class ClusterNodes {
  readonly #folder: string;
  readonly #port: number;
  readonly #running = new Map<string, ChildProcess>();

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  /**
   * Removes the remains of a killed run, then starts all nodes.
   * Resolves when there is a leader, a synchronous standby and a third node.
   */
  static async start(folder: string): Promise<ClusterNodes> {
    removeNetwork();
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const cluster = new ClusterNodes(folder, await findFreePort());
    try {
      await cluster.#build();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** Database of the app through HAProxy, on the current leader. */
  get url(): string {
    return this.#urlAt(this.#port);
  }

  /** Returns the URL of one node without HAProxy; while it is cut off, only its namespace reaches it. */
  directUrl(node: NodeNumber): string {
    return `postgres://madang:${passwordOf('madang')}@${addressOf(node)}:5432/madang`;
  }

  /** Starts a program in the namespace of a node, as root. */
  spawnOn(node: NodeNumber, command: readonly string[], environment: Record<string, string>): ChildProcess {
    return spawnIn(node, command, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], ...environment },
    });
  }

  /** Waits until every node is healthy; returns the leader and the synchronous standby. */
  async settled(timeout = 60_000): Promise<Record<'leader' | 'standby', NodeNumber>> {
    const end = Date.now() + timeout;
    for (;;) {
      const members = await this.#members();
      const find = (role: string) => members.find((member) => member.role === role);
      const [leader, standby, third] = [find('leader'), find('sync_standby'), find('replica')];
      const well = members.every(({ state }) => state === 'running' || state === 'streaming');
      if (leader && standby && third && well) return { leader: numberOf(leader), standby: numberOf(standby) };
      if (Date.now() > end) throw new Error(`not well in ${timeout} ms: ${JSON.stringify(members)}`);
      await sleep(200);
    }
  }

  /** Returns the members listed by the first node that answers, or an empty list. */
  async #members(): Promise<Member[]> {
    for (const node of NUMBERS) {
      const answer = await readJson<{ members: Member[] }>(`http://${addressOf(node)}:8008/cluster`);
      if (answer) return answer.members;
    }
    return [];
  }

  /** Returns the ids of PostgreSQL's main process and its children. */
  postgresOf(node: NodeNumber): number[] {
    const [line = ''] = readFileSync(join(this.#dataOf(node), 'postmaster.pid'), 'utf8').split('\n');
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', line], { encoding: 'utf8' }).stdout;
    return [Number(line), ...children.split('\n').filter(Boolean).map(Number)];
  }

  /** Returns the id of the `etcd` or `patroni` process of a node. */
  processOf(program: 'etcd' | 'patroni', node: NodeNumber): number {
    return this.#running.get(`${program}${node}`)?.pid ?? 0;
  }

  /** Kills all processes of a node at once. */
  killNode(node: NodeNumber): void {
    signal(processesIn(node), 'SIGKILL');
  }

  /** Starts the missing processes of a node. */
  startNode(node: NodeNumber): void {
    this.#start('etcd', node);
    this.#start('patroni', node);
  }

  /** Disconnects a node from the bridge; {@link ClusterNodes.restore} connects it again. */
  cut(node: NodeNumber): void {
    pullCable(node);
  }

  restore(node: NodeNumber): void {
    plugCable(node);
  }

  /** Runs `patronictl` as in docs/more-machines.md. */
  async patronictl(...parameters: string[]): Promise<void> {
    const child = spawn('patronictl', ['-c', join(this.#folder, 'patroni.yml'), ...parameters], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        LANG: 'C.UTF-8',
        HOME: this.#folder,
        ...patroniSettings(1, this.#folder),
      },
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`patronictl ${parameters.join(' ')}: ${errors}`);
  }

  nameOf(node: NodeNumber): string {
    return `db${node}`;
  }

  async stop(): Promise<void> {
    this.#running.get('haproxy')?.kill('SIGKILL');
    removeNetwork();
    // The processes write to the folder until all have ended.
    await sleep(200);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #urlAt(port: number): string {
    return `postgres://madang:${passwordOf('madang')}@127.0.0.1:${port}/madang`;
  }

  #dataOf(node: NodeNumber): string {
    return join(this.#folder, `data${node}`);
  }

  async #build(): Promise<void> {
    // PostgreSQL's user must be able to enter the folder.
    chmodSync(join(this.#folder, '..'), 0o711);
    for (const file of ['patroni.yml', 'haproxy.cfg'])
      copyFileSync(join(SHIPPED, file), join(this.#folder, file));
    ownerPrefix(this.#folder);
    layNetwork();
    for (const node of NUMBERS) {
      const sockets = join(this.#folder, `run${node}`);
      mkdirSync(sockets);
      ownerPrefix(sockets);
    }
    mkdirSync('/run/postgresql', { recursive: true });
    for (const node of NUMBERS) this.startNode(node);
    this.#startHaproxy();
    await this.settled(90_000);
    const client = new pg.Client({
      connectionString: `postgres://postgres:${passwordOf('postgres')}@127.0.0.1:${this.#port}/postgres`,
    });
    await client.connect();
    await client.query(
      `CREATE DATABASE madang OWNER madang TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`,
    );
    await client.end();
  }

  #startHaproxy(): void {
    const { haproxy } = programs();
    const child = spawn(haproxy, ['-db', '-f', join(this.#folder, 'haproxy.cfg')], {
      stdio: ['ignore', 'ignore', this.#log('haproxy')],
      env: haproxySettings(this.#port),
    });
    this.#running.set('haproxy', child);
  }

  #start(program: 'etcd' | 'patroni', node: NodeNumber): void {
    const name = `${program}${node}`;
    const before = this.#running.get(name);
    if (before && before.exitCode === null && before.signalCode === null) return;
    const settings =
      program === 'etcd' ? etcdSettings(node, this.#folder) : patroniSettings(node, this.#folder);
    const command = [
      'env',
      '-i',
      `HOME=${this.#folder}`,
      'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin',
      'LANG=C.UTF-8',
      ...Object.entries(settings).map(([key, value]) => `${key}=${value}`),
      programs()[program],
      ...(program === 'patroni' ? [join(this.#folder, 'patroni.yml')] : []),
    ];
    const output = this.#log(name);
    const child = spawnIn(node, this.#asPostgres(node, command), {
      stdio: ['ignore', output, output],
      detached: true,
    });
    this.#running.set(name, child);
  }

  /** `ip netns exec` gives each process its own mount namespace: one socket folder per node. */
  #asPostgres(node: NodeNumber, command: readonly string[]): string[] {
    const shell = 'mount --bind "$0" /run/postgresql && exec "$@"';
    const sockets = join(this.#folder, `run${node}`);
    return ['sh', '-c', shell, sockets, ...ownerPrefix(sockets), ...command];
  }

  /** Opens a log file that is kept to the end, for diagnosis. */
  #log(name: string): number {
    return openSync(join(this.#folder, `${name}.log`), 'a');
  }
}

function programs(): { patroni: string; etcd: string; haproxy: string } {
  const found = findCluster();
  if (!found) throw new Error('Patroni, etcd, HAProxy or iproute2 is missing');
  return found;
}

const numberOf = ({ name }: Member) => Number(name.slice(2)) as NodeNumber;

async function readJson<Body>(address: string): Promise<Body | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(1_000) });
    return (await answer.json()) as Body;
  } catch {
    return null;
  }
}
