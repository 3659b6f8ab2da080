import { startCluster } from '../server/testing/postgres-cluster.ts';
import { plantRows } from '../server/queries/plant-rows.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { processorSeconds, spread } from './measure.ts';
import type { Run } from './run.ts';
import { type Call, openEngine, openServer, type Site } from './site.ts';
import { BUSY_BOARD } from './place.ts';

/**
 * Milliseconds of processor time that opening the queue may take, server and database together: unlike what a clock shows,
 * that hangs little on what else the machine does.
 */
const GOAL = 20;
/** Calls before any counts. */
const WARMING = 20;
/** It has no posts here. */
const QUIET_BOARD = 'question';

/** What whoever has a role opens first: the queue, and the case that stands first in it. */
export async function measureQueues(
  run: Run,
  { cases, openings }: { cases: number; openings: number },
): Promise<object[]> {
  const cluster = await startCluster();
  run.onEnd(() => cluster.stop());
  await cluster.createDatabase('queue');
  const opening = {
    size: cases,
    features: ['ownContent', 'threads', 'moderation'] as const,
    plant: (database: Database, users: readonly string[]) => plantCases(database, users, cases),
  };
  const results: object[] = [];
  for (const [engine, site] of [
    ['PostgreSQL', await openServer(run, cluster.urlOf('queue'), opening)],
    ['embedded', await openEngine(run, opening)],
  ] as const)
    results.push(...(await measureQueue(run, engine, site, openings)));
  return results;
}

async function measureQueue(run: Run, engine: string, site: Site, openings: number): Promise<object[]> {
  const [operator = '', busy = '', small = '', quiet = ''] = site.users;
  console.log(
    `\n${site.size} waiting cases, ${engine}, planted in ${site.plantSeconds} s; ${openings} openings`,
  );
  run.row('who opens the queue', 'call', 'ms (lowest–highest)', 'processor ms');
  const results: object[] = [];
  for (const [who, user] of Object.entries({
    'an operator': operator,
    'the moderator of the busiest board': busy,
    'the moderator of a small board': small,
    'the moderator of a board without cases': quiet,
  })) {
    const first = await firstCase(site, user);
    const paths = {
      queue: '/api/moderation/cases',
      ...(first && { 'first case': `/api/moderation/cases/${first}` }),
    };
    let sum = 0;
    for (const [name, path] of Object.entries(paths)) {
      const { times, processor } = await measureCall(site, await site.signIn(user), path, openings);
      const { text, middle } = spread(times);
      run.row(who, name, text, processor);
      results.push({ engine, cases: site.size, who, call: name, milliseconds: middle, processor });
      sum += processor;
      if (name === 'queue') run.goal(`${engine}, ${who}`, processor < GOAL, inWords(processor));
    }
    // Production runs on PostgreSQL.
    if (engine === 'PostgreSQL') run.goal(`${engine}, ${who}, with the first case`, sum < GOAL, inWords(sum));
  }
  return results;
}

const inWords = (spent: number) => `${spent.toFixed(1)} ms of processor time, goal ${GOAL}`;

