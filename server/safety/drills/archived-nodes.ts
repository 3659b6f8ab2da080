import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterNodes } from '../../testing/cluster-nodes.ts';
import { NETWORK, NUMBERS, type NodeNumber } from '../../testing/cluster-settings.ts';
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

/** Three nodes by `deploy/cluster` that archive into one S3 store, under load, with a full backup. */
export interface ArchivedNodes {
  cluster: ClusterNodes;
  store: LogStore;
  load: Load;
  print: (line: string) => void;
  /** What was not as it must be; one line each. */
  failed: string[];
  /** The column `value` of what a query answers at the leader. */
  ask(query: string): Promise<string[]>;
  /** Runs pgBackRest on a node to its end, however that is. */
  run(node: NodeNumber, ...words: string[]): Promise<{ code: number | null; output: string }>;
  /** The same, and it must end well. */
  pgbackrest(node: NodeNumber, ...words: string[]): Promise<void>;
  /** What is acknowledged by now, and a moment after all of it. */
  mark(): Promise<Mark>;
  /** Restores a moment on a node and counts what is gone of what was acknowledged then; fails when it cannot be reached. */
  restore(node: NodeNumber, mark: Mark): Promise<void>;
}

export interface Mark {
  moment: string;
  written: Load['writers']['ids'];
}

/** Sets them up as docs/back-to-a-moment.md says, does to them what a part is for, and takes everything away again. */
export async function onArchivedNodes(
  folder: string,
  print: (line: string) => void,
  work: (nodes: ArchivedNodes) => Promise<void>,
): Promise<PartReport> {
  const settingsOf = (node: NodeNumber) => join(folder, `pgbackrest${node}`);
  const cluster = await ClusterNodes.start(join(folder, 'cluster'), (node) => ({
    PGBACKREST_CONFIG: join(settingsOf(node), 'pgbackrest.conf'),
  }));
  const server = new DrillServer({ DATA_DIR: join(folder, 'madang'), DATABASE_URL: cluster.url });
  const app = { urlOf: () => cluster.url };
  let [store, load]: [LogStore?, Load?] = [];
  const run: ArchivedNodes['run'] = (node, ...words) => {
    // A restored PostgreSQL calls it with the same settings, and has nothing in its environment.
    const config = `--config=${join(settingsOf(node), 'pgbackrest.conf')}`;
    return cluster.runOn(node, 'pgbackrest', config, '--stanza=madang', ...words);
  };
  const pgbackrest: ArchivedNodes['pgbackrest'] = async (node, ...words) => {
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
    await pgbackrest((await cluster.settled()).leader, 'stanza-create');
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
    const { leader } = await cluster.settled();
    await pgbackrest(leader, 'check');
    await load.step('a full backup is made at the leader', () => pgbackrest(leader, '--type=full', 'backup'));
    const { writers } = load;
    const failed: string[] = [];
    let lost = 0;
    await work({
      cluster,
      store,
      load,
      print,
      failed,
      ask: (query) => ask(app, query),
      run,
      pgbackrest,
      async mark() {
        const written = writers.ids;
        const [moment = ''] = await ask(app, 'SELECT clock_timestamp()::text AS value');
        // The log must go on past it.
        await sleep(1_500);
        return { moment, written };
      },
      async restore(node, { moment, written }) {
        const beside = await restoreBeside((data) =>
          pgbackrest(node, `--pg1-path=${data}`, ...wordsOfMoment(moment), 'restore'),
        );
        try {
          await until('the end of the recovery', () => isOpen(beside));
          const gone = await countGone(beside, written);
          lost += gone;
          const acknowledged = written.posts.length + written.replies.length;
          print(`${acknowledged} were acknowledged before the moment, of which ${gone} are gone`);
        } finally {
          await beside.stop();
        }
      },
    });
    const report = await load.close();
    return { ...report, lost: report.lost + lost, failed: [...report.failed, ...failed] };
  } finally {
    load?.abandon();
    await server.stop('SIGKILL');
    await cluster.stop();
    await store?.close();
  }
}

/** A PostgreSQL of our own with the files that a restore lays down. */
const restoreBeside = (restore: (data: string) => Promise<void>): Promise<Cluster> =>
  startCluster({
    fill: async (data) => {
      await restore(data);
      // Nobody is asked for a password beside it.
      writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
    },
    settings: ({ data }) => [`hba_file=${join(data, 'pg_hba.conf')}`],
  });
