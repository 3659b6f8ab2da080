import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPgbouncer } from '../../testing/pgbouncer.ts';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { DrillServer } from './drill-server.ts';
import { Follower } from './follower.ts';
import { Load, Turns } from './load.ts';
import { runOperator } from './operator-process.ts';
import type { PartReport } from './part-report.ts';

/** What a server answers without its database; a connection that breaks in the middle of a call is no fault of the server's. */
const WITHOUT_DATABASE = [503];

/**
 * Two servers on one PostgreSQL through PgBouncer in transaction mode: the pooler is killed, PostgreSQL is killed behind it, the
 * pooler is told to begin with new connections and is started anew. Streams get every reply once and in order.
 */
export async function breakPooler(
  folder: string,
  { away, print = () => {} }: { away: number; print?: (line: string) => void },
): Promise<PartReport & { acknowledged: number; cuts: number }> {
  const cluster = await startCluster();
  await cluster.createDatabase('madang');
  const pooler = await startPgbouncer(cluster.urlOf('madang'), [
    'pool_mode = transaction',
    'server_login_retry = 1',
  ]);
  const environment = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: cluster.urlOf('madang'),
  };
  const servers = [new DrillServer(environment), new DrillServer(environment)] as const;
  let load: Load | undefined;
  let followers: Follower[] = [];
  try {
    await runOperator(environment, 'database', 'prepare');
    await pooler.command('RECONNECT');
    for (const server of servers) await server.start();
    const signedIn = await servers[0].signIn(servers[0].accounts[0]);
    load = await Load.begin(
      new Turns(
        signedIn,
        servers.map(({ origin }) => origin),
      ),
      300,
      print,
    );
    const { postId } = load.writers;
    followers = servers.map(({ origin }) => new Follower(origin, postId, signedIn.cookie));
    await load.step('both serving through the pooler', () => sleep(away));
    const pids = servers.map(({ processId }) => processId);
    await load.step(
      'PgBouncer killed, and started again',
      async () => {
        await pooler.kill();
        await sleep(away);
        await pooler.start();
      },
      WITHOUT_DATABASE,
    );
    await load.step(
      'PostgreSQL killed behind it, and started again',
      async () => {
        await cluster.stopImmediately();
        await sleep(away);
        await cluster.start();
      },
      WITHOUT_DATABASE,
    );
    await load.step('RECONNECT', () => pooler.command('RECONNECT'));
    await load.step('the listening connections past the pooler ended', () =>
      endListeners(environment.DATABASE_DIRECT_URL),
    );
    const { failed, ...report } = await load.close();
    const { replies } = load.writers.ids;
    const streams = await Promise.all(followers.map((follower) => follower.close(replies)));
    const stayed = servers.every(({ running, processId }, index) => running && processId === pids[index]);
    return {
      ...report,
      failed: [...failed, ...streams.flat(), ...(stayed ? [] : ['a server did not stay up'])],
      cuts: followers.reduce((sum, { cuts }) => sum + cuts, 0),
    };
  } finally {
    for (const follower of followers) follower.abandon();
    load?.abandon();
    for (const server of servers) await server.stop('SIGKILL');
    await pooler.stop();
    await cluster.stop();
  }
}

async function endListeners(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'madang-listen'`,
  );
  await client.end();
}
