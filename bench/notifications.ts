// `npm run bench:notifications`: what a reply pays for the inbox, beside a campus without it, in turn; how long the database
// takes to count what is unread, and to hold a new post against all alerts; and what others notice of a notice to everybody,
// as it is and as lines in batches would be. Servers and database are in one process and beside it.
import { alertPiece } from '@madang/contract/notifications/rules';
import { BUILT_FEATURES, type Feature } from '@madang/contract/campus/rules';
import { searchText } from '@madang/contract/search/rules';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { MATCHING, WAITING, type WaitedFor } from '../server/src/features/notifications/alerts.queries.ts';
import { COUNT_UNREAD } from '../server/src/features/notifications/lines.queries.ts';
import { InboxStreams } from '../server/src/features/notifications/index.ts';
import { textPieces } from '../server/src/features/notifications/match-alerts.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import type { EventStream } from '../server/src/platform/live/event-stream.ts';
import { Hub } from '../server/src/platform/live/hub.ts';
import { createLog } from '../server/src/platform/log/log.ts';
import { startCluster } from '../server/testing/postgres-cluster.ts';
import { median, percentile } from './measure.ts';
import { defineBench, type Run } from './run.ts';
import { makeText } from './search-plant.ts';
import { openServer, type Call, type Site } from './site.ts';

const OPTIONS = { students: 40_000, open: 5_000, lines: 10_000, alerts: 100_000, replies: 400, rounds: 200 };
/** Most that a reply may cost beside the same without; milliseconds of the database; and p95 of others during a notice. */
const GOALS = { reply: 1.15, unread: 0.2, match: 5, others: 1.5 };
/** As on a campus that has been open for a while: how PostgreSQL reads hangs on how much there is. */
const POSTS = 10_000;
/** So many of them are answered in turn. */
const ANSWERED = 100;
/** Alerts wait for the different ones of so many words, as they come in texts: a post holds words of many of them. */
const VOCABULARY = 60_000;
/** As the job runner would write lines of a notice. */
const BATCH = 1_000;

export const bench = defineBench('notifications', OPTIONS, async (options, run) => {
  const cluster = await startCluster();
  run.onEnd(() => cluster.stop());
  const open = async (name: string, features: readonly Feature[]) => {
    await cluster.createDatabase(name);
    return openServer(run, cluster.urlOf(name), { size: POSTS, features, plant: plantPosts });
  };
  const others = BUILT_FEATURES.filter((name) => name !== 'notifications');
  const site = await open('with_inbox', BUILT_FEATURES);
  const bare = await open('without_inbox', others);
  const reply = await measureReplies(run, [site, bare], options.replies);
  await plantStudents(site.database, options);
  return {
    reply,
    unread: await measureUnread(run, site, options),
    match: await measureMatch(run, site, options),
    notice: await measureNotice(run, site, options),
    open: await measureOpen(run, site, options),
  };
});

/** Posts of one student with three replies each, and statistics as autovacuum makes them. */
async function plantPosts(database: Database, [author, other]: readonly string[]): Promise<void> {
  await database.change(
    `INSERT INTO posts (id, building_id, author_id, title, body, in_latest, reply_count, last_reply_number)
     SELECT gen_random_uuid(), 'question', $1, '질문 ' || n, '본문', true, 3, 3 FROM generate_series(1, ${POSTS}) AS n`,
    [author],
  );
  await database.change(
    `INSERT INTO replies (id, post_id, number, author_id, body)
     SELECT gen_random_uuid(), posts.id, n, $1, '댓글' FROM posts, generate_series(1, 3) AS n`,
    [other],
  );
  await database.change('VACUUM (ANALYZE)');
}

async function measureReplies(run: Run, sites: readonly Site[], count: number): Promise<object> {
  const lanes = await Promise.all(
    sites.map(async (site) => ({
      posts: (
        await site.database.rows<{ id: string }>(`SELECT id FROM posts ORDER BY id LIMIT ${ANSWERED}`)
      ).map(({ id }) => id),
      // One student says so much in a minute that they would be slowed down.
      calls: await Promise.all(site.users.slice(1).map((user) => site.signIn(user))),
      times: [] as number[],
    })),
  );
  for (let turn = -40; turn < count; turn += 1)
    // Each begins as often.
    for (const place of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const lane = lanes[place];
      const call = lane?.calls[Math.abs(turn) % lane.calls.length];
      const post = lane?.posts[Math.abs(turn) % lane.posts.length];
      const took = await call?.('POST', `/api/posts/${post}/replies`, {
        id: uuidv7(),
        body: `답 ${turn} ${makeText(5)}`,
      });
      if (turn >= 0) lane?.times.push(took ?? 0);
    }
  const [own = 0, other = 0] = lanes.map(({ times }) => Number(median(times).toFixed(2)));
  const ratio = Number((own / other).toFixed(3));
  run.row('a reply', `${own} ms`, `without ${other} ms`, ratio);
  run.goal('reply', ratio <= GOALS.reply, `${ratio} × without the inbox, goal ${GOALS.reply}`);
  return { milliseconds: own, without: other, ratio };
}

