import { PAGE_SIZE } from '@madang/contract/posts/rules';
import type { Executor } from '../../platform/database/database.ts';
import { jsonPage, placeOf, readPage, type JsonPage } from '../../platform/database/json-rows.ts';
import { microsOf } from '../../platform/database/micros.ts';
import type { PageEnd } from './cursor.ts';
import { card, HOT, JOINS } from './json.queries.ts';
import { beforeCursor, FETCH, NEWEST } from './posts.queries.ts';

const KEYWORD = jsonPage(
  `SELECT ${placeOf(microsOf('mark.created_at'), 'mark.post_id')} AS place, ${card('$1')} AS json
     FROM post_keywords mark JOIN posts ON posts.id = mark.post_id ${JOINS}
    WHERE mark.scope = $2 AND mark.keyword = $3 AND posts.hidden_at IS NULL
      AND (mark.created_at, mark.post_id) < ${beforeCursor('$4', '$5')}
    ORDER BY mark.created_at DESC, mark.post_id DESC LIMIT ${FETCH}`,
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

// The page is cut before anything is joined to it: PostgreSQL expects two posts of a student and would, once it
// plans without looking at the values, join all of a busy one's and sort them.
const OWN = jsonPage(
  `SELECT ${placeOf(microsOf('posts.created_at'), 'posts.id')} AS place, ${card('$1')} AS json
     FROM (SELECT * FROM posts WHERE author_id = $2 AND hidden_at IS NULL
              AND (created_at, id) < ${beforeCursor('$3', '$4')}
            ORDER BY created_at DESC, id DESC LIMIT ${FETCH}) AS posts ${JOINS}
    ORDER BY posts.created_at DESC, posts.id DESC`,
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
  `SELECT ${placeOf(microsOf('scraps.post_created_at'), 'scraps.post_id')} AS place, ${card('$1')} AS json
     FROM scraps JOIN posts ON posts.id = scraps.post_id ${JOINS}
    WHERE scraps.user_id = $2 AND posts.hidden_at IS NULL
      AND (scraps.post_created_at, scraps.post_id) < ${beforeCursor('$3', '$4')}
    ORDER BY scraps.post_created_at DESC, scraps.post_id DESC LIMIT ${FETCH}`,
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

const SEEN_HOTS = `hots JOIN posts ON posts.id = hots.post_id ${JOINS}`;

const HOTS = jsonPage(
  `SELECT ${placeOf(microsOf('hots.promoted_at'), 'hots.id')} AS place, ${HOT} AS json FROM ${SEEN_HOTS}
    WHERE hots.removed_at IS NULL AND posts.hidden_at IS NULL
      AND (hots.promoted_at, hots.id) < ${beforeCursor('$1', '$2')}
    ORDER BY hots.promoted_at DESC, hots.id DESC LIMIT ${FETCH}`,
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
    `SELECT ${HOT}::text AS json FROM ${SEEN_HOTS}
      WHERE hots.id = $1 AND hots.removed_at IS NULL AND posts.hidden_at IS NULL`,
    [id],
  );
  return row?.json;
}
