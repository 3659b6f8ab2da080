// `npm run bench:search`: searches on campuses of several sizes, alternately with pg_trgm and with a table scan.
// Also measures the cost of the index for likes and posts, and compares the engines.
// A call includes the session and HTTP, in one process next to its database.
import type { Database } from '../server/src/database/database.ts';
import { startCluster } from '../server/testing/postgres-cluster.ts';
import { median, percentile, spread } from './measure.ts';
import { defineBench, type Run } from './run.ts';
import { plantTexts, PLANTED, queryOf } from './search-plant.ts';
import { openEngine, openSite, type Site } from './site.ts';
import { measureWrites } from './search-writes.ts';

const OPTIONS = { sizes: '10000,100000,1000000', rounds: 30, embedded: 10_000, writes: 200 };

/** Largest campus for the alternatives, which take seconds. */
const OTHERS_MAX = 100_000;
/** Maximum milliseconds of a search at 100,000 posts, server and database together. */
const LATENCY_GOAL = 20;
/** Maximum cost of the first page for a rare or frequent word on a million posts, as a ratio to ten thousand. */
const GROWTH_GOAL = 2;
const EMBEDDED_GOAL = 3;

const QUERIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(PLANTED).map(([name, words]) => [name, queryOf(words)])),
  'rare + frequent': queryOf('rare frequent'),
  'one letter': '흔',
  '25 letters apart': [...'가나다라마바사아자차카타파하거너더러머버서어저처커'].join(' '),
  '50 of one sign': 'ㅋ'.repeat(50),
  '50 letters': queryOf('frequent').repeat(13).slice(0, 50),
};

export const bench = defineBench('search', OPTIONS, async (options, run) => {
  const cluster = await startCluster();
  run.onEnd(() => cluster.stop());
  const sizes = options.sizes.split(',').map(Number);
  const results: object[] = [];
  const sites: Site[] = [];
  for (const size of sizes) {
    await cluster.createDatabase(`posts_${size}`);
    const site = await openSite(run, cluster.urlOf(`posts_${size}`), size);
    sites.push(site);
    results.push(await describe(site));
  }
  const beside = sites.findLast(({ size }) => size <= OTHERS_MAX);
  await beside?.database.change('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  await beside?.database.change(
    'CREATE INDEX post_texts_trigrams ON post_texts USING gin (text gin_trgm_ops)',
  );
  run.row('query', 'order', ...sizes, '95 of 100', 'pg_trgm', 'whole table');
  for (const [name, query] of Object.entries(QUERIES))
    for (const order of ['relevant', 'recent'] as const)
      results.push(await measureQuery(run, sites, { name, query, order }, options.rounds));
  results.push(...(await compareEngines(run, options.embedded, options.rounds)));
  results.push(...(await measureWrites(run, cluster, options.writes)));
  return results;
});

async function describe({ size, database, plantSeconds }: Site): Promise<object> {
  const bytes = await database.first<{ texts: number; pieces: number }>(
    `SELECT pg_table_size('post_texts') / 1000000 AS texts, pg_relation_size('post_texts_pieces') / 1000000 AS pieces`,
  );
  console.log(
    `${size} posts in ${plantSeconds} s: texts ${bytes?.texts} MB, index of pieces ${bytes?.pieces} MB`,
  );
  return { posts: size, textMegabytes: bytes?.texts, indexMegabytes: bytes?.pieces };
}

interface Asked {
  name: string;
  query: string;
  order: 'relevant' | 'recent';
}