/** Students with ten lines each, one of them with very many; and alerts in words of posts. */
async function plantStudents(
  database: Database,
  { students, lines, alerts }: { students: number; lines: number; alerts: number },
): Promise<void> {
  await database.change(
    `INSERT INTO accounts (id, email) SELECT gen_random_uuid(), 'many' || n || '@example.com' FROM generate_series(1, $1::int) AS n`,
    [students],
  );
  await database.change(
    `INSERT INTO users (id, name, nickname, university) SELECT id, 'many', 'x', false FROM accounts WHERE email LIKE 'many%'`,
  );
  // Else every line would be checked against what the table was before.
  await database.change('ANALYZE accounts, users');
  const add = (who: string, count: number) =>
    database.change(
      `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, at, read_at)
       SELECT gen_random_uuid(), users.id, 'answer', gen_random_uuid(), (SELECT id FROM posts LIMIT 1), 1,
              now() - n * interval '1 minute', CASE WHEN users.name = 'many' AND n > 3 THEN now() END
         FROM users, generate_series(1, $1::int) AS n WHERE ${who}`,
      [count],
    );
  await add(`users.name = 'many'`, 10);
  await add(`users.id = (SELECT author_id FROM posts LIMIT 1)`, lines);
  const words = [...new Set(makeText(VOCABULARY).split(' '))];
  const waited = words.filter((word) => alertPiece([word]) !== null);
  // A few are waited for by very many, as students do.
  const chosen = Array.from(
    { length: alerts },
    () => waited[Math.floor(waited.length * Math.random() ** 3)] ?? '',
  );
  await database.change(
    `INSERT INTO alerts (id, user_id, word, piece, patterns)
     SELECT gen_random_uuid(), users.id, given.word, given.piece, ARRAY['%' || given.word || '%']
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (word, piece, number)
       JOIN (SELECT id, row_number() OVER (ORDER BY id) AS number FROM users WHERE name = 'many') AS users
         ON users.number = 1 + given.number % $3::int
     ON CONFLICT DO NOTHING`,
    [chosen, chosen.map((word) => alertPiece([word])), students],
  );
  for (const table of ['users', 'inbox_lines', 'alerts']) await database.change(`VACUUM (ANALYZE) ${table}`);
}

/** Milliseconds that the database needs for a statement, its way there and back left out. */
async function executionTime(database: Database, sql: string, values: readonly unknown[]): Promise<number> {
  const rows = await database.rows<Record<string, string>>(`EXPLAIN (ANALYZE, TIMING OFF) ${sql}`, values);
  const text = rows.map((row) => Object.values(row)[0]).join('\n');
  return Number(/Execution Time: ([\d.]+)/.exec(text)?.[1]);
}

async function measureUnread(run: Run, { database, users }: Site, { rounds }: { rounds: number }) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push(await executionTime(database, COUNT_UNREAD, [users[0]]));
  const milliseconds = Number(median(times).toFixed(3));
  run.row('what is unread', `${milliseconds} ms`);
  run.goal('unread', milliseconds <= GOALS.unread, `${milliseconds} ms, goal ${GOALS.unread}`);
  return { milliseconds };
}

/** What a post costs whatever it tells of, and what it costs to find so many of those who wait for one of its words. */
async function measureMatch(run: Run, { database }: Site, { rounds }: { rounds: number }) {
  const times: number[] = [];
  const parts: number[] = [];
  const told: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const text = searchText({ title: makeText(4), body: makeText(75) });
    const values = [textPieces(text), text, null];
    times.push(await executionTime(database, MATCHING, values));
    let students = 0;
    for (const { piece, patterns } of await database.rows<WaitedFor>(MATCHING, values)) {
      const waiting = [piece, patterns, 'question', new Date().toISOString(), null];
      const found = (await database.rows(`${WAITING} LIMIT ${BATCH}`, waiting)).length;
      if (found === BATCH) parts.push(await executionTime(database, `${WAITING} LIMIT ${BATCH}`, waiting));
      students += found;
    }
    told.push(students);
  }
  const [milliseconds, students] = [Number(median(times).toFixed(2)), median(told)];
  run.row('a post of 300 letters against the alerts', `${milliseconds} ms`, `${students} students to tell`);
  run.goal('match', milliseconds <= GOALS.match, `${milliseconds} ms, goal ${GOALS.match}`);
  const part = parts.length === 0 ? null : Number(median(parts).toFixed(2));
  if (part !== null) run.row(`${BATCH} students who wait for one word`, `${part} ms`);
  return { milliseconds, students, part };
}

