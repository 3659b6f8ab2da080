// Plants a campus of any size in SQL: a million posts in minutes. The planter of server/seed writes better texts, row by
// row.
// Ids and times rise together as in production.
// Everything follows from a row's number, so campuses differ only in size.
import type { Executor } from '../server/src/database/database.ts';
import { BUSY_BOARD } from './place.ts';

/** Number of posts that the reading user wrote and bookmarked, the same at every size. */
const READERS_OWN = 300;
/** Results in ten likes a post on average; the most liked have over a hundred times as many. */
const LIKES_FACTOR = 13.2;
const TABLES = ['posts', 'post_keywords', 'replies', 'likes', 'scraps', 'hots'];

export interface Planted {
  posts: number;
  replies: number;
  likes: number;
  users: number;
  megabytes: number;
}

/** User whose lists are read. */
export const READER = id('0', '0');

/** Returns the number of students: 2,000 for 10,000 posts, 20,000 for a million. */
export function usersFor(posts: number): number {
  return Math.round(2_000 * (posts / 10_000) ** 0.5);
}

/** Returns SQL for an id that rises with a number; `kind` separates tables. */
function id(kind: string, number: string): string {
  return `('0190' || lpad(to_hex((${number})::bigint / 4096), 8, '0') || '7' || lpad(to_hex((${number})::bigint % 4096), 3, '0') || '8${kind.padStart(15, '0')}')::uuid`;
}

/** Fills the tables of a migrated database with boards; its user must be a superuser. */
export async function plantFast(executor: Executor, posts: number): Promise<Planted> {
  const users = usersFor(posts);
  const run = (sql: string) => executor.change(sql);
  for (const setting of [
    // Skips foreign keys, which are triggers: all rows are valid by construction.
    "session_replication_role = 'replica'",
    "maintenance_work_mem = '512MB'",
    "work_mem = '128MB'",
    'synchronous_commit = off',
  ])
    await run(`SET ${setting}`);
  const restore = await dropIndexes(executor);
  await run(`INSERT INTO accounts (id, email, email_verified_at)
    SELECT ${id('0', 'number')}, 'student' || number || '@korea.ac.kr', now() FROM generate_series(0, ${users - 1}) AS number`);
  await run(`INSERT INTO users (id, name, nickname, university, writing_right)
    SELECT ${id('0', 'number')}, '김고대', '학생' || number, true, true FROM generate_series(0, ${users - 1}) AS number`);
  await plantPosts(run, posts, users);
  const { replies, likes } = await plantAnswers(run, posts, users);
  await run('DROP TABLE planted');
  for (const sql of restore) await run(sql);
  await run('RESET session_replication_role');
  await run('VACUUM (ANALYZE)');
  await run('CHECKPOINT');
  const size = await executor.first<{ bytes: number }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return { posts, replies, likes, users, megabytes: Math.round((size?.bytes ?? 0) / 1_048_576) };
}

/** Adds replies, likes and bookmarks. */
async function plantAnswers(
  run: (sql: string) => Promise<number>,
  posts: number,
  users: number,
): Promise<{ replies: number; likes: number }> {
  const author = (seed: string) => id('0', `1 + ${seed} % ${users - 1}`);
  const replies = await run(`INSERT INTO replies (id, post_id, number, author_id, body, created_at)
    SELECT ${id('2', 'planted.number * 8 + reply')}, planted.id, reply,
           ${author('(planted.number * 31 + reply * 7)')}, '저도 어제 갔는데 자리 많았어요. 오전이 제일 조용합니다!',
           planted.created_at + reply * interval '7 minutes'
      FROM planted, generate_series(1, planted.number % 7) AS reply`);
  // 37 and the numbers of students are coprime, so each student likes a post once.
  const likes = await run(`INSERT INTO likes (user_id, post_id, created_at)
    SELECT ${id('0', `(planted.number * 7919 + liker * 37) % ${users}`)}, planted.id, planted.created_at
      FROM planted, generate_series(1, planted.like_count) AS liker`);
  await run(`INSERT INTO scraps (user_id, post_id, post_created_at)
    SELECT ${author('(planted.number * 13)')}, id, created_at FROM planted WHERE number % 3 = 1
    UNION ALL
    SELECT ${READER}, id, created_at FROM planted WHERE number % ${posts / READERS_OWN} < 1`);
  await run(`INSERT INTO hots (id, post_id, promoted_at)
    SELECT ${id('3', 'number')}, id, created_at + interval '1 hour' FROM planted WHERE like_count >= 10`);
  return { replies, likes };
}

