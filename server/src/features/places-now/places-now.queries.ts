import {
  PLACES_MINUTES,
  POST_DAYS,
  POST_HALF_LIFE,
  type PlaceNow,
  type Reason,
} from '@madang/contract/places-now/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';

/** How many posts of a building's board have a keyword, and what they weigh. */
export interface KeywordPosts {
  keyword: string;
  id: string;
  posts: number;
  weight: number;
}

/** So many of the newest posts of a board are read at most: what is older hardly weighs anything there. */
const NEWEST_READ = 500;

/** Of each student the newest post alone weighs something: nobody writes a place up. $1: keywords as they are stored. */
export const KEYWORD_POSTS = `
  SELECT keyword, id, sum(posts)::int AS posts, sum(weight)::float8 AS weight
    FROM (SELECT keyword, buildings.id, count(*) AS posts,
                 max(0.5 ^ (extract(epoch FROM now() - created_at)::float8 / 86400 / ${POST_HALF_LIFE})) AS weight
            FROM buildings,
                 LATERAL (SELECT * FROM posts
                           WHERE building_id = buildings.id AND hidden_at IS NULL
                             AND created_at > now() - interval '${POST_DAYS} days'
                           ORDER BY created_at DESC, id DESC LIMIT ${NEWEST_READ}) AS posts
                 CROSS JOIN unnest(keywords) AS keyword
           WHERE kind = 'building' AND keyword = ANY ($1::text[])
           GROUP BY keyword, buildings.id, coalesce(author_id, posts.id)) AS students
   GROUP BY keyword, id`;

/** The posts of the last weeks by keyword and building. */
export async function countKeywordPosts(
  transaction: Transaction,
  keywords: readonly string[],
): Promise<KeywordPosts[]> {
  // Compiling takes as long as the statement itself.
  await transaction.rows(`SELECT set_config('jit', 'off', true)`);
  return transaction.rows<KeywordPosts>(KEYWORD_POSTS, [keywords]);
}

/** Puts these places, in their order, in the stead of those that were found before. */
export async function replacePlaces(
  transaction: Transaction,
  places: readonly (PlaceNow & { keyword: string; rank: number })[],
): Promise<void> {
  await transaction.change('DELETE FROM places_now');
  await transaction.change(
    `INSERT INTO places_now (keyword, rank, building_id, reason, found_at)
     SELECT keyword, rank, id, reason, now() FROM jsonb_to_recordset($1::text::jsonb) AS row
            (keyword text, rank smallint, id text, reason jsonb)
      WHERE id IN (SELECT id FROM buildings)`,
    [JSON.stringify(places)],
  );
}

/** What was found last, the best place of each keyword first; nothing that was found too long ago. */
export function listPlaces(
  executor: Executor,
): Promise<{ keyword: string; id: string; name: string; reason: Reason; at: number }[]> {
  return executor.rows(
    `SELECT keyword, building_id AS id, name, reason, floor(extract(epoch FROM found_at) / 60)::int AS at
       FROM places_now JOIN buildings ON buildings.id = building_id
      WHERE found_at > now() - interval '${PLACES_MINUTES} minutes' ORDER BY keyword, rank`,
  );
}
