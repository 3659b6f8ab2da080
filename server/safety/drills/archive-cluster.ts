import { setTimeout as sleep } from 'node:timers/promises';
import { signal } from '../../testing/cluster-network.ts';
import type { ClusterNodes } from '../../testing/cluster-nodes.ts';
import { NUMBERS, type NodeNumber } from '../../testing/cluster-settings.ts';
import { onArchivedNodes } from './archived-nodes.ts';
import { until } from './ask.ts';
import type { PartReport } from './part-report.ts';

const TIMELINE = 'SELECT timeline_id::text AS value FROM pg_control_checkpoint()';

/** [SF-33] The lead is handed on and then lost; whoever leads goes on archiving, and a moment after both is restored from the backup before them. */
export const archiveCluster = (folder: string, print: (line: string) => void): Promise<PartReport> =>
  onArchivedNodes(folder, print, async ({ cluster, load, failed, ask, run, pgbackrest, mark, restore }) => {
    const { leader: first, standby } = await cluster.settled();
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
    const after = await mark();
    await load.step('a moment after both is restored', async () => {
      await pgbackrest(third, 'check');
      await restore(third, after);
    });
    await load.step('a backup is made at the new leader', () => pgbackrest(third, '--type=diff', 'backup'));
    await pgbackrest(third, 'verify');
    const [timeline] = await ask(TIMELINE);
    if (Number(timeline) < 3)
      failed.push(`the leader changed ${Number(timeline) - 1} times in place of twice`);
  });

/**
 * [SF-33] The leader's machine dies while the store is away, and never comes back: a part of the log is in nobody's hands. Nothing
 * acknowledged is lost, the moments after the gap cannot be reached from the backup before it, and can from one that is made then.
 */
export const leaveGap = (folder: string, print: (line: string) => void): Promise<PartReport> =>
  onArchivedNodes(folder, print, async ({ cluster, store, load, failed, run, pgbackrest, mark, restore }) => {
    const { leader: dead } = await cluster.settled();
    await load.step(
      'the leader’s machine dies while the store is away',
      async () => {
        store.swift.signalProxy('SIGKILL');
        const switched = await cluster.runOn(dead, 'psql', '-qc', 'SELECT pg_switch_wal()', 'postgres');
        if (switched.code !== 0) failed.push(`no piece of the log was filled: ${switched.output}`);
        await sleep(2_000);
        cluster.killNode(dead);
        await until('another leader', async () => Boolean(await findOther(cluster, dead)));
      },
      [503],
    );
    const leader = (await findOther(cluster, dead)) ?? dead;
    await load.step('the store is back', async () => {
      await store.swift.startProxy();
      await until('the new leader’s log', async () => (await run(leader, 'check')).code === 0);
    });
    const after = await mark();
    await pgbackrest(leader, 'check');
    try {
      await restore(leader, after);
      failed.push('a moment after the gap was reached from the backup before it');
    } catch (error) {
      print(`from the backup before the gap: ${String(error)}`);
    }
    await load.step('a full backup is made at the new leader', () =>
      pgbackrest(leader, '--type=full', 'backup'),
    );
    const later = await mark();
    await load.step('a moment after that is restored', async () => {
      await pgbackrest(leader, 'check');
      await restore(leader, later);
    });
  });

/** Who leads in place of the dead, once somebody does. */
async function findOther(cluster: ClusterNodes, dead: NodeNumber): Promise<NodeNumber | undefined> {
  const leader = (await cluster.members()).find(
    ({ role, state }) => role === 'leader' && state === 'running',
  );
  return NUMBERS.find((node) => node !== dead && cluster.nameOf(node) === leader?.name);
}