async function plantPosts(
  run: (sql: string) => Promise<number>,
  posts: number,
  users: number,
): Promise<void> {
  // Position of a number by the golden ratio: evenly spread, without order.
  const spread = '((number * 0.618033988749895) % 1)::float8';
  await run(`CREATE UNLOGGED TABLE planted AS
    SELECT number, ${id('1', 'number')} AS id,
           now() - (${posts} - number) * (interval '700 days' / ${posts}) - interval '1 hour' AS created_at,
           least(${users} - 1, round(${LIKES_FACTOR} * (0.2 + 0.25 * ((1 - (${spread}) * 0.9998) ^ -0.72 - 1))))::int AS like_count
      FROM generate_series(1::bigint, ${posts}) AS number`);
  await run(`WITH boards AS (SELECT array_agg(id ORDER BY id) FILTER (WHERE id <> '${BUSY_BOARD}') AS ids
                 FROM buildings WHERE kind IN ('building', 'question', 'festival')),
      texts AS (SELECT repeat('오전에는 자리가 넉넉하고 점심이 지나면 창가부터 차요. 콘센트는 기둥 옆과 벽 쪽 자리에 있습니다. '
                  || '안쪽 방은 이야기해도 되고 바깥쪽은 조용히 해야 해요. 시험 기간에는 아홉 시 전에 와야 앉을 수 있어요. '
                  || '물은 계단 옆 정수기에서 받으면 되고, 에어컨이 세니 겉옷을 챙기세요.'||chr(10)||chr(10)
                  || '팀으로 모일 때는 이 층 큰 책상이 좋아요. ', 4) AS text)
    INSERT INTO posts (id, building_id, author_id, title, body, keywords, like_base, like_count, reply_count,
                       last_reply_number, in_latest, created_at)
    SELECT id, board, CASE WHEN number % ${posts / READERS_OWN} < 1 THEN ${READER}
                           ELSE ${id('0', `1 + number * 101 % ${users - 1}`)} END,
           number || '번째 자리, 지금 비었어요', substr(texts.text, 1 + (number * 13 % 200)::int, 240 + (number % 121)::int),
           CASE WHEN board IN ('question', 'festival') THEN '{}'::text[] WHEN number % 4 = 3 THEN '{}'
                ELSE ARRAY[(ARRAY['팀플 장소', '조용한 장소', '콘센트 장소'])[1 + number / 3 % 3]] END,
           0, like_count, number % 7, number % 7, true, created_at
      FROM planted, boards, texts,
           LATERAL (SELECT CASE WHEN number % 3 = 0 THEN '${BUSY_BOARD}'
                                ELSE boards.ids[1 + number / 3 % cardinality(boards.ids)] END AS board) AS chosen`);
  await run(`INSERT INTO post_keywords (scope, keyword, created_at, post_id)
    SELECT buildings.category, keyword, posts.created_at, posts.id
      FROM posts JOIN buildings ON buildings.id = posts.building_id, unnest(posts.keywords) AS keyword`);
}

/** Drops indexes and constraints that can be rebuilt; returns the SQL that does. */
async function dropIndexes(executor: Executor): Promise<string[]> {
  const constraints = await executor.rows<{ name: string; table: string; definition: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS table, pg_get_constraintdef(own.oid) AS definition
       FROM pg_constraint own
      WHERE contype IN ('p', 'u') AND conrelid::regclass::text = ANY ($1)
        AND NOT EXISTS (SELECT FROM pg_constraint other WHERE other.confrelid = own.conrelid AND other.conindid = own.conindid)`,
    [TABLES],
  );
  const indexes = await executor.rows<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename = ANY ($1) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`,
    [TABLES],
  );
  for (const { name, table } of constraints)
    await executor.change(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await executor.change(`DROP INDEX ${name}`);
  return [
    ...constraints.map(
      ({ name, table, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
    ),
    ...indexes.map(({ definition }) => definition),
  ];
}
