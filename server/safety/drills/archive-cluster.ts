import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterNodes } from '../../testing/cluster-nodes.ts';
import { NETWORK, NUMBERS, type NodeNumber } from '../../testing/cluster-settings.ts';
import { signal } from '../../testing/cluster-network.ts';
import { startLogStore, type LogStore } from '../../testing/log-store.ts';
import {
  makeKey,
  readServerSettings,
  wordsOfMoment,
  writeArchiveSettings,
} from '../../testing/pgbackrest.ts';
import { ownerPrefix, startCluster, type Cluster } from '../../testing/postgres-cluster.ts';
import { ask, countGone, isOpen, until } from './ask.ts';
import { DrillServer } from './drill-server.ts';
import { Load } from './load.ts';
import type { PartReport } from './part-report.ts';

const TIMELINE = 'SELECT timeline_id::text AS value FROM pg_control_checkpoint()';

/**
 * [SF-33] Three nodes by `deploy/cluster` that archive into one S3 store, set up as docs/back-to-a-moment.md says. The lead is handed on
 * and then lost; whoever leads goes on archiving, and a moment after both is restored from the backup before them.
 */
export async function archiveCluster(folder: string, print: (line: string) => void): Promise<PartReport> {
  const settingsOf = (node: NodeNumber) => join(folder, `pgbackrest${node}`);
  const cluster = await ClusterNodes.start(join(folder, 'cluster'), (node) => ({
    PGBACKREST_CONFIG: join(settingsOf(node), 'pgbackrest.conf'),
  }));
  const server = new DrillServer({ DATA_DIR: join(folder, 'madang'), DATABASE_URL: cluster.url });
  const failed: string[] = [];
  let store: LogStore | undefined;
  let load: Load | undefined;
  let beside: Cluster | undefined;
  const app = { urlOf: () => cluster.url };
  const run = (node: NodeNumber, ...words: string[]) => {
    // A restored PostgreSQL calls it with the same settings, and has nothing in its environment.
    const config = `--config=${join(settingsOf(node), 'pgbackrest.conf')}`;
    return cluster.runOn(node, 'pgbackrest', config, '--stanza=madang', ...words);
  };
  const pgbackrest = async (node: NodeNumber, ...words: string[]) => {
    const { code, output } = await run(node, ...words);
    if (code !== 0)
      throw new Error(`pgbackrest ${words.join(' ')} on db${node} ended with ${code}: ${output}`);
  };
  try {
    store = await startLogStore(folder, `${NETWORK}.1`);
    const key = makeKey();
    for (const node of NUMBERS) {
      mkdirSync(settingsOf(node));
      ownerPrefix(settingsOf(node));
      const place = { data: cluster.dataOf(node), folder: '/var/run/postgresql', port: 5432 };
      writeArchiveSettings(settingsOf(node), place, { store, key });
    }
    await server.start();
    const { leader } = await cluster.settled();
    await pgbackrest(leader, 'stanza-create');
    load = await Load.begin(await server.signIn(server.accounts[0]), 50, print);
    await load.step(
      'PostgreSQL is told to archive, and all nodes are started anew',
      async () => {
        const settings = readServerSettings('pgbackrest').flatMap((setting) => ['--pg', setting]);
        await cluster.patronictl('edit-config', 'madang', '--force', ...settings);
        await cluster.patronictl('restart', 'madang', '--force');
        await cluster.settled();
      },
      [503],
    );
    const { leader: first, standby } = await cluster.settled();
    await pgbackrest(first, 'check');
    await load.step('a full backup is made at the leader', () => pgbackrest(first, '--type=full', 'backup'));
    const elsewhere = await run(standby, '--type=diff', 'backup');
    print(`a backup at the standby ends with ${elsewhere.code}: ${elsewhere.output.trim()}`);
    if (elsewhere.code === 0) failed.push('a backup at the standby was made');

    await load.step(
      'the lead is handed on',
      async () => {
        const names = ['--master', cluster.nameOf(first), '--candidate', cluster.nameOf(standby)];
        await cluster.patronictl('switchover', ...names, '--force');
        await cluster.settled();
      },
      [503],
    );
    const { leader: second } = await cluster.settled();
    await load.step('the new leader archives', () => pgbackrest(second, 'check'));
    await load.step(
      'the leader’s PostgreSQL is killed',
      async () => {
        signal(cluster.postgresOf(second).slice(0, 1), 'SIGKILL');
        await sleep(8_000);
        await cluster.settled();
      },
      [503],
    );
    const { leader: third } = await cluster.settled();
    const written = load.writers.ids;
    const [moment = ''] = await ask(app, 'SELECT clock_timestamp()::text AS value');
    await sleep(1_500);
    await load.step('a moment after both is restored', async () => {
      await pgbackrest(third, 'check');
      beside = await startCluster({
        fill: async (data) => {
          await pgbackrest(third, `--pg1-path=${data}`, ...wordsOfMoment(moment), 'restore');
          // Nobody is asked for a password beside it.
          writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
        },
        settings: ({ data }) => [`hba_file=${join(data, 'pg_hba.conf')}`],
      });
      await until('the end of the recovery', () => isOpen(beside));
    });
    await load.step('a backup is made at the new leader', () => pgbackrest(third, '--type=diff', 'backup'));
    await pgbackrest(third, 'verify');
    const [timeline] = await ask(app, TIMELINE);
    const report = await load.close();
    const gone = await countGone(beside, written);
    print(
      `${written.posts.length + written.replies.length} were acknowledged before the moment, of which ${gone} are gone; timeline ${timeline}`,
    );
    if (Number(timeline) < 3)
      failed.push(`the leader changed ${Number(timeline) - 1} times in place of twice`);
    return { ...report, lost: report.lost + gone, failed: [...report.failed, ...failed] };
  } finally {
    load?.abandon();
    await server.stop('SIGKILL');
    await cluster.stop();
    await beside?.stop();
    await store?.close();
  }
}
