import type { Database } from '../src/database/database.ts';

const POSTS = 20_000;
const USERS = 4_000;

/** Board with a third of all posts, and one of its posts with replies. */
export interface PlantedRows {
  board: string;
  post: string;
}

/** Plants enough rows for the query plans of a large campus; the texts are arbitrary. */
export async function plantRows(database: Database, userId: string): Promise<PlantedRows> {
  const board = 'science-library';
  // A transaction is retried if it conflicts with a job of the app on the new posts.
  const run: Run = (sql, values = []) =>
    database.transaction((transaction) => transaction.change(sql, values));
  await plantPosts(run, board, userId);
  await run(
    `WITH readers AS (SELECT array_agg(id ORDER BY id) AS ids FROM users WHERE id <> $1)
     INSERT INTO likes (user_id, post_id)
     SELECT readers.ids[1 + (hashtext(posts.id::text) % 1000000 + 1000000 + other) % cardinality(readers.ids)], posts.id
       FROM posts, readers, generate_series(1, 10) AS other`,
    [userId],
  );
  await run(
    `INSERT INTO scraps (user_id, post_id, post_created_at)
     SELECT author_id, id, created_at FROM posts`,
  );
  await run(
    `INSERT INTO hots (id, post_id, promoted_at) SELECT gen_random_uuid(), id, created_at FROM posts WHERE like_count > 10`,
  );
  await plantPictures(run);
  await database.change('VACUUM (ANALYZE)');
  await vacuum(database, ['posts', 'likes', 'scraps', 'replies']);
  const row = await database.first<{ id: string }>(
    `SELECT id FROM posts WHERE building_id = $1 ORDER BY created_at DESC OFFSET 20 LIMIT 1`,
    [board],
  );
  if (!row) throw new Error('nothing was planted');
  return { board, post: row.id };
}

type Run = (sql: string, values?: readonly unknown[]) => Promise<unknown>;

/** Plants users, posts with a keyword, and replies. */
async function plantPosts(run: Run, board: string, userId: string): Promise<void> {
  await run(
    `INSERT INTO accounts (id, email) SELECT gen_random_uuid(), 'reader' || number || '@korea.ac.kr'
       FROM generate_series(1, ${USERS}) AS number`,
  );
  await run(
    `INSERT INTO users (id, name, nickname, university)
     SELECT id, '학생', left(email, 10), true FROM accounts WHERE email LIKE 'reader%'`,
  );
  await run(
    `WITH boards AS (SELECT array_agg(id ORDER BY id) AS ids FROM buildings WHERE kind = 'building'),
          writers AS (SELECT array_agg(id ORDER BY id) AS ids FROM users)
     INSERT INTO posts (id, building_id, author_id, title, body, keywords, in_latest, like_count, created_at)
     SELECT gen_random_uuid(),
            CASE WHEN number % 3 = 0 THEN $1 ELSE boards.ids[1 + number % cardinality(boards.ids)] END,
            CASE WHEN number % 100 = 0 THEN $2::uuid ELSE writers.ids[1 + number % cardinality(writers.ids)] END,
            '제목', repeat('본문 ', 100), '{"팀플 장소"}', true, number % 20,
            now() - number * interval '1 minute'
       FROM generate_series(1, ${POSTS}) AS number, boards, writers`,
    [board, userId],
  );
  await run(
    `INSERT INTO post_keywords (scope, keyword, created_at, post_id)
     SELECT buildings.category, posts.keywords[1], posts.created_at, posts.id
       FROM posts JOIN buildings ON buildings.id = posts.building_id`,
  );
  await run(
    `INSERT INTO replies (id, post_id, number, author_id, body)
     SELECT gen_random_uuid(), posts.id, number, posts.author_id, '댓글'
       FROM posts, generate_series(1, 8) AS number`,
  );
  await run('UPDATE posts SET reply_count = 8, last_reply_number = 8');
}

/** Plants three pictures for some posts. */
async function plantPictures(run: Run): Promise<void> {
  await run(
    `WITH pictured AS (SELECT id, author_id, number FROM posts, generate_series(0, 2) AS number WHERE like_count % 4 = 0),
          uploads AS (INSERT INTO uploads (id, owner_id, post_id, width, height)
                      SELECT gen_random_uuid(), author_id, id, 1080, 720 FROM pictured RETURNING id, owner_id, post_id)
     INSERT INTO post_images (post_id, position, upload_id, width, height, description)
     SELECT post_id, row_number() OVER (PARTITION BY post_id) - 1, id, 1080, 720, '' FROM uploads`,
  );
  await run(
    `UPDATE posts SET image_path = 'posts/' || author_id || '/' || upload_id, image_width = width, image_height = height,
                      picture_count = 3
       FROM post_images WHERE post_id = posts.id AND position = 0`,
  );
}

/**
 * Updates statistics and visibility as autovacuum does in production. Index-only scans need all-visible pages, which a
 * snapshot of another connection prevents. Without INDEX_CLEANUP, VACUUM leaves pages with few dead rows as they are.
 */
export async function vacuum(database: Database, tables: readonly string[]): Promise<void> {
  let invisible: number;
  do {
    await database.change(`VACUUM (ANALYZE, INDEX_CLEANUP ON) ${tables.join()}`);
    const row = await database.first<{ pages: number }>(
      `SELECT sum(relpages - relallvisible)::int AS pages FROM pg_class WHERE oid = ANY ($1::text[]::regclass[])`,
      [tables],
    );
    invisible = row?.pages ?? 0;
  } while (invisible > 0);
}
