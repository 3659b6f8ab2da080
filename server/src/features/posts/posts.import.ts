import { POST_POINTS } from '@madang/contract/posts/rules';
import type { Executor } from '../../platform/database/database.ts';
import { addPostTexts } from './post-texts.queries.ts';

export interface ImportedPicture {
  uploadId: string;
  path: string;
  width: number;
  height: number;
  description: string;
}

export interface ImportedPost {
  id: string;
  buildingId: string;
  /** Null: the operator's, or its author is gone. */
  authorId: string | null;
  title: string;
  body: string;
  keywords: readonly string[];
  /** In their order, in the store already; `importUploads` adds their rows. */
  pictures: readonly ImportedPicture[];
  /** A text where a Date would round its microseconds. */
  createdAt: Date | string;
  likerIds: readonly string[];
  scrapperIds: readonly string[];
  /** Likes known by their number only, on top of `likerIds`. */
  likeBase?: number;
  reportCount?: number;
  /** The document's own id, where it is not the row's. */
  sourceId?: string | null;
}

/** Which of the ids are posts', hidden ones included, and on which board each stands. */
export async function findPostBoards(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await executor.rows<{ id: string; building_id: string }>(
    'SELECT id, building_id FROM posts WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.building_id]));
}

/** Adds posts with their keywords, likes and scraps as they are: no awards, no limits, counts kept true. */
export async function importPosts(executor: Executor, posts: readonly ImportedPost[]): Promise<void> {
  const rows = JSON.stringify(
    posts.map(({ pictures: [first], likerIds, scrapperIds, likeBase = 0, reportCount = 0, ...post }) => ({
      ...post,
      likeBase,
      reportCount,
      imagePath: first?.path ?? null,
      imageWidth: first?.width ?? null,
      imageHeight: first?.height ?? null,
      likeCount: likeBase + likerIds.length,
    })),
  );
  await executor.change(
    `INSERT INTO posts (id, building_id, author_id, title, body, keywords, image_path, image_width, image_height,
                        like_base, like_count, report_count, in_latest, created_at, source_id)
     SELECT row.id, "buildingId", "authorId", title, body, row.keywords, "imagePath", "imageWidth", "imageHeight",
            "likeBase", "likeCount", "reportCount", kind IN ('building', 'question', 'festival'), "createdAt",
            "sourceId"
       FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, "buildingId" text, "authorId" uuid, title text, body text, keywords text[], "imagePath" text,
             "imageWidth" int, "imageHeight" int, "likeBase" int, "likeCount" int, "reportCount" int,
             "createdAt" timestamptz, "sourceId" text)
       JOIN buildings ON buildings.id = "buildingId"`,
    [rows],
  );
  await executor.change(
    `INSERT INTO post_keywords (scope, keyword, created_at, post_id)
     SELECT CASE WHEN kind = 'festival' THEN kind ELSE category END, keyword, posts.created_at, posts.id
       FROM posts JOIN buildings ON buildings.id = posts.building_id,
            unnest(posts.keywords || CASE WHEN kind = 'festival' THEN '{""}'::text[] ELSE '{}' END) AS keyword
      WHERE posts.id = ANY ($1::uuid[]) AND kind IN ('building', 'festival')`,
    [posts.map(({ id }) => id)],
  );
  await addPostTexts(
    executor,
    posts.map(({ id }) => id),
  );
  await importMarks(executor, posts);
}

async function importMarks(executor: Executor, posts: readonly ImportedPost[]): Promise<void> {
  const likes = posts.flatMap(({ id, likerIds }) => likerIds.map((userId) => [userId, id] as const));
  await executor.change('INSERT INTO likes (user_id, post_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])', [
    likes.map(([userId]) => userId),
    likes.map(([, postId]) => postId),
  ]);
  const scraps = posts.flatMap(({ id, scrapperIds }) => scrapperIds.map((userId) => [userId, id] as const));
  await executor.change(
    `INSERT INTO scraps (user_id, post_id, post_created_at)
     SELECT mark.user_id, posts.id, posts.created_at
       FROM unnest($1::uuid[], $2::uuid[]) AS mark (user_id, post_id) JOIN posts ON posts.id = mark.post_id`,
    [scraps.map(([userId]) => userId), scraps.map(([, postId]) => postId)],
  );
}

/** Notes the pictures of imported posts, which are in the store already, as their authors' uploads. */
export async function importUploads(executor: Executor, posts: readonly ImportedPost[]): Promise<void> {
  const rows = posts.flatMap(({ id: postId, authorId: ownerId, pictures }) =>
    pictures.map((picture, position) => ({ ...picture, postId, ownerId, position })),
  );
  if (rows.length === 0) return;
  const values = [JSON.stringify(rows)];
  await executor.change(
    `INSERT INTO uploads (id, owner_id, post_id, width, height)
     SELECT "uploadId", "ownerId", "postId", width, height FROM jsonb_to_recordset($1::text::jsonb) AS row
            ("uploadId" uuid, "ownerId" uuid, "postId" uuid, width int, height int)
     ON CONFLICT ON CONSTRAINT uploads_pkey DO NOTHING`,
    values,
  );
  await executor.change(
    `INSERT INTO post_images (post_id, position, upload_id, width, height, description)
     SELECT "postId", position, "uploadId", width, height, description FROM jsonb_to_recordset($1::text::jsonb) AS row
            ("postId" uuid, position int, "uploadId" uuid, width int, height int, description text)
     ON CONFLICT ON CONSTRAINT post_images_upload_id_key DO NOTHING`,
    values,
  );
  await executor.change(
    `UPDATE posts SET picture_count = (SELECT count(*) FROM post_images WHERE post_id = posts.id)
      WHERE id = ANY ($1::uuid[])`,
    [[...new Set(rows.map(({ postId }) => postId))]],
  );
}

/** Gives every post without an award the one its board brings, and every author their sum [RO-05]. */
export async function awardAllPosts(executor: Executor): Promise<void> {
  await executor.change(
    `INSERT INTO point_awards (id, user_id, post_id, points, created_at)
     SELECT gen_random_uuid(), author_id, posts.id, CASE kind WHEN 'building' THEN $1::int ELSE $2::int END, posts.created_at
       FROM posts JOIN buildings ON buildings.id = building_id
      WHERE author_id IS NOT NULL AND kind IN ('building', 'festival')
     ON CONFLICT ON CONSTRAINT point_awards_post_id_key DO NOTHING`,
    [POST_POINTS.building, POST_POINTS.festival],
  );
  await executor.change(
    `UPDATE users SET points = total.points
       FROM (SELECT user_id, sum(points)::int AS points FROM point_awards GROUP BY user_id) AS total
      WHERE total.user_id = users.id AND users.points <> total.points`,
  );
}

/** Promotes every post that has the likes for it, at the time it may have got them. */
export async function promoteAllPosts(executor: Executor, threshold: number): Promise<void> {
  await executor.change(
    `INSERT INTO hots (id, post_id, promoted_at)
     SELECT gen_random_uuid(), id, least(created_at + interval '5 hours', now())
       FROM posts WHERE like_count >= $1 AND in_latest AND hidden_at IS NULL
     ON CONFLICT ON CONSTRAINT hots_post_id_key DO NOTHING`,
    [threshold],
  );
}
