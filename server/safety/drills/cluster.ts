import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ClusterNodes } from '../../testing/cluster-nodes.ts';
import type { NodeNumber } from '../../testing/cluster-settings.ts';
import { clusterFaults, type ClusterFault } from './cluster-faults.ts';
import { Watch, type Found } from './cluster-watch.ts';
import { DrillServer } from './drill-server.ts';
import { Writers } from './ledger.ts';

/** Maximum response time during any outage of a leader or standby: waiting for a connection, a lock and the commit. */
const ANSWERED_WITHIN = 12_000;
/** Pages work without a database, on a machine that runs four of them. */
const PAGE_WITHIN = 5_000;
/** A notification of the other server arrives at once; the sweep alone would take up to five seconds. */
const TOLD_WITHIN = 1_500;
/** Jobs and mails leased by a disconnected process are released after a minute. */
const JOBS_WITHIN = 75_000;

export interface ClusterReport {
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Failed expectations, one line each. */
  failed: string[];
  steps: (Found & { name: string; longestOutage: number; directWrites?: number })[];
}

/**
 * Runs each fault on three nodes by `deploy/cluster/` with two servers; users write on one and read on the other.
 * After each fault everything must recover by itself within the fault's bound.
 */
export async function drillCluster(
  folder: string,
  faults: readonly (keyof typeof clusterFaults)[],
  print: (line: string) => void = () => {},
): Promise<ClusterReport> {
  const began = Date.now();
  const cluster = await ClusterNodes.start(join(folder, 'cluster'));
  const environment = { DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.url };
  const [one, other] = [new DrillServer(environment), new DrillServer(environment)];
  const watch = new Watch();
  let writers: Writers | undefined;
  try {
    await one.start();
    await other.start();
    print(`the cluster and two servers: ${Date.now() - began} ms`);
    await ask(cluster.url, 'CREATE TABLE direct_writes (id text PRIMARY KEY)');
    const [account, forgetful] = one.accounts;
    const writing = await one.signIn(account);
    const reading = await other.signIn(account);
    watch.watchWrites(writing);
    writers = await Writers.begin(writing);
    watch.read(reading, {
      page: '/',
      list: '/api/posts/latest',
      post: `/api/posts/${writers.postId}`,
    });
    watch.follow(reading, writers.postId);
    await sleep(2_000);

    const report: ClusterReport = { acknowledged: 0, lost: 0, doubled: 0, failed: watch.failed, steps: [] };
    for (const name of faults) {
      const { step, gone } = await breakOnce(cluster, name, watch);
      report.lost += gone;
      report.steps.push(step);
      print(JSON.stringify(step));
      // A worker sends the mail.
      await reading.ask('POST /api/password-reset', { body: { email: forgetful?.email ?? '' } });
    }
    await writers.stop();
    await sleep(500);
    const ledger = await writers.close();
    const replies = watch.acknowledgedReplies;
    if (watch.lastNumber < replies)
      watch.failed.push(`the stream brought ${watch.lastNumber} of ${replies} replies`);
    await expectWorkDone(cluster.url, watch.failed);
    print(`${ledger.acknowledged} acknowledged; the stream was opened again ${watch.reconnects} times`);
    report.acknowledged = ledger.acknowledged;
    report.lost += ledger.lost;
    report.doubled += ledger.doubled;
    watch.failed.push(...ledger.wrongSums);
    return report;
  } finally {
    writers?.abandon();
    await watch.stop();
    for (const server of [one, other]) await server.stop('SIGKILL');
    await cluster.stop();
  }
}

/** Makes one fault and waits for the recovery; adds failures to the watch. */
async function breakOnce(cluster: ClusterNodes, name: keyof typeof clusterFaults, watch: Watch) {
  const fault: ClusterFault = clusterFaults[name];
  const nodes = await cluster.settled();
  watch.take();
  const direct = fault.oldLeader ? directWriter(cluster, nodes.leader, `${name}-${Date.now()}`) : null;
  if (direct) await sleep(1_500);
  const brokeAt = Date.now();
  await fault.make(cluster, nodes);
  await cluster.settled(fault.timeout);
  // Long enough for the latest lag to cover only later replies.
  await sleep(3_000);
  const found = watch.take();
  const fail = (what: string) => watch.failed.push(`${name}: ${what}`);
  const page = found.reads['page'] ?? 0;
  if (found.writes > fault.bound) fail(`no write for ${found.writes} ms, at most ${fault.bound}`);
  if (found.slowestAnswer > ANSWERED_WITHIN) fail(`an answer took ${found.slowestAnswer} ms`);
  if (found.latestLag > TOLD_WITHIN) fail(`replies are heard of after ${found.latestLag} ms`);
  if (page > PAGE_WITHIN) fail(`no page for ${page} ms`);
  const step = { name, longestOutage: found.writes, ...found };
  if (!direct) return { step, gone: 0 };
  const taken = await direct.stop();
  const rows = await ask<{ id: string }>(cluster.url, 'SELECT id FROM direct_writes');
  const stored = new Set(rows.map(({ id }) => id));
  const gone = taken.filter(({ id }) => !stored.has(id)).length;
  const late = taken.filter(({ at }) => at > brokeAt + 500).length;
  if (taken.length === 0) fail('nobody wrote on the old leader');
  if (gone > 0) fail(`${gone} writes of the old leader are gone`);
  if (late > 0) fail(`the old leader took ${late} writes`);
  return { step: { ...step, directWrites: taken.length }, gone };
}

/** Checks that mails are sent and jobs are done: the workers continue by themselves. */
async function expectWorkDone(url: string, failed: string[]): Promise<void> {
  const end = Date.now() + JOBS_WITHIN;
  for (;;) {
    const [left] = await ask<{ mails: number; jobs: number }>(
      url,
      `SELECT (SELECT count(*)::int FROM outbox) AS mails,
              (SELECT count(*)::int FROM jobs WHERE due_at < now() - interval '5 seconds') AS jobs`,
    );
    if (left?.mails === 0 && left.jobs === 0) return;
    if (Date.now() > end) return void failed.push(`left undone: ${JSON.stringify(left)}`);
    await sleep(500);
  }
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Writes on the machine of this node while its server accepts writes. */
function directWriter(cluster: ClusterNodes, node: NodeNumber, name: string) {
  const program = join(import.meta.dirname, 'cluster-direct-writer.mjs');
  const child = cluster.spawnOn(node, [process.execPath, program, name], {
    DATABASE_URL: cluster.directUrl(node),
  });
  const taken: { id: string; at: number }[] = [];
  if (child.stdout)
    createInterface(child.stdout).on('line', (line) =>
      taken.push(JSON.parse(line) as (typeof taken)[number]),
    );
  return {
    async stop() {
      child.kill('SIGKILL');
      await sleep(100);
      return taken;
    },
  };
}
