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

interface RollOptions {
  rounds: number;
  phase: number;
  frozen?: number;
  print?: (line: string) => void;
}

/**
 * Blue and green behind `deploy/nginx.conf` on one PostgreSQL, under reads and writes: again and again one is told to stop, starts
 * again and is ready, then the other. Then blue is frozen for a while. Every call must be answered well at its first try; while one
 * is frozen, every read by the other one. At last nginx itself starts again: who gets no answer meanwhile asks once more.
 */
export async function rollBehindNginx(
  folder: string,
  { rounds, phase, frozen = 30_000, print = () => {} }: RollOptions,
): Promise<ProductionRoll> {
  const cluster = await startCluster();
  await cluster.createDatabase('madang');
  const nginx = await startShippedNginx();
  const place = { DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.urlOf('madang') };
  const serve = (name: string) =>
    new DrillServer({ ...behindNginx(), ...place, SOCKET: nginx.socketOf(name) });
  const servers = { blue: serve('blue'), green: serve('green') };
  let [writers, readers]: [Writers?, Readers?] = [];
  try {
    print('PostgreSQL, nginx with deploy/nginx.conf, blue and green');
    for (const server of Object.values(servers)) await server.start();
    const meter = new Meter();
    const client = meter.watch(nginx.client());
    const [body = { email: '', password: '' }] = servers.blue.accounts;
    await client.ask('POST /api/session', { body });
    writers = await Writers.begin(client, 8);
    readers = new Readers(client, 1_000);
    const steps: RollStep[] = [];
    const end = async (name: string, stopped = 0, ready = 0) => {
      await sleep(phase);
      const step = { ...meter.take(name), stopped, ready };
      steps.push(step);
      print(`${name}: ${JSON.stringify({ ...step, name: undefined })}`);
    };
    meter.take('');
    await end('both serving');
    const exitCodes: (number | null)[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const [name, server] of Object.entries(servers)) {
        const told = Date.now();
        exitCodes.push(await server.stop());
        const stopped = Date.now() - told;
        const ready = await server.start();
        await end(`${name}, round ${round}`, stopped, ready);
      }
    }
    const { longestOutage } = writers;
    // PostgreSQL keeps the rows of a frozen one's transaction for it: anyone who needs them meanwhile is told to come again.
    meter.expectedOfWrites = [503];
    servers.blue.signal('SIGSTOP');
    await sleep(frozen);
    servers.blue.signal('SIGCONT');
    await end('blue frozen');
    meter.expectedOfWrites = [];
    meter.expected = [NO_ANSWER];
    await nginx.restart();
    await end('nginx started again');
    for (const one of [writers, readers]) await one.stop();
    return { ...(await writers.close()), longestOutage, steps, failed: meter.failed, exitCodes };
  } finally {
    for (const one of [readers, writers]) one?.abandon();
    for (const server of Object.values(servers)) await server.stop('SIGKILL');
    await nginx.stop();
    await cluster.stop();
  }
}
