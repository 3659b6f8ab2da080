// The other table of bench/partitions.ts: what the migrations made of `posts`, as near as partitions allow, in a schema of its own.
import { SEARCH_STATEMENTS, STATEMENTS } from '../server/queries/statements.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { BUSY_BOARD } from './place.ts';

/**
 * Copies `posts` into partitions by month of `created_at`, with its columns, checks, references and indexes, and lets the newest
 * posts be found by their texts; answers how many months there are. What partitions do not allow is left out: a unique
 * index without the month, and references to `posts` by its id alone. Bodies are taken as they are, since all planted letters
 * are as search wants them.
 */
export async function partitionByMonth(database: Database, texts: number): Promise<number> {
  const run = (sql: string, values?: readonly unknown[]) => database.change(sql, values);
  // What is added later goes to UTC months too.
  await run("SET timezone = 'UTC'");
  await run('SET synchronous_commit = off');
  await run("SET maintenance_work_mem = '512MB'");
  await run('CREATE SCHEMA monthly');
  await run(`CREATE TABLE monthly.posts (LIKE public.posts INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS)
             PARTITION BY RANGE (created_at)`);
  const months = await database.rows<{ name: string; first: string; next: string }>(
    `SELECT to_char(month, 'YYYY_MM') AS name, month::text AS first, (month + interval '1 month')::text AS next
       FROM generate_series((SELECT date_trunc('month', min(created_at)) FROM posts),
                            now() + interval '1 month', interval '1 month') AS month`,
  );
  for (const { name, first, next } of months)
    await run(
      `CREATE TABLE monthly.posts_${name} PARTITION OF monthly.posts FOR VALUES FROM ('${first}') TO ('${next}')`,
    );
  const columns = await database.first<{ names: string }>(
    `SELECT string_agg(attname, ', ') AS names FROM pg_attribute
      WHERE attrelid = 'public.posts'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
  );
  await run(`INSERT INTO monthly.posts (${columns?.names}) SELECT ${columns?.names} FROM public.posts`);
  await run('ALTER TABLE monthly.posts ADD CONSTRAINT posts_pkey PRIMARY KEY (id, created_at)');
  const made = await database.rows<{ sql: string }>(
    `SELECT replace(replace(indexdef, 'ON public.posts', 'ON monthly.posts'), 'CREATE UNIQUE', 'CREATE') AS sql
       FROM pg_indexes WHERE schemaname = 'public' AND tablename = 'posts' AND indexname <> 'posts_pkey'
      UNION ALL
     SELECT 'ALTER TABLE monthly.posts ADD ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE conrelid = 'public.posts'::regclass AND contype = 'f' AND confrelid <> conrelid
        AND pg_get_constraintdef(oid) !~ 'accepted_reply_id'`,
  );
  for (const { sql } of made) await run(sql);
  await run(
    `INSERT INTO post_texts (post_id, building_id, created_at, text)
     SELECT id, building_id, created_at, E'\\n' || title || E'\\t' || replace(body, E'\\n', ' ')
       FROM public.posts ORDER BY created_at DESC LIMIT $1`,
    [texts],
  );
  await run('VACUUM (ANALYZE) public.posts');
  await run('VACUUM (ANALYZE) monthly.posts');
  await run('VACUUM (ANALYZE) post_texts');
  await run('CHECKPOINT');
  return months.length;
}

/** A statement with the values that are asked for in turn. */
export interface Reading {
  sql: string;
  given: readonly (readonly unknown[])[];
}

/** The hot statements that read posts, with what they read on this campus. */
export async function readingsOf(database: Database, reader: string): Promise<Record<string, Reading>> {
  const label = '관리자';
  const newest = ['8000000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const most = 2_147_483_647;
  const own = await database.first<{ id: string }>(`SELECT ${reader} AS id`);
  const posts = await database.rows<{ id: string }>(
    'SELECT id FROM posts TABLESAMPLE SYSTEM (0.05) LIMIT 200',
  );
  const deep = await database.first<{ micros: string; id: string; likes: number }>(
    `SELECT (extract(epoch FROM created_at) * 1000000)::bigint::text AS micros, id, like_count AS likes
       FROM posts WHERE building_id = $1 ORDER BY created_at DESC OFFSET 2970 LIMIT 1`,
    [BUSY_BOARD],
  );
  const place = [deep?.micros, deep?.id];
  const walk = (word: string) => [[`%${word}%`], ...newest, 31];
  return {
    latest: { sql: STATEMENTS.latest, given: [[label]] },
    'board, recent': { sql: STATEMENTS.recent, given: [[label, BUSY_BOARD, ...newest]] },
    'board, recent, page 100': { sql: STATEMENTS.recent, given: [[label, BUSY_BOARD, ...place]] },
    'board, popular': { sql: STATEMENTS.popular, given: [[label, BUSY_BOARD, ...newest, most]] },
    keyword: { sql: STATEMENTS.keyword, given: [[label, '이공', '팀플 장소', ...newest]] },
    'own posts': { sql: STATEMENTS.own, given: [[label, own?.id, ...newest]] },
    'one post, of 200 in turn': { sql: STATEMENTS.post, given: posts.map(({ id }) => [label, id]) },
    'search, frequent word': { sql: SEARCH_STATEMENTS['search-walk'], given: [walk('자리')] },
    'search, absent word': { sql: SEARCH_STATEMENTS['search-walk'], given: [walk('없는말')] },
  };
}