async function measureQuery(run: Run, sites: readonly Site[], asked: Asked, rounds: number): Promise<object> {
  const times: number[][] = sites.map(() => []);
  for (let round = -3; round < rounds; round += 1)
    for (const [place, site] of sites.entries()) {
      const took = await site.ask(asked.query, asked.order);
      if (round >= 0) times[place]?.push(took);
    }
  const middles = times.map((some) => round(median(some)));
  const slow = times.map((some) => round(percentile(some, 0.95)));
  const largest = sites.at(-1) as Site;
  const other = sites.findLast(({ size }) => size <= OTHERS_MAX);
  const beside = asked.order === 'recent' && other ? await askOthers(other.database, asked.query) : null;
  run.row(asked.name, asked.order, ...middles, slow.join(' '), beside?.trigram ?? '', beside?.table ?? '');
  const at = sites.findIndex(({ size }) => size === 100_000);
  if (at >= 0)
    run.goal(
      `${asked.name}, ${asked.order}, 100,000 posts`,
      (middles[at] ?? Infinity) < LATENCY_GOAL,
      `${middles[at]} ms, goal ${LATENCY_GOAL}`,
    );
  const ratio = round((middles.at(-1) ?? 0) / (middles[0] ?? 1));
  if (largest.size >= 1_000_000 && ['rare', 'frequent'].includes(asked.name))
    run.goal(
      `${asked.name}, ${asked.order}: growth`,
      ratio <= GROWTH_GOAL,
      `${ratio} ×, goal ${GROWTH_GOAL}`,
    );
  const named = (values: readonly number[]) =>
    Object.fromEntries(values.map((value, place) => [sites[place]?.size, value]));
  return {
    query: asked.name,
    order: asked.order,
    milliseconds: named(middles),
    percentile95: named(slow),
    ratio,
    ...beside,
  };
}

/** Measures the same words by a trigram index and by a table scan: the newest 31 posts, without their cards. */
async function askOthers(database: Database, query: string): Promise<{ trigram: number; table: number }> {
  const patterns = query.split(' ').map((word) => `%${word}%`);
  // Its index would not be used for LIKE ALL.
  const conditions = patterns.map((_, index) => `text LIKE $${index + 1}`).join(' AND ');
  const times: Record<'trigram' | 'table', number[]> = { trigram: [], table: [] };
  for (let time = 0; time < 3; time += 1)
    for (const [way, settings] of [
      ['trigram', ['enable_bitmapscan = on', 'enable_indexscan = off', 'enable_seqscan = off']],
      ['table', ['enable_bitmapscan = off', 'enable_indexscan = off']],
    ] as const)
      await database.transaction(async (inner) => {
        for (const setting of settings) await inner.change(`SET LOCAL ${setting}`);
        await inner.change(`SET LOCAL statement_timeout = '60s'`);
        const startedAt = performance.now();
        await inner.rows(
          `SELECT post_id FROM post_texts WHERE ${conditions}
            ORDER BY created_at DESC, post_id DESC LIMIT 31`,
          patterns,
        );
        times[way].push(performance.now() - startedAt);
      });
  return { trigram: round(median(times.trigram)), table: round(median(times.table)) };
}

/** Compares both engines on campuses of one size, alternately. */
async function compareEngines(run: Run, size: number, rounds: number): Promise<object[]> {
  const cluster = await startCluster();
  run.onEnd(() => cluster.stop());
  await cluster.createDatabase('engine');
  const sites = [
    await openSite(run, cluster.urlOf('engine'), size),
    await openEngine(run, { size, plant: (database) => plantTexts(database, size) }),
  ];
  console.log(`\n${size} posts on both engines`);
  run.row('query', 'PostgreSQL', 'embedded', 'ratio');
  const results: object[] = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    const times: number[][] = [[], []];
    for (let turn = -3; turn < rounds; turn += 1)
      for (const [place, site] of sites.entries()) {
        const took = await site.ask(query, 'relevant');
        if (turn >= 0) times[place]?.push(took);
      }
    const [postgres = 0, embedded = 0] = times.map((some) => round(median(some)));
    const ratio = round(embedded / postgres);
    run.row(name, postgres, embedded, ratio);
    run.goal(`${name}, embedded`, ratio <= EMBEDDED_GOAL, `${ratio} × PostgreSQL, goal ${EMBEDDED_GOAL}`);
    results.push({
      engines: name,
      posts: size,
      postgres,
      embedded,
      ratio,
      spread: spread(times[1] ?? []).text,
    });
  }
  return results;
}

const round = (milliseconds: number): number => Number(milliseconds.toFixed(2));
