import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../src/database/postgres.ts';
import { createLog } from '../../src/log/log.ts';
import { fillEmptyTables, listEmptyTables } from '../../testing/every-table.ts';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { DrillServer } from './drill-server.ts';
import { findWritten } from './ledger.ts';
import { Load } from './load.ts';
import { runOperator } from './operator-process.ts';
import type { PartReport } from './part-report.ts';

/**
 * Backs up the official demo, with rows in every table, while students read and write; one withdraws afterwards.
 * Then restores it in a new place by the steps of docs/operating.md.
 * Everything acknowledged before the backup exists once; the withdrawn student does not.
 */
export async function restoreBackup(
  folder: string,
  { away, print = () => {} }: { away: number; print?: (line: string) => void },
): Promise<PartReport & { acknowledged: number }> {
  const cluster = await startCluster();
  for (const name of ['madang', 'fresh']) await cluster.createDatabase(name);
  const placeOf = (name: string) => ({ DATA_DIR: join(folder, name), DATABASE_URL: cluster.urlOf(name) });
  const [old, fresh] = [placeOf('madang'), placeOf('fresh')];
  const planter = new DrillServer({ ...old, EDITION: 'official' });
  const server = new DrillServer(old);
  const next = new DrillServer({ ...fresh, DEMO: '0' });
  const [archive, ledger] = [join(folder, 'madang.tar.gz'), join(folder, 'withdrawals.jsonl')];
  let load: Load | undefined;
  try {
    // Plants with the official edition; the load runs on the beta, which has no limits on writing.
    await planter.start();
    await planter.stop();
    const empty = await fillTables(old.DATABASE_URL);
    await server.start();
    const [writer, leaver] = server.accounts;
    const client = await server.signIn(writer);
    load = await Load.begin(client, 200, print);
    await load.step('before the backup', () => sleep(away));
    const written = load.writers.ids;
    await load.step('a backup is made', () => runOperator(old, 'backup', archive));
    await load.step('a student withdraws, and the ledger is exported', async () => {
      await server.withdraw(leaver);
      await runOperator(old, 'withdrawals', 'export', ledger);
    });
    const report = await load.close();

    const began = performance.now();
    await server.stop('SIGKILL');
    await runOperator(fresh, 'restore', archive, '--dry-run');
    const restored = await runOperator(fresh, 'restore', archive, '--withdrawn', ledger);
    print(restored.trimEnd().split('\n').slice(-2).join(' '));
    await next.start();
    const longestOutage = Math.round(performance.now() - began);
    const there = await next.signIn(writer);
    const { replies, found, lost } = await findWritten(there, load.writers.postId, written);
    const status = await next.trySignIn(leaver);
    return {
      ...report,
      steps: [...report.steps, { name: 'the restore, dry run and start', longestOutage }],
      failed: [
        ...report.failed,
        ...empty.map((table) => `nothing of the table ${table} was backed up`),
        ...(status === 401 ? [] : [`who withdrew signs in and is answered with ${status}`]),
        ...(restored.includes('1 students who had withdrawn') ? [] : [`restored: ${restored}`]),
      ],
      lost: report.lost + lost,
      doubled: report.doubled + replies.length - found.size,
      acknowledged: written.posts.length + written.replies.length,
    };
  } finally {
    load?.abandon();
    for (const one of [planter, server, next]) await one.stop('SIGKILL');
    await cluster.stop();
  }
}

/** Adds a row to each empty table; returns the tables that stay empty. */
async function fillTables(url: string): Promise<string[]> {
  const database = openPostgres(url, createLog('silent'), { poolSize: 1 });
  await fillEmptyTables(database);
  const empty = await listEmptyTables(database);
  await database.close();
  return empty;
}
