// `npm run bench:pooler`: what calls cost through PgBouncer in transaction mode, beside the direct connection, in turn. Servers
// are in this process, PostgreSQL and PgBouncer beside it.
import { BUILT_FEATURES } from '@madang/contract/campus/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../server/src/platform/database/database.ts';
import { startPreparedPgbouncer } from '../server/testing/pgbouncer.ts';
import { startCluster } from '../server/testing/postgres-cluster.ts';
import { median } from './measure.ts';
import { defineBench } from './run.ts';
import { openServer, type Call } from './site.ts';

const OPTIONS = { rounds: 400 };
/** Most that a like may cost beside the direct connection. */
const GOAL = 1.3;
/** Rounds before the first one that counts. */
const WARM_UP = 40;
const POSTS = 200;

export const bench = defineBench('pooler', OPTIONS, async ({ rounds }, run) => {
  const cluster = await startCluster();
  run.onEnd(() => cluster.stop());
  const open = async (name: string, pooled: boolean) => {
    await cluster.createDatabase(name);
    const url = cluster.urlOf(name);
    const opening = { size: POSTS, features: BUILT_FEATURES, plant: plantPosts };
    if (!pooled) return openServer(run, url, opening);
    const pooler = await startPreparedPgbouncer(url);
    run.onEnd(() => pooler.stop());
    return openServer(run, pooler.url, { ...opening, directUrl: url });
  };
  const sites = [await open('direct', false), await open('pooled', true)];
  const lanes = await Promise.all(
    sites.map(async ({ database, users, signIn }) => ({
      posts: (await database.rows<{ id: string }>('SELECT id FROM posts ORDER BY id')).map(({ id }) => id),
      calls: await Promise.all(users.slice(1).map((user) => signIn(user))),
      times: { like: [] as number[], reply: [] as number[], read: [] as number[] },
    })),
  );
  const acts: Record<
    'like' | 'reply' | 'read',
    (call: Call, post: string, round: number) => Promise<number>
  > = {
    like: (call, post) => call('PUT', `/api/posts/${post}/like`),
    reply: (call, post, round) =>
      call('POST', `/api/posts/${post}/replies`, { id: uuidv7(), body: `답 ${round}` }),
    read: (call) => call('GET', '/api/profile/posts'),
  };
  for (let round = -WARM_UP; round < rounds; round += 1)
    for (const name of ['like', 'reply', 'read'] as const)
      // Each begins as often.
      for (const place of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const lane = lanes[place];
        const at = round + WARM_UP;
        const call = lane?.calls[at % lane.calls.length];
        const post = lane?.posts[Math.floor(at / lane.calls.length) % lane.posts.length];
        if (!lane || !call || !post) continue;
        const took = await acts[name](call, post, round);
        if (round >= 0) lane.times[name].push(took);
      }
  const results: Record<string, object> = {};
  for (const name of ['like', 'reply', 'read'] as const) {
    const [direct = 0, pooled = 0] = lanes.map(({ times }) => Number(median(times[name]).toFixed(2)));
    const ratio = Number((pooled / direct).toFixed(2));
    run.row(`a ${name}`, `direct ${direct} ms`, `pooled ${pooled} ms`, `${ratio} ×`);
    if (name === 'like') run.goal('like', ratio <= GOAL, `${ratio} × the direct connection, goal ${GOAL}`);
    results[name] = { direct, pooled, ratio };
  }
  return results;
});

/** Posts of one student: the others like and answer them. */
async function plantPosts(database: Database, users: readonly string[]): Promise<void> {
  await database.change(
    `INSERT INTO posts (id, building_id, author_id, title, body, in_latest)
     SELECT gen_random_uuid(), 'question', $1, '질문 ' || n, '본문', true FROM generate_series(1, ${POSTS}) AS n`,
    [users[0]],
  );
}
