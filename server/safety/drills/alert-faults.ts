import { once } from 'node:events';
import { stat, truncate } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOperator } from './operator-process.ts';
import type { AlertWatch } from './alert-watch.ts';
import type { WatchedServer } from './watched-server.ts';

/** Holds the posts for 1.6 s, lets go, and stands in line again. */
export async function lockPosts(watched: WatchedServer, signal: AbortSignal, after: number): Promise<void> {
  const client = await watched.connect();
  await sleep(after);
  while (!signal.aborted) {
    await client.query('BEGIN; LOCK TABLE posts IN ACCESS EXCLUSIVE MODE');
    await sleep(1_600);
    await client.query('COMMIT');
  }
  await client.end();
}

/** Stops the process and lets it go on, as a machine does that is too small. */
export async function takeProcessor(server: WatchedServer['server'], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    server.signal('SIGSTOP');
    await sleep(320);
    server.signal('SIGCONT');
    await sleep(60);
  }
}

/** Damages the newest archive, and tries it as the weekly unit does: that must end with 1. */
export async function failTrial({ environment, folder }: WatchedServer, archive: string): Promise<void> {
  await truncate(archive, Math.floor((await stat(archive)).size / 2));
  const { code, output } = await startOperator(environment, 'backup', 'verify', '--folder', folder).ended;
  if (code !== 1) throw new Error(`the trial of a damaged archive ended with ${code}: ${output}`);
}

/** What prometheus-node-exporter would say of the machine of PostgreSQL. */
export class NodeExporter {
  state: 'well' | 'nearly full' | 'unseen' = 'well';
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((_, outgoing) => {
      const labels = '{device="/dev/vda1",fstype="ext4",mountpoint="/"}';
      const free = this.state === 'well' ? 50 : 10;
      outgoing.writeHead(this.state === 'unseen' ? 500 : 200, {
        'Content-Type': 'text/plain; version=0.0.4',
      });
      outgoing.end(`node_filesystem_avail_bytes${labels} ${free}\nnode_filesystem_size_bytes${labels} 100\n`);
    });
  }

  static async start(): Promise<NodeExporter> {
    const exporter = new NodeExporter();
    await once(exporter.#server.listen(0, '127.0.0.1'), 'listening');
    return exporter;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
  }
}

/** Its disk is nearly full, and then nobody sees it. */
export async function breakNode(
  node: NodeExporter,
  watch: AlertWatch,
  fire: (name: string, mend: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  watch.break('MadangDatabaseDiskNearlyFull', 'MadangDatabaseDiskUnseen');
  const mend = async () => (node.state = 'well');
  node.state = 'nearly full';
  await fire('MadangDatabaseDiskNearlyFull', mend);
  node.state = 'unseen';
  await fire('MadangDatabaseDiskUnseen', mend);
}
