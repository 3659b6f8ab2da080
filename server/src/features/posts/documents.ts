import { type BoardKind, POST_POINTS } from '@madang/contract/posts/rules';
import { NIL } from 'uuid';
import type { Executor } from '../../database/database.ts';
import { STORED_PICTURES, type StoredPicture } from './json.ts';
import { addPostTexts } from './search-text.ts';

/** Cursor of rows sorted by time. */
export interface TimePlace {
  id: string;
  created_micros: number;
}

export interface ExportedPost extends TimePlace {
  document_id: string;
  building_id: string;
  building_category: string;
  building_kind: BoardKind;
  author_document_id: string | null;
  nickname: string | null;
  title: string;
  body: string;
  keywords: string[];
  pictures: StoredPicture[];
  like_count: number;
  report_count: number;
  /** Document ids of the users who scrapped it. */
  scrappers: string[];
}

const COLUMNS = `
  coalesce(posts.source_id, posts.id::text) AS document_id, posts.building_id,
  buildings.category AS building_category, buildings.kind AS building_kind,
  coalesce(users.source_id, users.id::text) AS author_document_id, users.nickname, posts.title, posts.body,
  posts.keywords, ${STORED_PICTURES} AS pictures, posts.like_count, posts.report_count`;

/** Returns the number of visible posts. */
export async function countPosts(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*) AS count FROM posts WHERE hidden_at IS NULL',
  );
  return row?.count ?? 0;
}

/** Returns a page of a board's visible posts, oldest first. */
export function exportPosts(
  executor: Executor,
  buildingId: string,
  after: TimePlace | undefined,
  limit: number,
): Promise<ExportedPost[]> {
  return executor.rows<ExportedPost>(
    `SELECT posts.id, ${COLUMNS}, (extract(epoch FROM posts.created_at) * 1000000)::bigint AS created_micros,
            ARRAY(SELECT coalesce(fan.source_id, fan.id::text) FROM scraps JOIN users fan ON fan.id = scraps.user_id
                   WHERE scraps.post_id = posts.id ORDER BY fan.id) AS scrappers
       FROM posts JOIN buildings ON buildings.id = posts.building_id LEFT JOIN users ON users.id = posts.author_id
      WHERE posts.building_id = $1 AND posts.hidden_at IS NULL
        AND (posts.created_at, posts.id) > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid)
      ORDER BY posts.created_at, posts.id LIMIT $4`,
    [buildingId, ...placeOf(after), limit],
  );
}

/** Returns the document ids of posts each user liked, in order. */
export async function exportLikes(
  executor: Executor,
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await executor.rows<{ user_id: string; liked: string[] }>(
    `SELECT likes.user_id, array_agg(coalesce(posts.source_id, posts.id::text)
                                     ORDER BY likes.created_at, likes.post_id) AS liked
       FROM likes JOIN posts ON posts.id = likes.post_id
      WHERE likes.user_id = ANY ($1::uuid[]) AND posts.hidden_at IS NULL GROUP BY likes.user_id`,
    [userIds],
  );
  return new Map(rows.map((row) => [row.user_id, row.liked]));
}

export type ExportedHot = Omit<ExportedPost, 'scrappers'> & { hot_document_id: string };

/** Returns a page of popular entries, oldest first, with entry id and time. */
export function exportHots(
  executor: Executor,
  after: TimePlace | undefined,
  limit: number,
): Promise<ExportedHot[]> {
  return executor.rows<ExportedHot>(
    `SELECT hots.id, ${COLUMNS}, coalesce(hots.source_id, hots.id::text) AS hot_document_id,
            (extract(epoch FROM hots.promoted_at) * 1000000)::bigint AS created_micros
       FROM hots JOIN posts ON posts.id = hots.post_id JOIN buildings ON buildings.id = posts.building_id
       LEFT JOIN users ON users.id = posts.author_id
      WHERE hots.removed_at IS NULL AND posts.hidden_at IS NULL
        AND (hots.promoted_at, hots.id) > (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::uuid)
      ORDER BY hots.promoted_at, hots.id LIMIT $3`,
    [...placeOf(after), limit],
  );
}

