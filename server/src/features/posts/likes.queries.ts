import type { Executor } from '../../platform/database/database.ts';

/** A post after a like was added or taken back. */
export interface LikedRow {
  building_id: string;
  like_count: number;
  added: boolean;
}

export const ADD_LIKE = `
  WITH post AS (SELECT id, building_id, like_count FROM posts WHERE id = $2 AND hidden_at IS NULL),
       added AS (INSERT INTO likes (user_id, post_id) SELECT $1, id FROM post
                 ON CONFLICT DO NOTHING RETURNING post_id),
       counted AS (UPDATE posts SET like_count = posts.like_count + 1 FROM added
                    WHERE posts.id = added.post_id RETURNING posts.id, posts.like_count, posts.in_latest),
       promoted AS (INSERT INTO hots (id, post_id) SELECT $3, id FROM counted
                     WHERE like_count >= $4 AND in_latest
                    ON CONFLICT ON CONSTRAINT hots_post_id_key DO NOTHING)
  SELECT post.building_id, coalesce(counted.like_count, post.like_count) AS like_count, counted.id IS NOT NULL AS added
    FROM post LEFT JOIN counted USING (id)`;

/**
 * Adds the like, counts it and promotes the post when the count reaches the threshold, in one statement:
 * the row decides, so parallel calls of one user count once [ST-05]. `added` is false for a like that was
 * there already. Undefined when there is no such post.
 */
export function addLike(
  executor: Executor,
  like: { userId: string; postId: string; hotId: string; hotThreshold: number },
): Promise<LikedRow | undefined> {
  return executor.first(ADD_LIKE, [like.userId, like.postId, like.hotId, like.hotThreshold]);
}

export const REMOVE_LIKE = `
  WITH post AS (SELECT id, building_id, like_count FROM posts WHERE id = $2 AND hidden_at IS NULL),
       removed AS (DELETE FROM likes WHERE user_id = $1 AND post_id = $2 AND EXISTS (SELECT FROM post)
                   RETURNING post_id),
       counted AS (UPDATE posts SET like_count = posts.like_count - 1 FROM removed
                    WHERE posts.id = removed.post_id RETURNING posts.id, posts.like_count)
  SELECT post.building_id, coalesce(counted.like_count, post.like_count) AS like_count, false AS added
    FROM post LEFT JOIN counted USING (id)`;

/** Takes the like back and its count; undefined when there is no such post. */
export function removeLike(
  executor: Executor,
  like: { userId: string; postId: string },
): Promise<LikedRow | undefined> {
  return executor.first(REMOVE_LIKE, [like.userId, like.postId]);
}

export interface MarksRow {
  liked: string[];
  scrapped: string[];
  folded?: string[];
}

export const MARKS = `
  SELECT ARRAY(SELECT post_id::text FROM likes WHERE user_id = $1 AND post_id = ANY ($2::uuid[])) AS liked,
         ARRAY(SELECT post_id::text FROM scraps WHERE user_id = $1 AND post_id = ANY ($2::uuid[])) AS scrapped`;

/**
 * The same where students can block others. For who blocked nobody it is one look into an index: the posts are read for the
 * others alone. What stands on the notice board is the operator's, no matter who put it there.
 */
export const FOLDED_MARKS = `${MARKS},
         CASE WHEN EXISTS (SELECT FROM blocks WHERE user_id = $1) THEN ARRAY(
           SELECT posts.id::text
             FROM posts JOIN blocks ON blocks.blocked_id = posts.author_id JOIN buildings ON buildings.id = posts.building_id
            WHERE posts.id = ANY ($2::uuid[]) AND blocks.user_id = $1 AND buildings.kind <> 'notice') END AS folded`;

/** Which of the posts the user liked and scrapped, and where students can block others, which are to be folded. */
export async function findMarks(
  executor: Executor,
  userId: string,
  postIds: readonly string[],
  folds = false,
): Promise<MarksRow> {
  const row = await executor.first<Omit<MarksRow, 'folded'> & { folded?: string[] | null }>(
    folds ? FOLDED_MARKS : MARKS,
    [userId, postIds],
  );
  const { liked = [], scrapped = [], folded } = row ?? {};
  return { liked, scrapped, ...(folded && folded.length > 0 ? { folded } : {}) };
}
