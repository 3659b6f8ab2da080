import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLogStore } from '../../testing/log-store.ts';
import { startArchivedCluster } from '../../testing/pgbackrest.ts';
import type { Cluster } from '../../testing/postgres-cluster.ts';
import { ask, countGone, isOpen, until } from './ask.ts';
import { DrillServer } from './drill-server.ts';
import { Load } from './load.ts';
import type { PartReport } from './part-report.ts';

const AWAY = 20_000;
/** Those of a load: each may wait for one answer. */
const WRITERS = 6;
/** What was refused is tried again after a minute (`archive-timeout` of pgBackRest). */
const CAUGHT_UP_WITHIN = 120_000;
const WAITING = `SELECT count(*)::text AS value FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'`;

/**
 * [SF-33] The repository lies in an S3 store by `deploy/pgbackrest/s3.conf`, and the store is away for a while: PostgreSQL goes on
 * without a failed call, its log waits and is archived once the store is back, and a moment after that is restored from there.
 */
export async function loseStore(folder: string, print: (line: string) => void): Promise<PartReport> {
  await chmod(folder, 0o711);
  const store = await startLogStore(folder);
  const { cluster, pgbackrest, restore } = await startArchivedCluster(folder, store);
  await cluster.createDatabase('madang');
  const server = new DrillServer({ DATA_DIR: join(folder, 'madang'), DATABASE_URL: cluster.urlOf('madang') });
  const failed: string[] = [];
  let load: Load | undefined;
  let beside: Cluster | undefined;
  try {
    await server.start();
    await pgbackrest('check');
    load = await Load.begin(await server.signIn(server.accounts[0]), 50, print);
    await load.step('a full backup is made', () => pgbackrest('backup', '--type=full'));
    await load.step('the store is away', async () => {
      store.swift.signalProxy('SIGKILL');
      await ask(cluster, 'SELECT pg_switch_wal()::text AS value');
      await sleep(AWAY);
    });
    const [waiting] = await ask(cluster, WAITING);
    if (waiting === '0') failed.push('no log waits while the store is away');
    const written = load.writers.ids;
    const [moment = ''] = await ask(cluster, 'SELECT clock_timestamp()::text AS value');
    const upTo = load.writers.ids;
    await load.step('the store is back, and what waited is archived', async () => {
      const back = performance.now();
      await store.swift.startProxy();
      await until(
        'the log that waited',
        async () => (await ask(cluster, WAITING))[0] === '0',
        CAUGHT_UP_WITHIN,
      );
      const seconds = Math.round((performance.now() - back) / 1_000);
      print(`${waiting} pieces of the log waited, and were archived ${seconds} s after the store was back`);
    });
    await load.step('a moment in which it was away is restored', async () => {
      await pgbackrest('check');
      const began = performance.now();
      beside = await restore(moment);
      await until('the end of the recovery', () => isOpen(beside));
      print(`restored in ${Math.round((performance.now() - began) / 1_000)} s`);
    });
    const report = await load.close();
    const gone = await countGone(beside, written);
    const later = difference(load.writers.ids, upTo);
    const newer = later.posts.length + later.replies.length - (await countGone(beside, later));
    print(
      `of ${count(written)} acknowledged before the moment ${gone} are gone, of ${count(later)} after it ${newer} are there`,
    );
    // Some were written before it and acknowledged after it.
    if (newer > WRITERS) failed.push(`${newer} are there that were written after the moment`);
    await pgbackrest('verify');
    return { ...report, lost: report.lost + gone, failed: [...report.failed, ...failed] };
  } finally {
    load?.abandon();
    await server.stop('SIGKILL');
    for (const one of [cluster, beside]) await one?.stop();
    await store.close();
  }
}

type Written = Record<'posts' | 'replies', string[]>;

const count = ({ posts, replies }: Written) => posts.length + replies.length;

/** What was acknowledged since. */
const difference = (now: Written, then: Written): Written => ({
  posts: now.posts.slice(then.posts.length),
  replies: now.replies.slice(then.replies.length),
});
