import { PAGE_SIZE } from '@madang/contract/posts/rules';
import type { Database, Executor } from '../../database/database.ts';
import type { JsonPage } from '../../database/json-rows.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import { CARD, NEWEST, type PageEnd, presentCursor } from './json.ts';

/**
 * Sets or clears the user's bookmark; idempotent. The official edition also clears those of invisible posts.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function setBookmark(
  { database, counter, official }: { database: Database; counter: Counter; official: boolean },
  session: Session,
  postId: string,
  scrapped: boolean,
): Promise<{ scrapped: boolean }> {
  const row = await (scrapped
    ? addBookmark(database, session.userId, postId)
    : removeBookmark(database, session.userId, postId, official));
  if (!row) throw new ProblemError('resource.missing');
  if (row.added) counter.add('scrap');
  return { scrapped };
}

/** Adds a bookmark; returns whether it is new, undefined without a post. Repeating keeps its position. */
function addBookmark(
  executor: Executor,
  userId: string,
  postId: string,
): Promise<{ added: boolean } | undefined> {
  return executor.first<{ added: boolean }>(
    `WITH post AS (SELECT id, created_at FROM posts WHERE id = $2 AND hidden_at IS NULL),
          added AS (INSERT INTO scraps (user_id, post_id, post_created_at, scrapped_at)
                    SELECT $1, id, created_at, now() FROM post
                    ON CONFLICT DO NOTHING RETURNING post_id)
     SELECT EXISTS (SELECT FROM added) AS added FROM post`,
    [userId, postId],
  );
}

/** Removes a bookmark; undefined without such a post. `gone` includes invisible posts. */
function removeBookmark(
  executor: Executor,
  userId: string,
  postId: string,
  gone: boolean,
): Promise<{ added: false } | undefined> {
  return executor.first<{ added: false }>(
    `WITH post AS (SELECT id FROM posts WHERE id = $2 AND (hidden_at IS NULL OR $3::boolean)),
          removed AS (DELETE FROM scraps USING post WHERE scraps.user_id = $1 AND scraps.post_id = post.id)
     SELECT false AS added FROM post`,
    [userId, postId, gone],
  );
}

/** A page of bookmarks as JSON, including those of invisible posts. */
interface BookmarkPage extends JsonPage {
  gone: string;
}

export const BOOKMARKS = `
  SELECT string_agg(one.json::text, ',' ORDER BY one.nth) FILTER (WHERE one.nth <= ${PAGE_SIZE}) AS items,
         string_agg(json_build_object('id', one.id, 'reason', one.reason, 'index', one.nth - 1)::text, ',' ORDER BY one.nth)
           FILTER (WHERE one.nth <= ${PAGE_SIZE} AND one.reason IS NOT NULL) AS gone,
         string_agg(one.place, E'\\n' ORDER BY one.nth) AS places
    FROM (SELECT posts.id, concat_ws(' ', (extract(epoch FROM posts.scrapped_place) * 1000000)::bigint, posts.id) AS place,
                 posts.nth,
                 CASE WHEN posts.deleted_at IS NOT NULL THEN 'deleted' WHEN posts.hidden_at IS NOT NULL THEN 'hidden' END AS reason,
                 CASE WHEN posts.hidden_at IS NULL THEN ${CARD} END AS json
            FROM (SELECT posts.*, mark.place AS scrapped_place,
                         row_number() OVER (ORDER BY mark.place DESC, mark.post_id DESC) AS nth
                    FROM (SELECT post_id, coalesce(scrapped_at, post_created_at) AS place FROM scraps
                           WHERE user_id = $2
                             AND (coalesce(scrapped_at, post_created_at), post_id)
                               < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)
                           ORDER BY coalesce(scrapped_at, post_created_at) DESC, post_id DESC LIMIT ${PAGE_SIZE + 1}) AS mark,
                         LATERAL (SELECT * FROM posts WHERE posts.id = mark.post_id LIMIT 1) AS posts) AS posts
            JOIN buildings ON buildings.id = posts.building_id) AS one`;

/** Returns a user's bookmarks, newest first; old ones by post time [SB-02]. */
export async function listBookmarks(
  executor: Executor,
  label: string,
  userId: string,
  after: PageEnd | null,
): Promise<BookmarkPage> {
  const { createdMicros, id } = after ?? NEWEST;
  const row = await executor.first<Record<'items' | 'gone' | 'places', string | null>>(BOOKMARKS, [
    label,
    userId,
    createdMicros,
    id,
  ]);
  return { items: row?.items ?? '', gone: row?.gone ?? '', places: row?.places?.split('\n') ?? [] };
}

/** Returns the JSON of a page of bookmarks, also of invisible posts. */
export function presentBookmarks({ items, gone, places }: BookmarkPage): string {
  return `{"posts":[${items}],"gone":[${gone}],"nextCursor":${presentCursor(places)}}`;
}
