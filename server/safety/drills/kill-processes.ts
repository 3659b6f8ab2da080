import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { DrillServer } from './drill-server.ts';
import { Follower } from './follower.ts';
import { Load } from './load.ts';
import { NO_ANSWER } from './meter.ts';
import type { PartReport } from './part-report.ts';

const PROCESSES = 2;
const PATIENCE = 60_000;

/**
 * Two processes on one port and one PostgreSQL (`PROCESSES=2`): one is killed, all are replaced by `SIGHUP`, and the supervisor is
 * killed. A reload may not fail a single call; of a kill only what was being answered is lost, and sent again.
 */
export async function killProcesses(
  folder: string,
  { rounds, print = () => {} }: { rounds: number; print?: (line: string) => void },
): Promise<PartReport & { acknowledged: number }> {
  const cluster = await startCluster();
  await cluster.createDatabase('madang');
  const server = new DrillServer({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: cluster.urlOf('madang'),
    PROCESSES: String(PROCESSES),
    LOG_LEVEL: 'info',
  });
  let load: Load | undefined;
  let follower: Follower | undefined;
  try {
    await server.start();
    const client = await server.signIn(server.accounts[0]);
    load = await Load.begin(client, 300, print);
    follower = new Follower(server.origin, load.writers.postId, client.cookie);
    await load.step('both serving', () => sleep(3_000));
    for (let round = 1; round <= rounds; round += 1) {
      await load.step(
        `a process killed, round ${round}`,
        async () => {
          const before = processesOf(server);
          process.kill(before[round % PROCESSES] ?? 0, 'SIGKILL');
          const counts = () => count(server, 'a process ended and is started anew');
          await until(() => counts() > 0 && processesOf(server).length === PROCESSES, 'another process');
        },
        [NO_ANSWER],
      );
      await load.step(`SIGHUP, round ${round}`, async () => {
        const before = processesOf(server);
        const done = count(server, 'reload: done');
        server.signal('SIGHUP');
        await until(() => count(server, 'reload: done') > done, 'the reload');
        if (processesOf(server).some((id) => before.includes(id))) throw new Error('a process stayed');
      });
    }
    await load.step(
      'the supervisor killed, and the whole started again',
      async () => {
        const before = processesOf(server);
        await server.stop('SIGKILL');
        await until(() => !before.some(isRunning), 'its processes to end');
        await server.start();
      },
      [NO_ANSWER, 503],
    );
    const { failed, ...report } = await load.close();
    const stream = await follower.close(load.writers.ids.replies);
    return { ...report, failed: [...failed, ...stream] };
  } finally {
    follower?.abandon();
    load?.abandon();
    await server.stop('SIGKILL');
    await cluster.stop();
  }
}

const count = (server: DrillServer, words: string) => server.output.split(words).length - 1;

/** The processes that the supervisor has, by what Linux says. */
function processesOf({ processId }: DrillServer): number[] {
  const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

async function until(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited ${PATIENCE} ms for ${what}`);
    await sleep(50);
  }
}
