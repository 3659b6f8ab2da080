import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { BEHIND_NGINX, startShippedNginx, type SecureClient } from '../../testing/shipped-nginx.ts';
import { DrillServer } from './drill-server.ts';
import { Writers, type Ledger } from './ledger.ts';

const READS = ['/api/posts/latest', '/api/buildings/main-hall/posts', '/api/buildings', '/api/profile', '/'];
const READERS = 24;
/** Calls a second of all readers, where the machine gives that much. */
const AIM = 1_000;

/** What happened while one of the two was replaced, or before; times in milliseconds. */
export interface Step {
  name: string;
  calls: number;
  perSecond: number;
  failed: number;
  /** The longest time in which no call at all was answered well. */
  longestOutage: number;
  slowestAnswer: number;
  /** From the signal until the process was gone, and from its start until it was ready. */
  stopped: number;
  ready: number;
}

export interface ProductionRoll extends Ledger {
  steps: Step[];
  /** Calls without a good answer, whoever asked. */
  failed: string[];
  exitCodes: (number | null)[];
}

/**
 * Blue and green behind `deploy/nginx.conf` on one PostgreSQL, under reads and writes: again and again one is told to stop, starts
 * anew and is ready, then the other. Every call must be answered well at its first try.
 */
export async function rollBehindNginx(
  folder: string,
  { rounds, phase, print = () => {} }: { rounds: number; phase: number; print?: (line: string) => void },
): Promise<ProductionRoll> {
  const cluster = await startCluster();
  await cluster.createDatabase('madang');
  const nginx = await startShippedNginx();
  const servers = ['blue', 'green'].map(
    (name) =>
      [
        name,
        new DrillServer({
          ...BEHIND_NGINX,
          DATA_DIR: join(folder, 'data'),
          DATABASE_URL: cluster.urlOf('madang'),
          SOCKET: nginx.socketOf(name),
        }),
      ] as const,
  );
  let writers: Writers | undefined;
  const reading = new AbortController();
  try {
    print('PostgreSQL, nginx with deploy/nginx.conf, blue and green');
    for (const [, server] of servers) await server.start();
    const meter = new Meter();
    const client = meter.watch(nginx.client());
    await client.ask('POST /api/session', {
      body: servers[0]?.[1].accounts[0] ?? { email: '', password: '' },
    });
    writers = await Writers.begin(client, 8);
    const readers = Array.from({ length: READERS }, (_, lane) => readOn(client, lane, reading.signal));
    // Told below; a drill that failed otherwise has said enough.
    for (const reader of readers) reader.catch(() => {});
    const steps: Step[] = [];
    const end = (name: string, stopped = 0, ready = 0) => {
      const step = { name, ...meter.take(), stopped, ready };
      steps.push(step);
      print(`${name}: ${JSON.stringify({ ...step, name: undefined })}`);
    };
    meter.take();
    await sleep(phase);
    end('both serving');
    const exitCodes: (number | null)[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const [name, server] of servers) {
        const told = Date.now();
        exitCodes.push(await server.stop());
        const stopped = Date.now() - told;
        const ready = await server.start();
        await sleep(phase);
        end(`${name}, round ${round}`, stopped, ready);
      }
    }
    await writers.stop();
    reading.abort();
    await Promise.all(readers);
    return { ...(await writers.close()), steps, failed: meter.failed, exitCodes };
  } finally {
    reading.abort();
    writers?.abandon();
    for (const [, server] of servers) await server.stop('SIGKILL');
    await nginx.stop();
    await cluster.stop();
  }
}

async function readOn(client: SecureClient, lane: number, signal: AbortSignal): Promise<void> {
  const every = (READERS / AIM) * 1_000;
  let next = performance.now();
  for (let turn = lane; !signal.aborted; turn += 1) {
    next = Math.max(next + every, performance.now());
    await client.send('GET', READS[turn % READS.length] ?? '').then(
      (response) => response.arrayBuffer(),
      () => {},
    );
    await sleep(Math.max(0, next - performance.now()));
  }
}

/** Counts the calls of a client, and what they found. */
class Meter {
  readonly failed: string[] = [];
  #calls = 0;
  #failedBefore = 0;
  #began = performance.now();
  #answeredAt = performance.now();
  #longestOutage = 0;
  #slowestAnswer = 0;

  watch(client: SecureClient): SecureClient {
    const send = client.send.bind(client);
    client.send = async (...call) => {
      const asked = performance.now();
      this.#calls += 1;
      const fail = (what: string) =>
        this.failed.push(`${call[0]} ${call[1].replace(/[0-9a-f-]{36}/, 'ID')}: ${what}`);
      try {
        const response = await send(...call);
        const now = performance.now();
        this.#slowestAnswer = Math.max(this.#slowestAnswer, now - asked);
        if (response.status >= 200 && response.status < 300) {
          this.#longestOutage = Math.max(this.#longestOutage, now - this.#answeredAt);
          this.#answeredAt = now;
        } else fail(String(response.status));
        return response;
      } catch (error) {
        fail((error as Error).message);
        throw error;
      }
    };
    return client;
  }

  /** What was found since it was asked last. */
  take(): Pick<Step, 'calls' | 'perSecond' | 'failed' | 'longestOutage' | 'slowestAnswer'> {
    const now = performance.now();
    const found = {
      calls: this.#calls,
      perSecond: Math.round(this.#calls / ((now - this.#began) / 1_000)),
      failed: this.failed.length - this.#failedBefore,
      longestOutage: Math.round(Math.max(this.#longestOutage, now - this.#answeredAt)),
      slowestAnswer: Math.round(this.#slowestAnswer),
    };
    this.#failedBefore = this.failed.length;
    [this.#calls, this.#longestOutage, this.#slowestAnswer, this.#began] = [0, 0, 0, now];
    return found;
  }
}
