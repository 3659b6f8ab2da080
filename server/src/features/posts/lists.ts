// Lists over several boards. Boards are joined after the page is cut: PostgreSQL might read all remaining posts.
// Referenced posts use LATERAL … LIMIT 1: a join depends on row estimates, so each page would be planned again.
import { LATEST_SIZE, PAGE_SIZE, VIEW_POSTS } from '@madang/contract/posts/rules';
import type { PostSummary } from '@madang/contract/posts/schema';
import type { Executor } from '../../database/database.ts';
import { findPage, INSTANT, type JsonPage, readPage } from '../../database/json-rows.ts';
import { CARD, HIDDEN_CARD, HOT, NEWEST, type PageEnd } from './json.ts';

/** Only boards with a screen are visible to clients. */
export const RECENT = `
  SELECT page.*
    FROM buildings, LATERAL (
      SELECT array_to_string((array_agg(one.json::text))[1 : ${PAGE_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
        FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.created_at) * 1000000)::bigint, posts.id) AS place, ${CARD} AS json
                FROM posts
               WHERE posts.building_id = buildings.id AND posts.hidden_at IS NULL
                 AND (posts.created_at, posts.id)
                   < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
               ORDER BY posts.created_at DESC, posts.id DESC LIMIT ${PAGE_SIZE + 1}) AS one) AS page
   WHERE buildings.id = $2 AND buildings.kind <> 'hidden'`;

/** Returns a board's posts after `after`, newest first, one more than a page; undefined without a board. */
export function listRecent(
  executor: Executor,
  label: string,
  buildingId: string,
  after: PageEnd | null,
): Promise<JsonPage | undefined> {
  const { createdMicros, id } = after ?? NEWEST;
  return findPage(executor, RECENT, [label, buildingId, createdMicros, id]);
}

export const POPULAR = `
  SELECT page.*
    FROM buildings, LATERAL (
      SELECT array_to_string((array_agg(one.json::text))[1 : ${PAGE_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
        FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.created_at) * 1000000)::bigint, posts.id, posts.like_count) AS place,
                     ${CARD} AS json
                FROM posts
               WHERE posts.building_id = buildings.id AND posts.hidden_at IS NULL
                 AND (posts.like_count, posts.created_at, posts.id)
                   < ($5::int, timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
               ORDER BY posts.like_count DESC, posts.created_at DESC, posts.id DESC LIMIT ${PAGE_SIZE + 1}) AS one) AS page
   WHERE buildings.id = $2 AND buildings.kind <> 'hidden'`;

/** More likes than any post can have. */
const MOST_LIKED = 2_147_483_647;

/** Returns a board's posts, most liked first, then newest; see {@link listRecent}. */
export function listPopular(
  executor: Executor,
  label: string,
  buildingId: string,
  after: PageEnd | null,
): Promise<JsonPage | undefined> {
  const { createdMicros, id, likeCount } = after ?? { ...NEWEST, likeCount: MOST_LIKED };
  return findPage(executor, POPULAR, [label, buildingId, createdMicros, id, likeCount ?? 0]);
}

/** Boards are joined after the cut, as above. */
export const LATEST = `
  SELECT array_to_string((array_agg(one.json::text))[1 : ${LATEST_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
    FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.created_at) * 1000000)::bigint, posts.id) AS place, ${CARD} AS json
            FROM (SELECT * FROM posts WHERE in_latest AND hidden_at IS NULL
                   ORDER BY created_at DESC, id DESC LIMIT ${LATEST_SIZE}) AS posts
            JOIN buildings ON buildings.id = posts.building_id
           ORDER BY posts.created_at DESC, posts.id DESC) AS one`;

/** Returns the newest posts of all boards that users write on [SC-27]. */
export function listLatest(executor: Executor, label: string): Promise<JsonPage> {
  return readPage(executor, LATEST, [label]);
}

/** A page of posts with the keyword in the scope `wanted`. */
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

/** For several scopes: merges an index page of each. */
export const KEYWORD_OF_ALL = `
  SELECT array_to_string((array_agg(one.json::text))[1 : ${PAGE_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
    FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.marked_at) * 1000000)::bigint, posts.id) AS place, ${CARD} AS json
            FROM (SELECT marked.* FROM unnest($2::text[]) AS wanted (scope), LATERAL ${MARKED}
                   ORDER BY marked.marked_at DESC, marked.id DESC LIMIT ${PAGE_SIZE + 1}) AS posts
            JOIN buildings ON buildings.id = posts.building_id
           ORDER BY posts.marked_at DESC, posts.id DESC) AS one`;

