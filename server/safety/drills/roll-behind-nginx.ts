import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { behindNginx, startShippedNginx } from '../../testing/shipped-nginx.ts';
import { DrillServer } from './drill-server.ts';
import { Writers, type Ledger } from './ledger.ts';
import { Meter, NO_ANSWER, Readers, type Step } from './meter.ts';

/** What happened while one of the two was replaced, or before; times in milliseconds. */
export interface RollStep extends Step {
  /** From the signal until the process was gone, and from its start until it was ready. */
  stopped: number;
  ready: number;
}

/** The outage of its ledger is that before nginx itself was away. */
export interface ProductionRoll extends Ledger {
  steps: RollStep[];
  /** Calls without a good answer, no matter who asked. */
  failed: readonly string[];
  exitCodes: (number | null)[];
}

/**
 * Blue and green behind `deploy/nginx.conf` on one PostgreSQL, under reads and writes: again and again one is told to stop, starts
 * again and is ready, then the other. Then blue is frozen for a while. Every call must be answered well at its first try; while one
 * is frozen, every read by the other one. At last nginx itself starts again: who gets no answer meanwhile asks once more.
 */
export async function rollBehindNginx(
  folder: string,
  {
    rounds,
    phase,
    frozen = 30_000,
    print = () => {},
  }: { rounds: number; phase: number; frozen?: number; print?: (line: string) => void },
): Promise<ProductionRoll> {
  const cluster = await startCluster();
  await cluster.createDatabase('madang');
  const nginx = await startShippedNginx();
  const servers = ['blue', 'green'].map(
    (name) =>
      [
        name,
        new DrillServer({
          ...behindNginx(),
          DATA_DIR: join(folder, 'data'),
          DATABASE_URL: cluster.urlOf('madang'),
          SOCKET: nginx.socketOf(name),
        }),
      ] as const,
  );
  let writers: Writers | undefined;
  let readers: Readers | undefined;
  try {
    print('PostgreSQL, nginx with deploy/nginx.conf, blue and green');
    for (const [, server] of servers) await server.start();
    const meter = new Meter();
    const client = meter.watch(nginx.client());
    await client.ask('POST /api/session', {
      body: servers[0]?.[1].accounts[0] ?? { email: '', password: '' },
    });
    writers = await Writers.begin(client, 8);
    readers = new Readers(client, 1_000);
    const steps: RollStep[] = [];
    const end = (name: string, stopped = 0, ready = 0) => {
      const step = { ...meter.take(name), stopped, ready };
      steps.push(step);
      print(`${name}: ${JSON.stringify({ ...step, name: undefined })}`);
    };
    meter.take('');
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
    const { longestOutage } = writers;
    // PostgreSQL keeps the rows of a frozen one's transaction for it: anyone who needs them meanwhile is told to come again.
    meter.expectedOfWrites = [503];
    servers[0]?.[1].signal('SIGSTOP');
    await sleep(frozen);
    servers[0]?.[1].signal('SIGCONT');
    await sleep(phase);
    meter.expectedOfWrites = [];
    end('blue frozen');
    meter.expected = [NO_ANSWER];
    await nginx.restart();
    await sleep(phase);
    meter.expected = [];
    end('nginx started again');
    await writers.stop();
    await readers.stop();
    return { ...(await writers.close()), longestOutage, steps, failed: meter.failed, exitCodes };
  } finally {
    readers?.abandon();
    writers?.abandon();
    for (const [, server] of servers) await server.stop('SIGKILL');
    await nginx.stop();
    await cluster.stop();
  }
}
