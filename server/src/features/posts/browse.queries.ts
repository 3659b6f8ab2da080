import { PAGE_SIZE } from '@madang/contract/posts/rules';
import type { Executor } from '../../platform/database/database.ts';
import { jsonPage, placeOf, readPage, type JsonPage } from '../../platform/database/json-rows.ts';
import { microsOf } from '../../platform/database/micros.ts';
import type { PageEnd } from './cursor.ts';
import { card, HOT, listed, WITH_BUILDING } from './json.queries.ts';
import { beforeCursor, FETCH, NEWEST } from './posts.queries.ts';

/**
 * SQL for the post that a row names, while it can be seen. Not a join: the cost of one depends on how many rows are
 * expected, so that PostgreSQL would plan each page anew with its values, which takes as long as to read it.
 */
const seenPost = (id: string) =>
  `LATERAL (SELECT * FROM posts WHERE posts.id = ${id} AND posts.hidden_at IS NULL LIMIT 1) AS posts`;

const KEYWORD = jsonPage(
  listed(
    placeOf(microsOf('posts.marked_at'), 'posts.id'),
    card('$1'),
    `SELECT posts.*, mark.created_at AS marked_at FROM post_keywords mark, ${seenPost('mark.post_id')}
      WHERE mark.scope = $2 AND mark.keyword = $3
        AND (mark.created_at, mark.post_id) < ${beforeCursor('$4', '$5')}
      ORDER BY mark.created_at DESC, mark.post_id DESC LIMIT ${FETCH}`,
    'posts.marked_at DESC, posts.id DESC',
  ),
  PAGE_SIZE,
);

/** Posts of one scope (a building category, or the festival) that carry the keyword, newest first. */
export function listByKeyword(
  executor: Executor,
  label: string,
  mark: { scope: string; keyword: string },
  after: PageEnd | null,
): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, KEYWORD, [label, mark.scope, mark.keyword, createdMicros, id]);
}

const OWN = jsonPage(
  listed(
    placeOf(microsOf('posts.created_at'), 'posts.id'),
    card('$1'),
    `SELECT * FROM posts WHERE author_id = $2 AND hidden_at IS NULL AND (created_at, id) < ${beforeCursor('$3', '$4')}
      ORDER BY created_at DESC, id DESC LIMIT ${FETCH}`,
    'posts.created_at DESC, posts.id DESC',
  ),
  PAGE_SIZE,
);

/** One student's posts over all boards, newest first. */
export function listByAuthor(
  executor: Executor,
  label: string,
  userId: string,
  after: PageEnd | null,
): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, OWN, [label, userId, createdMicros, id]);
}

const SCRAPPED = jsonPage(
  listed(
    placeOf(microsOf('posts.scrapped_place'), 'posts.id'),
    card('$1'),
    `SELECT posts.*, scraps.post_created_at AS scrapped_place FROM scraps, ${seenPost('scraps.post_id')}
      WHERE scraps.user_id = $2
        AND (scraps.post_created_at, scraps.post_id) < ${beforeCursor('$3', '$4')}
      ORDER BY scraps.post_created_at DESC, scraps.post_id DESC LIMIT ${FETCH}`,
    'posts.scrapped_place DESC, posts.id DESC',
  ),
  PAGE_SIZE,
);

/** The posts that a student scrapped, newest post first. */
export function listScrapped(
  executor: Executor,
  label: string,
  userId: string,
  after: PageEnd | null,
): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, SCRAPPED, [label, userId, createdMicros, id]);
}

/** Posts of the popular list that can be seen, with their entry's id and time. */
const SEEN_HOTS = `
  SELECT posts.*, hots.id AS hot_id, hots.promoted_at FROM hots, ${seenPost('hots.post_id')}
   WHERE hots.removed_at IS NULL`;

const HOTS = jsonPage(
  listed(
    placeOf(microsOf('posts.promoted_at'), 'posts.hot_id'),
    HOT,
    `${SEEN_HOTS} AND (hots.promoted_at, hots.id) < ${beforeCursor('$1', '$2')}
      ORDER BY hots.promoted_at DESC, hots.id DESC LIMIT ${FETCH}`,
    'posts.promoted_at DESC, posts.hot_id DESC',
  ),
  PAGE_SIZE,
);

/** Popular posts, newest promotion first; hidden posts and removed entries are gone [EN-07]. */
export function listHots(executor: Executor, after: PageEnd | null): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, HOTS, [createdMicros, id]);
}

/** One popular post by its entry's id, while entry and post can be seen. */
export async function findHot(executor: Executor, id: string): Promise<string | undefined> {
  const row = await executor.first<{ json: string }>(
    `SELECT ${HOT}::text AS json FROM (${SEEN_HOTS} AND hots.id = $1) AS posts ${WITH_BUILDING}`,
    [id],
  );
  return row?.json;
}
