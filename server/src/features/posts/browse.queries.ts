// Lists over several boards. Their boards are joined after the page is cut: joined before it, they are joined to all
// posts that are left wherever PostgreSQL expects these to be less than a page. A post that another table's row names is
// read by LATERAL … LIMIT 1, not by a join: the cost of a join depends on how many rows are expected, so that PostgreSQL
// would plan each page again with its values, which takes as long as to read it.
import { PAGE_SIZE } from '@madang/contract/posts/rules';
import type { Executor } from '../../platform/database/database.ts';
import { readPage, type JsonPage } from '../../platform/database/json-rows.ts';
import { NEWEST, type PageEnd } from './cursor.ts';
import { CARD, HIDDEN_CARD, HOT } from './json.queries.ts';

/** A page of posts that carry the keyword in the scope that is `wanted`. */
const MARKED = `
  (SELECT posts.*, mark.created_at AS marked_at
     FROM post_keywords mark,
          LATERAL (SELECT * FROM posts WHERE posts.id = mark.post_id AND posts.hidden_at IS NULL LIMIT 1) AS posts
    WHERE mark.scope = wanted.scope AND mark.keyword = $3
      AND (mark.created_at, mark.post_id) < (timestamptz 'epoch' + $4::bigint * interval '1 microsecond', $5::uuid)
    ORDER BY mark.created_at DESC, mark.post_id DESC LIMIT ${PAGE_SIZE + 1}) AS marked`;

export const KEYWORD = `
  SELECT array_to_string((array_agg(one.json::text))[1 : ${PAGE_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
    FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.marked_at) * 1000000)::bigint, posts.id) AS place, ${CARD} AS json
            FROM (SELECT marked.* FROM (SELECT $2::text) AS wanted (scope), LATERAL ${MARKED}) AS posts
            JOIN buildings ON buildings.id = posts.building_id
           ORDER BY posts.marked_at DESC, posts.id DESC) AS one`;

/** The same over several scopes: a page of each by the index, of which the newest page is taken. */
export const KEYWORD_OF_ALL = `
  SELECT array_to_string((array_agg(one.json::text))[1 : ${PAGE_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
    FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.marked_at) * 1000000)::bigint, posts.id) AS place, ${CARD} AS json
            FROM (SELECT marked.* FROM unnest($2::text[]) AS wanted (scope), LATERAL ${MARKED}
                   ORDER BY marked.marked_at DESC, marked.id DESC LIMIT ${PAGE_SIZE + 1}) AS posts
            JOIN buildings ON buildings.id = posts.building_id
           ORDER BY posts.marked_at DESC, posts.id DESC) AS one`;

/** Posts of the scopes (building categories, or the festival) that carry the keyword, newest first. */
export function listByKeyword(
  executor: Executor,
  label: string,
  mark: { scopes: readonly string[]; keyword: string },
  after: PageEnd | null,
): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  const [scope, ...others] = mark.scopes;
  const end = [mark.keyword, createdMicros, id];
  return others.length === 0
    ? readPage(executor, KEYWORD, [label, scope, ...end])
    : readPage(executor, KEYWORD_OF_ALL, [label, mark.scopes, ...end]);
}

export const OWN = `
  SELECT array_to_string((array_agg(one.json::text))[1 : ${PAGE_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
    FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.created_at) * 1000000)::bigint, posts.id) AS place,
                 CASE WHEN posts.hidden_at IS NULL THEN ${CARD} ELSE ${HIDDEN_CARD} END AS json
            FROM (SELECT * FROM posts
                   WHERE author_id = $2
                     AND (hidden_at IS NULL OR $5::boolean AND deleted_at IS NULL AND (
                           SELECT cases.id FROM cases WHERE thing_id = posts.id AND cases.hidden_at IS NOT NULL LIMIT 1) IS NOT NULL)
                     AND (created_at, id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
                   ORDER BY created_at DESC, id DESC LIMIT ${PAGE_SIZE + 1}) AS posts
            JOIN buildings ON buildings.id = posts.building_id
           ORDER BY posts.created_at DESC, posts.id DESC) AS one`;

/** One user's posts over all boards, newest first; where posts have cases, with those that one hid. */
export function listByAuthor(
  executor: Executor,
  label: string,
  userId: string,
  after: PageEnd | null,
  withHidden: boolean,
): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, OWN, [label, userId, createdMicros, id, withHidden]);
}

export const SCRAPPED = `
  SELECT array_to_string((array_agg(one.json::text))[1 : ${PAGE_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
    FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.scrapped_place) * 1000000)::bigint, posts.id) AS place, ${CARD} AS json
            FROM (SELECT posts.*, scraps.post_created_at AS scrapped_place
                    FROM scraps,
                         LATERAL (SELECT * FROM posts WHERE posts.id = scraps.post_id AND posts.hidden_at IS NULL LIMIT 1) AS posts
                   WHERE scraps.user_id = $2
                     AND (scraps.post_created_at, scraps.post_id)
                       < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
                   ORDER BY scraps.post_created_at DESC, scraps.post_id DESC LIMIT ${PAGE_SIZE + 1}) AS posts
            JOIN buildings ON buildings.id = posts.building_id
           ORDER BY posts.scrapped_place DESC, posts.id DESC) AS one`;

/** The posts that a user scrapped, newest post first. */
export function listBookmarked(
  executor: Executor,
  label: string,
  userId: string,
  after: PageEnd | null,
): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, SCRAPPED, [label, userId, createdMicros, id]);
}

export const HOTS = `
  SELECT array_to_string((array_agg(one.json::text))[1 : ${PAGE_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
    FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.promoted_at) * 1000000)::bigint, posts.hot_id) AS place, ${HOT} AS json
            FROM (SELECT posts.*, hots.id AS hot_id, hots.promoted_at
                    FROM hots,
                         LATERAL (SELECT * FROM posts WHERE posts.id = hots.post_id AND posts.hidden_at IS NULL LIMIT 1) AS posts
                   WHERE hots.removed_at IS NULL
                     AND (hots.promoted_at, hots.id)
                       < (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::uuid)
                   ORDER BY hots.promoted_at DESC, hots.id DESC LIMIT ${PAGE_SIZE + 1}) AS posts
            JOIN buildings ON buildings.id = posts.building_id
           ORDER BY posts.promoted_at DESC, posts.hot_id DESC) AS one`;

/** Popular posts, newest promotion first; hidden posts and removed entries are gone [EN-07]. */
export function listHots(executor: Executor, after: PageEnd | null): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, HOTS, [createdMicros, id]);
}

/** One popular post by its entry's id, while entry and post can be seen. */
export async function findHot(executor: Executor, id: string): Promise<string | undefined> {
  const row = await executor.first<{ json: string }>(
    `SELECT ${HOT}::text AS json
       FROM (SELECT posts.*, hots.id AS hot_id, hots.promoted_at
               FROM hots,
                    LATERAL (SELECT * FROM posts WHERE posts.id = hots.post_id AND posts.hidden_at IS NULL LIMIT 1) AS posts
              WHERE hots.removed_at IS NULL AND hots.id = $1) AS posts
       JOIN buildings ON buildings.id = posts.building_id`,
    [id],
  );
  return row?.json;
}
