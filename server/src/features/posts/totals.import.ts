import { NIL } from 'uuid';
import type { Executor } from '../../platform/database/database.ts';

/** Opens the ledgers of users who bring a total: one row without post each, and the sum on the user. */
export async function openPoints(
  executor: Executor,
  totals: readonly { id: string; userId: string; points: number }[],
): Promise<void> {
  const opened = totals.filter(({ points }) => points > 0);
  const values = [
    opened.map(({ id }) => id),
    opened.map(({ userId }) => userId),
    opened.map(({ points }) => points),
  ];
  await executor.change(
    `INSERT INTO point_awards (id, user_id, points) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[])`,
    values,
  );
  await executor.change(
    `UPDATE users SET points = users.points + total.points
       FROM unnest($1::uuid[], $2::int[]) AS total (user_id, points) WHERE total.user_id = users.id`,
    values.slice(1),
  );
}

/** Notes likes whose posts may come later, in the order of the call; {@link countImportedLikes} counts them. */
export async function noteImportedLikes(
  executor: Executor,
  likes: readonly { userId: string; postId: string }[],
): Promise<void> {
  await executor.change(
    `INSERT INTO imported_likes (user_id, post_id, liked_at)
     SELECT user_id, post_id, now() + place * interval '1 microsecond'
       FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS liked (user_id, post_id, place)
     ON CONFLICT DO NOTHING`,
    [likes.map(({ userId }) => userId), likes.map(({ postId }) => postId)],
  );
}

/** Where a pass over the noted likes has come to. */
export interface LikePage {
  user_id: string;
  post_id: string;
  counted: number;
}

/**
 * Turns a page of noted likes into rows, of those whose post is there by now; the others go on waiting. A post
 * that came with a number of likes gives one of it away for each row, so its count stays what it was [EN-09].
 * Undefined when the pass is over.
 */
export function countImportedLikes(
  executor: Executor,
  after: LikePage | undefined,
  limit: number,
): Promise<LikePage | undefined> {
  return executor.first<LikePage>(
    `WITH page AS (SELECT user_id, post_id FROM imported_likes
                    WHERE (user_id, post_id) > ($1::uuid, $2::uuid)
                    ORDER BY user_id, post_id LIMIT $3),
          found AS (DELETE FROM imported_likes noted USING page, posts
                     WHERE noted.user_id = page.user_id AND noted.post_id = page.post_id AND posts.id = page.post_id
                    RETURNING noted.user_id, noted.post_id, noted.liked_at),
          added AS (INSERT INTO likes (user_id, post_id, created_at) SELECT * FROM found
                    ON CONFLICT DO NOTHING RETURNING post_id),
          total AS (SELECT post_id, count(*)::int AS likes FROM added GROUP BY post_id),
          counted AS (UPDATE posts SET like_base = greatest(like_base - likes, 0),
                                       like_count = like_count + greatest(likes - like_base, 0)
                        FROM total WHERE posts.id = total.post_id)
     SELECT user_id, post_id, (SELECT count(*) FROM added)::int AS counted
       FROM page ORDER BY user_id DESC, post_id DESC LIMIT 1`,
    [after?.user_id ?? NIL, after?.post_id ?? NIL, limit],
  );
}

export interface ImportedHot {
  id: string;
  sourceId: string | null;
  postId: string;
  promotedAt: string;
}

/** The posts that have an entry of their own or under one of the ids, by post; removed entries included. */
export async function findHotPosts(
  executor: Executor,
  hots: readonly { id: string; postId: string }[],
): Promise<{ ids: Set<string>; postIds: Set<string> }> {
  const rows = await executor.rows<{ id: string; post_id: string }>(
    'SELECT id, post_id FROM hots WHERE id = ANY ($1::uuid[]) OR post_id = ANY ($2::uuid[])',
    [hots.map(({ id }) => id), hots.map(({ postId }) => postId)],
  );
  return { ids: new Set(rows.map(({ id }) => id)), postIds: new Set(rows.map((row) => row.post_id)) };
}

/** Adds entries of popular posts as they are; title and nickname follow the post [EN-07]. */
export async function importHots(executor: Executor, hots: readonly ImportedHot[]): Promise<void> {
  await executor.change(
    `INSERT INTO hots (id, source_id, post_id, promoted_at)
     SELECT id, "sourceId", "postId", "promotedAt" FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, "sourceId" text, "postId" uuid, "promotedAt" timestamptz)`,
    [JSON.stringify(hots)],
  );
}