/** A call in turn: what one takes, and the processor time of this process and the database together. */
async function measureCall({ database }: Site, call: Call, path: string, openings: number) {
  const backends = await database.rows<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`,
  );
  const used = () =>
    [process.pid, ...backends.map(({ pid }) => pid)]
      .map((processId) => processorSeconds({ processId }))
      .reduce((sum, seconds) => sum + seconds, 0);
  for (let turn = 0; turn < WARMING; turn += 1) await call('GET', path);
  const before = used();
  const times: number[] = [];
  for (let turn = 0; turn < openings; turn += 1) times.push(await call('GET', path));
  return { times, processor: Number((((used() - before) / openings) * 1_000).toFixed(1)) };
}

/** The case that is due first of those that a user decides. */
async function firstCase({ database }: Site, user: string): Promise<string | undefined> {
  const row = await database.first<{ id: string }>(
    `SELECT cases.id FROM cases JOIN posts ON posts.id = cases.post_id
       JOIN roles ON roles.user_id = $1 AND (roles.role = 'operator' OR roles.building_id = posts.building_id)
      WHERE due_at IS NOT NULL ORDER BY due_at, cases.id LIMIT 1`,
    [user],
  );
  return row?.id;
}

/**
 * So many waiting cases about posts and replies among 20,000 posts: open, hidden and appealed, each with its events and four
 * reports, some with a request; and the roles of the first four users.
 */
async function plantCases(database: Database, users: readonly string[], cases: number): Promise<void> {
  const [operator = '', ...moderators] = users;
  await plantRows(database, operator);
  const small = await database.first<{ id: string }>(
    'SELECT building_id AS id FROM posts GROUP BY building_id ORDER BY count(*), building_id LIMIT 1',
  );
  for (const [place, board] of [null, BUSY_BOARD, small?.id, QUIET_BOARD].entries())
    await database.change(
      'INSERT INTO roles (id, user_id, role, building_id) VALUES (gen_random_uuid(), $1, $2, $3)',
      [[operator, ...moderators][place], board ? 'moderator' : 'operator', board],
    );
  await database.change(
    `INSERT INTO cases (id, kind, thing_id, post_id, author_id, state, outcome, ground, opened_at, hidden_at, due_at,
                        decided_at, decided_by, appealed_at)
     SELECT gen_random_uuid(), kind, thing_id, post_id, author_id, state, CASE state WHEN 'appealed' THEN 'upheld' END,
            CASE state WHEN 'open' THEN NULL ELSE 'spam' END, now() - interval '1 day',
            CASE state WHEN 'open' THEN NULL ELSE now() END, now() + number * interval '20 seconds',
            CASE state WHEN 'appealed' THEN now() END, CASE state WHEN 'appealed' THEN $1::uuid END,
            CASE state WHEN 'appealed' THEN now() END
       FROM (SELECT number, post_id, CASE WHEN reply_id IS NULL THEN 'post' ELSE 'reply' END AS kind,
                    coalesce(reply_id, post_id) AS thing_id, author_id,
                    CASE number % 10 WHEN 0 THEN 'appealed' WHEN 1 THEN 'hidden' ELSE 'open' END AS state
               FROM (SELECT posts.id AS post_id, posts.author_id, replies.id AS reply_id,
                            row_number() OVER (ORDER BY md5(posts.id::text)) AS number
                       FROM posts LEFT JOIN replies ON replies.post_id = posts.id AND replies.number = 3
                                                   AND get_byte(uuid_send(posts.id), 0) % 3 = 0
) AS things
              WHERE number <= $2) AS chosen`,
    [operator, cases],
  );
  await database.change(
    `WITH people AS (SELECT array_agg(id ORDER BY id) AS ids FROM users)
     INSERT INTO reports (id, case_id, reporter_id, thing_id, reason, note)
     SELECT gen_random_uuid(), cases.id, people.ids[1 + (hashtext(cases.id::text) % 1000 + 1000 + other * 7)],
            cases.thing_id, (ARRAY['spam', 'abuse'])[1 + other % 2], '비슷한 글이 여러 번 올라왔어요.'
       FROM cases, people, generate_series(1, 4) AS other ON CONFLICT DO NOTHING`,
  );
  await database.change(
    `INSERT INTO case_events (id, case_id, kind, ground)
     SELECT gen_random_uuid(), cases.id, event, ground FROM cases, unnest(ARRAY['opened', 'hidden']) AS event
      WHERE event = 'opened' OR hidden_at IS NOT NULL`,
  );
  await database.change(
    `INSERT INTO rights_requests (id, address, post_id, ground, mailbox, token_expires_at, confirmed_at, state, case_id)
     SELECT gen_random_uuid(), '/post/x', post_id, 'privacy', id || '@example.org', now(), now(), 'waiting', id
       FROM cases WHERE get_byte(uuid_send(id), 0) < 13`,
  );
  await database.change('VACUUM (ANALYZE)');
}