/** Returns the cursor values; without a cursor, one before every row. */
function placeOf(after: TimePlace | undefined): [number, string] {
  return after ? [after.created_micros, after.id] : [-1, NIL];
}

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
  /** Null for the operator's posts and those without an author. */
  authorId: string | null;
  title: string;
  body: string;
  keywords: readonly string[];
  /** In display order, already stored; `importUploads` adds their rows. */
  pictures: readonly ImportedPicture[];
  /** A string where a Date would round its microseconds. */
  createdAt: Date | string;
  likerIds: readonly string[];
  scrapperIds: readonly string[];
  /** Likes known by number only, in addition to `likerIds`. */
  likeBase?: number;
  reportCount?: number;
  /** Document id, if it differs from the row's id. */
  sourceId?: string | null;
}

/** Returns the board of each existing post, hidden ones included. */
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

/** Adds posts with keywords, likes and scraps, without awards and limits. */
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

/** Adds imported posts' uploads, already stored, for their authors. */
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

/** Adds missing awards of all posts and updates all point totals [RO-05]. */
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

/** Promotes every post with enough likes, five hours after writing, or now. */
export async function promoteAllPosts(executor: Executor, threshold: number): Promise<void> {
  await executor.change(
    `INSERT INTO hots (id, post_id, promoted_at)
     SELECT gen_random_uuid(), id, least(created_at + interval '5 hours', now())
       FROM posts WHERE like_count >= $1 AND in_latest AND hidden_at IS NULL
     ON CONFLICT ON CONSTRAINT hots_post_id_key DO NOTHING`,
    [threshold],
  );
}

/** Adds an opening ledger row for each imported total, and its points. */
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

/** Stores likes of posts imported later, in call order, for {@link countImportedLikes}. */
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

/** Cursor of a pass over stored likes. */
export interface LikePage {
  user_id: string;
  post_id: string;
  counted: number;
}

/**
 * Converts a page of stored likes of existing posts; undefined at the end. Replaces imported likes: counts stay equal
 * [EN-09].
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

/** Returns existing popular entries by id and by post, removed ones included. */
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

/** Adds popular entries unchanged; title and nickname come from the post [EN-07]. */
export async function importHots(executor: Executor, hots: readonly ImportedHot[]): Promise<void> {
  await executor.change(
    `INSERT INTO hots (id, source_id, post_id, promoted_at)
     SELECT id, "sourceId", "postId", "promotedAt" FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, "sourceId" text, "postId" uuid, "promotedAt" timestamptz)`,
    [JSON.stringify(hots)],
  );
}

/** Stores authors of posts whose users are not imported yet, except withdrawn ones. */
export async function noteImportedAuthors(
  executor: Executor,
  notes: readonly { postId: string; authorId: string }[],
): Promise<void> {
  await executor.change(
    `INSERT INTO imported_post_authors (post_id, author_id)
     SELECT post_id, author_id FROM unnest($1::uuid[], $2::uuid[]) AS note (post_id, author_id)
      WHERE NOT EXISTS (SELECT 1 FROM withdrawals WHERE user_id = author_id)
     ON CONFLICT DO NOTHING`,
    [notes.map(({ postId }) => postId), notes.map(({ authorId }) => authorId)],
  );
}

/** Assigns stored posts to users that exist now. */
export async function giveImportedPosts(executor: Executor, userIds: readonly string[]): Promise<void> {
  await executor.change(
    `WITH found AS (DELETE FROM imported_post_authors WHERE author_id = ANY ($1::uuid[])
                    RETURNING post_id, author_id)
     UPDATE posts SET author_id = found.author_id FROM found
      WHERE posts.id = found.post_id AND posts.author_id IS NULL`,
    [userIds],
  );
}
