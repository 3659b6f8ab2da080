// `npm run bench:growth`: the same reads on campuses of 10,000, 100,000 and 1,000,000 posts, without a cache.
// One connection alternates between them per request, so that other load affects all alike.
import { Agent } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { loadCampus } from '@madang/campus/load-campus';
import { upsertBoards } from '../server/src/features/campus/index.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { openPostgres } from '../server/src/database/postgres.ts';
import { createLog } from '../server/src/log/log.ts';
import { startCluster } from '../server/testing/postgres-cluster.ts';
import { readPlans, readsOf, type Campus } from './growth-reads.ts';
import { median, spread } from './measure.ts';
import { Servers, signIn } from './place.ts';
import { plantFast, READER, type Planted } from './plant-fast.ts';
import { defineBench, root, type Run } from './run.ts';
import { send } from './send.ts';

const OPTIONS = { sizes: '10000,100000,1000000', rounds: 10, requests: 60, only: '' };
/** Number of warm-up requests in each round. */
const DISCARDED = 10;
/** Maximum cost of a read on the largest campus, as a ratio to the smallest. */
const GOAL = 1.3;

export const bench = defineBench('growth', OPTIONS, async ({ sizes, rounds, requests, only }, run) => {
  const campuses = await openCampuses(sizes.split(',').map(Number), run);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  run.onEnd(() => agent.destroy());
  const results: object[] = campuses.map(({ planted }) => planted);
  const perCampus = await Promise.all(campuses.map(readsOf));
  console.log(
    `\n${rounds} rounds of ${requests - DISCARDED} requests a read and campus, in turn; medians in ms\n`,
  );
  run.row('read', ...campuses.map(({ size }) => size), 'ratio (rounds: lowest–highest)');
  for (const [index, { name }] of (perCampus[0] ?? []).entries()) {
    if (only && !name.includes(only)) continue;
    const paths = perCampus.map((reads) => reads[index]?.paths ?? []);
    // Milliseconds by campus and round.
    const times: number[][][] = campuses.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (let request = 0; request < requests; request += 1)
        for (const [place, campus] of campuses.entries()) {
          const own = paths[place] ?? [];
          const path = own[(round * requests + request) % own.length] ?? '';
          const took = await send(agent, campus.server.origin, { cookie: campus.cookie, path });
          const some = ((times[place] ??= [])[round] ??= []);
          if (request >= DISCARDED) some.push(took);
        }
    const middles = times.map((byRound) => Number(median(byRound.flat()).toFixed(2)));
    const [smallest = [], largest = []] = [times[0], times.at(-1)];
    const { lowest, highest } = spread(
      largest.map((round, turn) => median(round) / median(smallest[turn] ?? [])),
    );
    const ratio = Number((median(largest.flat()) / median(smallest.flat())).toFixed(2));
    const milliseconds = Object.fromEntries(middles.map((middle, place) => [campuses[place]?.size, middle]));
    results.push({ read: name, milliseconds, ratio, lowest, highest });
    const text = `${ratio} (${lowest}–${highest})`;
    run.row(name, ...middles, text);
    run.goal(name, ratio <= GOAL, `${text} × the smallest campus, goal ${GOAL}`);
  }
  results.push(await judgePlans(campuses.at(-1) as Campus, run));
  return only ? null : results;
});

async function judgePlans(largest: Campus, run: Run): Promise<object> {
  const { all, others, growing } = await readPlans(largest);
  const [names, slow] = [Object.keys(others), Object.keys(growing)];
  console.log(`\nplans of ${all} hot queries on ${largest.size} posts: ${all - names.length} as committed`);
  for (const [name, shape] of [...Object.entries(others), ...Object.entries(growing)])
    console.log(`${name}:\n${shape.join('\n')}`);
  run.goal('plans without values', slow.length === 0, `scan or sort more than a page: ${slow.join(', ')}`);
  run.goal('plans', names.length === 0, `other than committed: ${names.join(', ')}`);
  return { plans: all, others: names.join(' '), growing: slow.join(' ') };
}

/** Opens campuses of several sizes on one PostgreSQL, all served at once, so that disturbances affect all. */
async function openCampuses(sizes: readonly number[], run: Run): Promise<Campus[]> {
  const servers = await Servers.open(run);
  const cluster = await startCluster();
  run.onEnd(() => cluster.stop());
  const campuses: Campus[] = [];
  for (const size of sizes) {
    await cluster.createDatabase(`posts_${size}`);
    const url = cluster.urlOf(`posts_${size}`);
    const startedAt = performance.now();
    const planted = await plant(url, size);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const { posts, replies, likes, users, megabytes } = planted;
    console.log(
      `${posts} posts, ${replies} replies, ${likes} likes, ${users} students: ${megabytes} MB in ${seconds} s`,
    );
    const database = openPostgres(url, createLog('silent'), { poolSize: 1 });
    run.onEnd(() => database.close());
    const reader = await database.first<{ id: string }>(`SELECT ${READER} AS id`);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const cookie = await signIn(client, reader?.id ?? '');
    await client.end();
    const settings = { DATA_DIR: join(servers.folder, String(size)), DATABASE_URL: url, KEPT_ANSWERS: 'off' };
    const server = await servers.start(settings);
    campuses.push({ size, planted: { ...planted, seconds }, database, server, cookie });
  }
  return campuses;
}

/** Plants on a separate connection; its settings end with it. */
async function plant(url: string, posts: number): Promise<Planted> {
  const database = openPostgres(url, createLog('silent'), { poolSize: 1 });
  try {
    await migrate(database);
    await upsertBoards(database, (await loadCampus(join(root, 'campus'))).boards);
    return await plantFast(database, posts);
  } finally {
    await database.close();
  }
}
