// `npm run bench:partitions`: a million posts in the table of the migrations, and the same beside it in partitions by month, asked by
// the product's own statements in turn. Both lie in one database, in a schema each, so that `posts` alone is another table.
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { loadCampus } from '@madang/campus/load-campus';
import { upsertBoards } from '../server/src/features/campus/index.ts';
import { INSERT_POST } from '../server/src/features/posts/posts.queries.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { openPostgres } from '../server/src/platform/database/postgres.ts';
import { createLog } from '../server/src/platform/log/log.ts';
import { startCluster } from '../server/testing/postgres-cluster.ts';
import { median, ratios, spread } from './measure.ts';
import { partitionByMonth, readingsOf } from './partitions-plant.ts';
import { BUSY_BOARD } from './place.ts';
import { plantFast, READER } from './plant-fast.ts';
import { defineBench, root, type Run } from './run.ts';

const OPTIONS = { posts: 1_000_000, texts: 10_000, rounds: 9, requests: 40 };
/** Of a round's requests these only warm up. */
const DISCARDED = 8;
/** A read that is dearer by more than this is worse off. */
const WORSE = 1.1;

interface Lanes {
  whole: Database;
  monthly: Database;
}

export const bench = defineBench('partitions', OPTIONS, async ({ posts, texts, rounds, requests }, run) => {
  const cluster = await startCluster();
  run.onEnd(() => cluster.stop());
  await cluster.createDatabase('bench');
  const open = (path: string) => {
    const url = `${cluster.urlOf('bench')}?options=${encodeURIComponent(`-c search_path=${path}`)}`;
    const database = openPostgres(url, createLog('silent'), { poolSize: 1 });
    run.onEnd(() => database.close());
    return database;
  };
  const lanes: Lanes = { whole: open('public'), monthly: open('monthly,public') };
  const startedAt = performance.now();
  await migrate(lanes.whole);
  await upsertBoards(lanes.whole, (await loadCampus(join(root, 'campus'))).boards);
  await plantFast(lanes.whole, posts, { postsOnly: true });
  const months = await partitionByMonth(lanes.whole, texts);
  const bytes = await lanes.whole.first<{ posts: number; texts: number }>(
    `SELECT pg_total_relation_size('public.posts') / $1 AS posts, pg_total_relation_size('post_texts') / $2 AS texts`,
    [posts, texts],
  );
  console.log(
    `${posts} posts in ${months} months, ${bytes?.posts} bytes each with their indexes, ${bytes?.texts} more to be found;` +
      ` planted in ${Math.round((performance.now() - startedAt) / 1_000)} s\n`,
  );
  run.row('statement', 'whole ms', 'by month ms', 'ratio (rounds: lowest–highest)');
  const worse: string[] = [];
  const results: object[] = [{ posts, months, bytesAPost: bytes?.posts, bytesAText: bytes?.texts }];
  const values = await readingsOf(lanes.whole, READER);
  for (const [name, { sql, given }] of Object.entries(values)) {
    const middles = await compare(lanes, { rounds, requests }, (database, turn) =>
      database.rows(sql, given[turn % given.length]),
    );
    const ratio = spread(ratios(middles.monthly, middles.whole));
    report(name, middles, ratio.text);
    if (ratio.middle > WORSE) worse.push(name);
  }
  const inserted = await compare(lanes, { rounds, requests }, (database) => insert(database, uuidv7()));
  const ratio = spread(ratios(inserted.monthly, inserted.whole));
  report('insert', inserted, ratio.text);
  if (ratio.middle > WORSE) worse.push('insert');
  results.push(await writeTwice(lanes), await dropMonth(lanes, run));
  console.log(
    worse.length === 0
      ? '\nno statement is dearer: partitions cost nothing here, and dropping a month is what they give'
      : `\ndearer by more than ${WORSE} × by month: ${worse.join(', ')}; dropping a month is what partitions give`,
  );
  return results;

  function report(name: string, { whole, monthly }: Record<keyof Lanes, number[]>, text: string) {
    const figures = [median(whole), median(monthly)].map((number) => Number(number.toFixed(3)));
    run.row(name, ...figures, text);
    results.push({ statement: name, whole: figures[0], monthly: figures[1], ratio: text });
  }
});

/** Medians by round of both, asked in turn; each begins as often. */
async function compare(
  { whole, monthly }: Lanes,
  { rounds, requests }: { rounds: number; requests: number },
  ask: (database: Database, turn: number) => Promise<unknown>,
): Promise<Record<keyof Lanes, number[]>> {
  const middles: Record<keyof Lanes, number[]> = { whole: [], monthly: [] };
  for (let round = 0; round < rounds; round += 1) {
    const times: Record<keyof Lanes, number[]> = { whole: [], monthly: [] };
    for (let request = 0; request < requests; request += 1) {
      const pair = [['whole', whole] as const, ['monthly', monthly] as const];
      for (const [name, database] of request % 2 === 0 ? pair : pair.toReversed()) {
        const begin = performance.now();
        await ask(database, round * requests + request);
        if (request >= DISCARDED) times[name].push(performance.now() - begin);
      }
    }
    for (const name of ['whole', 'monthly'] as const) middles[name].push(median(times[name]));
  }
  return middles;
}

const insert = (database: Database, id: string) =>
  database.change(INSERT_POST, [id, BUSY_BOARD, null, '제목', '본문', [], null, null, null, 0, true]);

/** A student's retry: the same id a moment later must find the post that is there. */
async function writeTwice(lanes: Lanes): Promise<object> {
  const id = uuidv7();
  const rows: Record<string, number> = {};
  for (const [name, database] of Object.entries(lanes) as [string, Database][]) {
    await insert(database, id);
    await insert(database, id);
    rows[name] = (await database.rows('SELECT FROM posts WHERE id = $1', [id])).length;
  }
  console.log(
    `\na post that is sent twice under one id: ${rows['whole']} row whole, ${rows['monthly']} by month`,
  );
  return { sentTwice: rows };
}

/** The posts of the oldest whole month, deleted as rows, and dropped as a partition. */
async function dropMonth({ whole, monthly }: Lanes, run: Run): Promise<object> {
  const [oldest] = await monthly.rows<{ name: string; month: string }>(
    `SELECT inhrelid::regclass::text AS name, right(inhrelid::regclass::text, 7) AS month FROM pg_inherits
      WHERE inhparent = 'monthly.posts'::regclass ORDER BY 2 OFFSET 1 LIMIT 1`,
  );
  const month = oldest?.month.replace('_', '-') ?? '';
  const began = performance.now();
  const deleted = await whole.change(
    `DELETE FROM posts WHERE created_at >= $1::timestamptz AND created_at < $1::timestamptz + interval '1 month'`,
    [`${month}-01Z`],
  );
  const rows = performance.now() - began;
  await monthly.change(`DROP TABLE ${oldest?.name}`);
  const dropped = performance.now() - began - rows;
  run.row(
    `\ndelete of a month (${deleted} posts)`,
    Math.round(rows),
    Math.round(dropped),
    Number((dropped / rows).toFixed(4)),
  );
  run.goal('a month is dropped', dropped < rows / 10, `${Math.round(dropped)} ms beside ${Math.round(rows)}`);
  return { month, deleted, rows: Math.round(rows), dropped: Math.round(dropped) };
}