/** Returns posts with the keyword in the scopes, newest first. */
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

/** Returns one user's posts, newest first; `withHidden` includes those a case hid. */
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

export const BOOKMARKED = `
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

/** Returns the posts that a user scrapped, newest post first. */
export function listBookmarked(
  executor: Executor,
  label: string,
  userId: string,
  after: PageEnd | null,
): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, BOOKMARKED, [label, userId, createdMicros, id]);
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

/** Returns visible popular posts, newest promotion first [EN-07]. */
export function listHots(executor: Executor, after: PageEnd | null): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, HOTS, [createdMicros, id]);
}

/** Returns a popular post by entry id, if visible. */
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

/** Upper bound of a week's popular posts, the newest. */
const WEEK_MAX = 200;

/** Home's posts and each board's newest time, by an index lookup each. $2: a Monday; `meals`: whether its week has meals. */
export const HOME = `
  SELECT (SELECT coalesce(json_agg(${CARD} ORDER BY posts.created_at DESC, posts.id DESC), '[]')
            FROM (SELECT * FROM posts WHERE in_latest AND hidden_at IS NULL
                   ORDER BY created_at DESC, id DESC LIMIT 3) AS posts
            JOIN buildings ON buildings.id = posts.building_id)::text AS newest,
         (SELECT coalesce(json_agg(${CARD} ORDER BY posts.like_count DESC, posts.promoted_at DESC, posts.id DESC), '[]')
            FROM (SELECT posts.*, hots.promoted_at
                    FROM (SELECT post_id, promoted_at FROM hots
                           WHERE removed_at IS NULL AND promoted_at > now() - interval '7 days'
                           ORDER BY promoted_at DESC, id DESC LIMIT ${WEEK_MAX}) AS hots,
                         LATERAL (SELECT * FROM posts WHERE posts.id = hots.post_id AND posts.hidden_at IS NULL LIMIT 1) AS posts
                   ORDER BY posts.like_count DESC, hots.promoted_at DESC, posts.id DESC LIMIT 2) AS posts
            JOIN buildings ON buildings.id = posts.building_id)::text AS hottest,
         (SELECT coalesce(json_object_agg(buildings.id, to_char(newest.created_at AT TIME ZONE 'UTC', ${INSTANT})), '{}')
            FROM buildings,
                 LATERAL (SELECT created_at FROM posts
                           WHERE posts.building_id = buildings.id AND posts.hidden_at IS NULL
                           ORDER BY posts.created_at DESC, posts.id DESC LIMIT 1) AS newest
           WHERE buildings.kind <> 'hidden')::text AS boards,
         (SELECT to_char(hots.promoted_at AT TIME ZONE 'UTC', ${INSTANT})
            FROM hots,
                 LATERAL (SELECT 1 FROM posts WHERE posts.id = hots.post_id AND posts.hidden_at IS NULL LIMIT 1) AS posts
           WHERE hots.removed_at IS NULL
           ORDER BY hots.promoted_at DESC, hots.id DESC LIMIT 1) AS hot_at,
         coalesce((SELECT day FROM meals WHERE day >= $2::date ORDER BY day LIMIT 1) < $2::date + 7, false) AS meals`;

/** Returns the JSON of home and the ids of its posts. */
export async function readHome(
  executor: Executor,
  label: string,
  monday: string,
): Promise<{ json: string; ids: string[] }> {
  const row = await executor.first<{
    newest: string;
    hottest: string;
    boards: string;
    hot_at: string | null;
    meals: boolean;
  }>(HOME, [label, monday]);
  const { newest = '[]', hottest = '[]', boards = '{}', hot_at: hotAt = null, meals = false } = row ?? {};
  const shown = [newest, hottest].flatMap((list) => JSON.parse(list) as PostSummary[]);
  return {
    json: `{"newest":${newest},"hottest":${hottest},"boards":${boards},"hotAt":${JSON.stringify(hotAt)}${meals ? ',"meals":true' : ''}}`,
    ids: shown.map(({ id }) => id),
  };
}

// By the user's last reply, whose id breaks ties.
export const REPLIED = `
  SELECT array_to_string((array_agg(one.json::text))[1 : ${PAGE_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
    FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.replied_at) * 1000000)::bigint, posts.reply_id) AS place, ${CARD} AS json
            FROM (SELECT posts.*, own.created_at AS replied_at, own.id AS reply_id
                    FROM replies own,
                         LATERAL (SELECT * FROM posts WHERE posts.id = own.post_id AND posts.hidden_at IS NULL LIMIT 1) AS posts
                   WHERE own.author_id = $2 AND own.hidden_at IS NULL
                     AND (own.created_at, own.id)
                       < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
                     AND (SELECT later.id FROM replies later
                           WHERE later.author_id = $2 AND later.post_id = own.post_id AND later.hidden_at IS NULL
                             AND (later.created_at, later.id) > (own.created_at, own.id) LIMIT 1) IS NULL
                     AND (SELECT blocks.id FROM blocks
                           WHERE blocks.user_id = $2 AND blocks.blocked_id = posts.author_id LIMIT 1) IS NULL
                   ORDER BY own.created_at DESC, own.id DESC LIMIT ${PAGE_SIZE + 1}) AS posts
            JOIN buildings ON buildings.id = posts.building_id
           ORDER BY posts.replied_at DESC, posts.reply_id DESC) AS one`;

/** Returns posts the user replied to, last reply first, without blocked authors [EV-06]. */
export function listReplied(
  executor: Executor,
  label: string,
  userId: string,
  after: PageEnd | null,
): Promise<JsonPage> {
  const { createdMicros, id } = after ?? NEWEST;
  return readPage(executor, REPLIED, [label, userId, createdMicros, id]);
}

/** Newest questions searched; older ones say little about a building today. */
const NEWEST_READ = 500;

/** Solved questions that name a building ($3, not $4), and its board's ($2) keyword posts. */
export const VIEW = `
  SELECT (SELECT coalesce(json_agg(${CARD} ORDER BY posts.created_at DESC, posts.id DESC), '[]')
            FROM (SELECT *
                    FROM (SELECT * FROM posts WHERE accepted_reply_id IS NOT NULL AND hidden_at IS NULL
                           ORDER BY created_at DESC, id DESC LIMIT ${NEWEST_READ}) AS posts
                   WHERE coalesce(regexp_replace(title || E'\\n' || body, $4, ' ', 'gi'), title || E'\\n' || body) ~* $3
                     AND (SELECT replies.id FROM replies
                           WHERE replies.id = posts.accepted_reply_id AND replies.hidden_at IS NULL) IS NOT NULL
                   ORDER BY created_at DESC, id DESC LIMIT ${VIEW_POSTS}) AS posts
            JOIN buildings ON buildings.id = posts.building_id)::text AS answered,
         (SELECT coalesce(json_agg(${CARD} ORDER BY posts.created_at DESC, posts.id DESC), '[]')
            FROM (SELECT *
                    FROM (SELECT * FROM posts WHERE building_id = $2 AND hidden_at IS NULL
                           ORDER BY created_at DESC, id DESC LIMIT ${NEWEST_READ}) AS posts
                   WHERE keywords <> '{}'
                   ORDER BY created_at DESC, id DESC LIMIT ${VIEW_POSTS}) AS posts
            JOIN buildings ON buildings.id = posts.building_id)::text AS marked`;

/** Patterns of a building's names, and of longer names containing one. */
export interface BuildingPatterns {
  names: string;
  longer: string | null;
}

/** Returns the posts in a building's view as JSON, and ids. */
export async function readView(
  executor: Executor,
  label: string,
  buildingId: string,
  { names, longer }: BuildingPatterns,
): Promise<{ json: string; ids: string[] }> {
  const row = await executor.first<{ answered: string; marked: string }>(VIEW, [
    label,
    buildingId,
    names,
    longer,
  ]);
  const { answered = '[]', marked = '[]' } = row ?? {};
  const shown = [answered, marked].flatMap((list) => JSON.parse(list) as PostSummary[]);
  return { json: `{"answered":${answered},"marked":${marked}}`, ids: shown.map(({ id }) => id) };
}
