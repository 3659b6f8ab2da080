import { VIEW_POSTS } from '@madang/contract/posts/rules';
import type { PostSummary } from '@madang/contract/posts/schema';
import type { Executor } from '../../platform/database/database.ts';
import { CARD } from './json.queries.ts';

/** Among so many of the newest is looked: what is older says little of a building as it is now. */
const NEWEST_READ = 500;

/**
 * Solved questions that name a building ($3, where longer names of others, $4, are left out), and posts of its board ($2) with
 * a keyword. Boards are joined after the cut, as in browse.queries.ts.
 */
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

/** What a building is called, and which longer names of others hold one of these names, as patterns. */
export interface BuildingPatterns {
  names: string;
  longer: string | null;
}

/** The posts of a building's view as JSON, and their ids. */
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
