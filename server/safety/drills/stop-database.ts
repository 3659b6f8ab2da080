import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { Writers, type Ledger } from './ledger.ts';
import { DrillServer } from './drill-server.ts';

/** [SF-25] Stops PostgreSQL in immediate mode under writes, once per round; the server must stay up. */
export async function stopDatabase(
  dataFolder: string,
  rounds: number,
): Promise<Ledger & { sameProcess: boolean }> {
  const cluster = await startCluster();
  await cluster.createDatabase('madang');
  const server = new DrillServer({ DATA_DIR: dataFolder, DATABASE_URL: cluster.urlOf('madang') });
  let writers: Writers | undefined;
  try {
    await server.start();
    const { processId } = server;
    writers = await Writers.begin(await server.signIn(server.accounts[0]));
    for (let round = 0; round < rounds; round += 1) {
      await sleep(300 + Math.random() * 500);
      await cluster.stopImmediately();
      await expectUnavailable(server.origin);
      await cluster.start();
    }
    await sleep(300);
    await writers.stop();
    return { ...(await writers.close()), sameProcess: server.running && server.processId === processId };
  } finally {
    writers?.abandon();
    await server.stop('SIGKILL');
    await cluster.stop();
  }
}

/** Expects a live server that reports not ready. */
async function expectUnavailable(origin: string): Promise<void> {
  const [live, ready] = await Promise.all([fetch(`${origin}/health/live`), fetch(`${origin}/health/ready`)]);
  if (live.status !== 200 || ready.status !== 503)
    throw new Error(`without its database: live ${live.status}, ready ${ready.status}`);
}
