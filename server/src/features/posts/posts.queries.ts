import { LATEST_SIZE, PAGE_SIZE } from '@madang/contract/posts/rules';
import type { OwnPicture } from '@madang/contract/uploads/schema';
import type { Executor } from '../../platform/database/database.ts';
import { findPage, readPage, type JsonPage } from '../../platform/database/json-rows.ts';
import { NEWEST, type PageEnd } from './cursor.ts';
import { CARD, OWN_PICTURES, WHOLE_POST } from './json.queries.ts';
import { putPostText } from './post-texts.queries.ts';

export interface PostRow {
  id: string;
  building_id: string;
  author_id: string | null;
  title: string;
  body: string;
  keywords: string[];
  pictures: OwnPicture[];
  hidden: boolean;
}

/** Only boards that have a screen exist for a browser. */
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

/**
 * A board's posts, newest first, one more than a page; `after` is where the page before ended. Undefined when
 * there is no such board.
 */
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

/** A board's posts, most liked first, then newest; as {@link listRecent}. */
export function listPopular(
  executor: Executor,
  label: string,
  buildingId: string,
  after: PageEnd | null,
): Promise<JsonPage | undefined> {
  const { createdMicros, id, likeCount } = after ?? { ...NEWEST, likeCount: MOST_LIKED };
  return findPage(executor, POPULAR, [label, buildingId, createdMicros, id, likeCount ?? 0]);
}

/** Boards are joined after the cut, as in browse.queries.ts. */
export const LATEST = `
  SELECT array_to_string((array_agg(one.json::text))[1 : ${LATEST_SIZE}], ',') AS items, string_agg(one.place, E'\\n') AS places
    FROM (SELECT concat_ws(' ', (extract(epoch FROM posts.created_at) * 1000000)::bigint, posts.id) AS place, ${CARD} AS json
            FROM (SELECT * FROM posts WHERE in_latest AND hidden_at IS NULL
                   ORDER BY created_at DESC, id DESC LIMIT ${LATEST_SIZE}) AS posts
            JOIN buildings ON buildings.id = posts.building_id
           ORDER BY posts.created_at DESC, posts.id DESC) AS one`;

/** The newest posts of all boards users write on [SC-27]. */
export function listLatest(executor: Executor, label: string): Promise<JsonPage> {
  return readPage(executor, LATEST, [label]);
}

export const POST = `
  SELECT ${WHOLE_POST}::text AS json
    FROM posts JOIN buildings ON buildings.id = posts.building_id
   WHERE posts.id = $2 AND posts.hidden_at IS NULL`;

const HIDDEN_POST = `
  SELECT ${WHOLE_POST}::text AS json
    FROM posts JOIN buildings ON buildings.id = posts.building_id
   WHERE posts.id = $2 AND posts.hidden_at IS NOT NULL`;

/** One post that can be seen, as everybody sees it [EN-03]. */
export async function findPostJson(
  executor: Executor,
  label: string,
  id: string,
): Promise<string | undefined> {
  const row = await executor.first<{ json: string }>(POST, [label, id]);
  return row?.json;
}

/** The same of a post that is hidden: for retries of its author only. */
export async function findHiddenPostJson(
  executor: Executor,
  label: string,
  id: string,
): Promise<string | undefined> {
  const row = await executor.first<{ json: string }>(HIDDEN_POST, [label, id]);
  return row?.json;
}

export const FIND_POST = `
  SELECT id, building_id, author_id, title, body, keywords, ${OWN_PICTURES} AS pictures, hidden_at IS NOT NULL AS hidden
    FROM posts WHERE id = $1 AND (hidden_at IS NULL OR author_id = $2 AND deleted_at IS NULL)`;

/** One post that can be seen, or that somebody else than its author hid: it answers the author's retries. */
export function findPost(executor: Executor, id: string, authorId: string): Promise<PostRow | undefined> {
  return executor.first<PostRow>(FIND_POST, [id, authorId]);
}

export interface NewPost {
  id: string;
  buildingId: string;
  /** Null: the operator's. */
  authorId: string | null;
  title: string;
  body: string;
  keywords: readonly string[];
  /** In their order; their rows are the caller's. */
  pictures: readonly { path: string; width: number; height: number }[];
  inLatest: boolean;
}

export const INSERT_POST = `
  INSERT INTO posts (id, building_id, author_id, title, body, keywords, image_path, image_width, image_height,
                     picture_count, in_latest)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT ON CONSTRAINT posts_pkey DO NOTHING`;

/** False when the id is taken already. */
export async function insertPost(executor: Executor, post: NewPost): Promise<boolean> {
  const { path = null, width = null, height = null } = post.pictures[0] ?? {};
  const texts = [post.title, post.body, post.keywords];
  const pictures = [path, width, height, post.pictures.length];
  const values = [post.id, post.buildingId, post.authorId, ...texts, ...pictures, post.inLatest];
  const added = await executor.change(INSERT_POST, values);
  if (added === 1) await putPostText(executor, post.id, post);
  return added === 1;
}

export const INSERT_POST_KEYWORDS = `
  INSERT INTO post_keywords (scope, keyword, created_at, post_id)
  SELECT $2, keyword, posts.created_at, posts.id
    FROM posts, unnest($3::text[]) AS keyword WHERE posts.id = $1`;

/** Makes a post findable by its keywords; `scope` is its building category, or the festival's. */
export async function insertPostKeywords(
  executor: Executor,
  postId: string,
  { scope, keywords }: { scope: string; keywords: readonly string[] },
): Promise<void> {
  if (keywords.length > 0) await executor.change(INSERT_POST_KEYWORDS, [postId, scope, keywords]);
}

export interface AuthorRow {
  writing_right: boolean;
  points: number;
}

export const LOCK_AUTHOR = 'SELECT writing_right, points FROM users WHERE id = $1 FOR NO KEY UPDATE';

/** The author as they are now, locked, so that neither right nor points change before the commit. */
export function lockAuthor(executor: Executor, userId: string): Promise<AuthorRow | undefined> {
  return executor.first<AuthorRow>(LOCK_AUTHOR, [userId]);
}

export const INSERT_AWARD = 'INSERT INTO point_awards (id, user_id, post_id, points) VALUES ($1, $2, $3, $4)';
export const ADD_POINTS = 'UPDATE users SET points = points + $2 WHERE id = $1 RETURNING points';

/** One ledger row for the post, and the sum on the author; answers the new sum [RO-05]. */
export async function insertAward(
  executor: Executor,
  award: { id: string; userId: string; postId: string; points: number },
): Promise<number> {
  await executor.change(INSERT_AWARD, [award.id, award.userId, award.postId, award.points]);
  const row = await executor.first<{ points: number }>(ADD_POINTS, [award.userId, award.points]);
  return row?.points ?? 0;
}

/** What a post brought its author, and what they have now. */
export function findAward(
  executor: Executor,
  postId: string,
  userId: string,
): Promise<{ awarded: number; points: number } | undefined> {
  return executor.first(
    `SELECT coalesce((SELECT points FROM point_awards WHERE post_id = $1), 0) AS awarded, points
       FROM users WHERE id = $2`,
    [postId, userId],
  );
}