/** What readers wait for while a notice goes to everybody: as it is, and as lines in batches. */
async function measureNotice(run: Run, site: Site, { students }: { students: number }) {
  const { database } = site;
  const calls = await Promise.all(site.users.slice(1, 4).map((user) => site.signIn(user)));
  const size = async () =>
    (await database.first<{ bytes: number }>(`SELECT pg_total_relation_size('inbox_lines') AS bytes`))
      ?.bytes ?? 0;
  const ways = {
    'read up to a time': async () => {
      await database.change(
        `INSERT INTO notices (id, title, body, told_at) VALUES (gen_random_uuid(), '공지', '본문', clock_timestamp())`,
      );
    },
    'lines in batches': async () => {
      const [post] = await database.rows<{ id: string }>('SELECT id FROM posts LIMIT 1');
      const notice = uuidv7();
      for (let done = 0; done < students; done += BATCH)
        await database.change(
          `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things)
           SELECT gen_random_uuid(), id, 'alert', $1, $2, 1
             FROM (SELECT id FROM users WHERE name = 'many' ORDER BY id OFFSET ${done} LIMIT ${BATCH}) AS part`,
          [notice, post?.id],
        );
    },
  };
  const results: Record<string, object> = {};
  for (const [way, tell] of Object.entries(ways)) {
    const before = await readFor(calls, async () => {});
    const bytes = await size();
    const startedAt = performance.now();
    let took = 0;
    const during = await readFor(calls, async () => {
      await tell();
      took = Math.round(performance.now() - startedAt);
    });
    const ratio = Number((during / before).toFixed(2));
    const megabytes = Number((((await size()) - bytes) / 1e6).toFixed(1));
    run.row(`a notice, ${way}`, `${took} ms`, `${megabytes} MB`, `others ${ratio} ×`);
    if (way === 'read up to a time')
      run.goal('notice', ratio <= GOALS.others, `others' p95 ${ratio} × without, goal ${GOALS.others}`);
    results[way] = { milliseconds: took, megabytes, others: ratio };
  }
  return results;
}

/** Until everybody who has the app open is told of a notice, and what readers wait for meanwhile. */
async function measureOpen(run: Run, { database, users, signIn }: Site, { open }: { open: number }) {
  const calls = await Promise.all(users.slice(1, 4).map((user) => signIn(user)));
  const log = createLog('silent');
  const hub = new Hub(database, log);
  await hub.start();
  const inboxes = new InboxStreams(database, hub, log);
  run.onEnd(() => inboxes.close());
  const told = new Set<string>();
  const people = await database.rows<{ id: string }>(`SELECT id FROM users WHERE name = 'many' LIMIT $1`, [
    open,
  ]);
  const everybody = async () => {
    const startedAt = performance.now();
    while (told.size < people.length) await sleep(5);
    return Math.round(performance.now() - startedAt);
  };
  for (const { id } of people) {
    const stream = { send: () => void told.add(id), onClose: () => {} };
    inboxes.follow(id, stream as unknown as EventStream, true);
  }
  const joined = await everybody();
  const before = await readFor(calls, async () => {});
  told.clear();
  let took = 0;
  const during = await readFor(calls, async () => {
    await database.change(
      `INSERT INTO notices (id, title, body, told_at) VALUES (gen_random_uuid(), '공지', '본문', clock_timestamp())`,
    );
    took = await everybody();
  });
  const ratio = Number((during / before).toFixed(2));
  run.row(
    `${open} open pages told of a notice`,
    `${took} ms`,
    `all joining ${joined} ms`,
    `others ${ratio} ×`,
  );
  return { milliseconds: took, joined, others: ratio };
}

/** p95 of students who read their inboxes and boards while something happens, and for two seconds at least. */
async function readFor(calls: readonly Call[], happening: () => Promise<void>): Promise<number> {
  const end = performance.now() + 2_000;
  const times: number[] = [];
  let done = false;
  const reading = calls.map(async (call) => {
    while (!done || performance.now() < end)
      for (const path of ['/api/notifications', '/api/session', '/api/profile/posts'])
        times.push(await call('GET', path));
  });
  try {
    await happening();
  } finally {
    done = true;
    await Promise.all(reading);
  }
  return percentile(times, 0.95);
}
