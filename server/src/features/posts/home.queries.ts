import type { PostSummary } from '@madang/contract/posts/schema';
import type { Executor } from '../../platform/database/database.ts';
import { INSTANT } from '../../platform/database/json-rows.ts';
import { CARD } from './json.queries.ts';

/** No campus has more popular posts in a week; of more, the newest count. */
const WEEK_MAX = 200;

/**
 * What home shows of posts, and what is newest where: one look into an index for each board. The week of the popular posts
 * ends now; boards are joined after the cut, as in browse.queries.ts. Home keeps room for a row of meals where the week of a
 * Monday, $2, has some.
 */
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

/** The answer for home as JSON, and the posts in it. */
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
