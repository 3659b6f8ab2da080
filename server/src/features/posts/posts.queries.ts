import { LATEST_SIZE, PAGE_SIZE, type BoardKind } from '@madang/contract/posts/rules';
import type { Executor } from '../../platform/database/database.ts';
import { microsOf, timeOf } from '../../platform/database/micros.ts';
import type { PageEnd } from './cursor.ts';

export interface PostRow {
  id: string;
  building_id: string;
  building_name: string;
  building_category: string;
  building_kind: BoardKind;
  author_id: string | null;
  nickname: string | null;
  title: string;
  body: string;
  keywords: string[];
  image_path: string | null;
  image_width: number | null;
  image_height: number | null;
  like_count: number;
  reply_count: number;
  created_at: Date;
  created_micros: number;
}

const columns = (body: string) => `
  posts.id, posts.building_id, buildings.name AS building_name, buildings.category AS building_category,
  buildings.kind AS building_kind, posts.author_id, users.nickname, posts.title, ${body} AS body, posts.keywords,
  posts.image_path, posts.image_width, posts.image_height, posts.like_count, posts.reply_count, posts.created_at,
  ${microsOf('posts.created_at')} AS created_micros`;

// The nickname is read where it lives, so that a changed one shows on old posts too; a list needs the
// beginning of each body only.
export const SUMMARY = columns('left(posts.body, 600)');
export const WHOLE = columns('posts.body');

export const JOINS = `JOIN buildings ON buildings.id = posts.building_id LEFT JOIN users ON users.id = posts.author_id`;

/** The row to compare (time, id) with for the page after a cursor, from two parameters. */
export const beforeCursor = (micros: string, id: string) => `(${timeOf(micros)}, ${id}::uuid)`;

/** A row more than a page holds, so that the caller knows whether another page follows. */
const FETCH = PAGE_SIZE + 1;

/** A board's posts, newest first; `after` is the last row of the page before. */
export function listRecent(
  executor: Executor,
  buildingId: string,
  after: PageEnd | null,
): Promise<PostRow[]> {
  if (!after) {
    return executor.rows<PostRow>(
      `SELECT ${SUMMARY} FROM posts ${JOINS}
        WHERE posts.building_id = $1 AND posts.hidden_at IS NULL
        ORDER BY posts.created_at DESC, posts.id DESC LIMIT ${FETCH}`,
      [buildingId],
    );
  }
  return executor.rows<PostRow>(
    `SELECT ${SUMMARY} FROM posts ${JOINS}
      WHERE posts.building_id = $1 AND posts.hidden_at IS NULL AND (posts.created_at, posts.id) < ${beforeCursor('$2', '$3')}
      ORDER BY posts.created_at DESC, posts.id DESC LIMIT ${FETCH}`,
    [buildingId, after.createdMicros, after.id],
  );
}

/** A board's posts, most liked first, then newest. */
export function listPopular(
  executor: Executor,
  buildingId: string,
  after: PageEnd | null,
): Promise<PostRow[]> {
  if (!after) {
    return executor.rows<PostRow>(
      `SELECT ${SUMMARY} FROM posts ${JOINS}
        WHERE posts.building_id = $1 AND posts.hidden_at IS NULL
        ORDER BY posts.like_count DESC, posts.created_at DESC, posts.id DESC LIMIT ${FETCH}`,
      [buildingId],
    );
  }
  return executor.rows<PostRow>(
    `SELECT ${SUMMARY} FROM posts ${JOINS}
      WHERE posts.building_id = $1 AND posts.hidden_at IS NULL
        AND (posts.like_count, posts.created_at, posts.id) < ($4::int, ${timeOf('$2')}, $3::uuid)
      ORDER BY posts.like_count DESC, posts.created_at DESC, posts.id DESC LIMIT ${FETCH}`,
    [buildingId, after.createdMicros, after.id, after.likeCount ?? 0],
  );
}

/** The newest posts of all boards students write on [SC-27]. */
export function listLatest(executor: Executor): Promise<PostRow[]> {
  return executor.rows<PostRow>(
    `SELECT ${SUMMARY} FROM posts ${JOINS}
      WHERE posts.in_latest AND posts.hidden_at IS NULL
      ORDER BY posts.created_at DESC, posts.id DESC LIMIT ${LATEST_SIZE}`,
  );
}

/** One post that can be seen. */
export function findPost(executor: Executor, id: string): Promise<PostRow | undefined> {
  return executor.first<PostRow>(
    `SELECT ${WHOLE} FROM posts ${JOINS} WHERE posts.id = $1 AND posts.hidden_at IS NULL`,
    [id],
  );
}

export interface NewPost {
  id: string;
  buildingId: string;
  /** Null: the operator's. */
  authorId: string | null;
  title: string;
  body: string;
  keywords: readonly string[];
  image: { path: string; width: number; height: number } | null;
  inLatest: boolean;
}

/** False when the id is taken already. */
export async function insertPost(executor: Executor, post: NewPost): Promise<boolean> {
  const added = await executor.change(
    `INSERT INTO posts (id, building_id, author_id, title, body, keywords, image_path, image_width, image_height, in_latest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT ON CONSTRAINT posts_pkey DO NOTHING`,
    [
      post.id,
      post.buildingId,
      post.authorId,
      post.title,
      post.body,
      post.keywords,
      post.image?.path ?? null,
      post.image?.width ?? null,
      post.image?.height ?? null,
      post.inLatest,
    ],
  );
  return added === 1;
}

/** Makes a post findable by its keywords; `scope` is its building category, or the festival's. */
export async function insertPostKeywords(
  executor: Executor,
  postId: string,
  scope: string,
  keywords: readonly string[],
): Promise<void> {
  await executor.change(
    `INSERT INTO post_keywords (scope, keyword, created_at, post_id)
     SELECT $2, keyword, posts.created_at, posts.id
       FROM posts, unnest($3::text[]) AS keyword WHERE posts.id = $1`,
    [postId, scope, keywords],
  );
}

export interface AuthorRow {
  writing_right: boolean;
  points: number;
}

/** The author as they are now, locked, so that neither right nor points change before the commit. */
export function lockAuthor(executor: Executor, userId: string): Promise<AuthorRow | undefined> {
  return executor.first<AuthorRow>(
    'SELECT writing_right, points FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [userId],
  );
}

/** One ledger row for the post, and the sum on the author; answers the new sum [RO-05]. */
export async function insertAward(
  executor: Executor,
  award: { id: string; userId: string; postId: string; points: number },
): Promise<number> {
  await executor.change('INSERT INTO point_awards (id, user_id, post_id, points) VALUES ($1, $2, $3, $4)', [
    award.id,
    award.userId,
    award.postId,
    award.points,
  ]);
  const row = await executor.first<{ points: number }>(
    'UPDATE users SET points = points + $2 WHERE id = $1 RETURNING points',
    [award.userId, award.points],
  );
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
