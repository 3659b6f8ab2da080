import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { behindNginx, startShippedNginx } from '../../testing/shipped-nginx.ts';
import { DrillServer } from './drill-server.ts';
import { Writers, type Ledger } from './ledger.ts';
import { Meter, NO_ANSWER, Readers, type Step } from './meter.ts';

/** Results before and during the replacement of one server; times in milliseconds. */
export interface RollStep extends Step {
  /** From the signal to the end of the process, and from its start until it was ready. */
  stopped: number;
  ready: number;
}

/** Its `longestOutage` covers the time before nginx itself restarts. */
export interface ProductionRoll extends Ledger {
  steps: RollStep[];
  /** Failed calls of any client. */
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
 * Rolls blue and green behind `deploy/nginx.conf` on one PostgreSQL, under reads and writes.
 * Each in turn stops, starts and becomes ready; later blue is frozen. Every call must succeed at the first try.
 * While one is frozen, the other answers every read. At the end nginx restarts; calls without an answer are retried.
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
    // The frozen server's transaction keeps its row locks, so other writes of these rows receive 503.
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
