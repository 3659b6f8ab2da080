import type { BoardKind } from '@madang/contract/posts/rules';
import { NIL } from 'uuid';
import type { Executor } from '../../platform/database/database.ts';
import { STORED_PICTURES, type StoredPicture } from './json.queries.ts';

/** Where a page of rows in the order of their times ended. */
export interface TimePlace {
  id: string;
  created_micros: number;
}

export interface ExportedPost extends TimePlace {
  document_id: string;
  building_id: string;
  building_category: string;
  building_kind: BoardKind;
  /** The id that the author's document has. */
  author_document_id: string | null;
  nickname: string | null;
  title: string;
  body: string;
  keywords: string[];
  pictures: StoredPicture[];
  like_count: number;
  report_count: number;
  /** The ids that the documents of those who scrapped it have. */
  scrappers: string[];
}

const COLUMNS = `
  coalesce(posts.source_id, posts.id::text) AS document_id, posts.building_id,
  buildings.category AS building_category, buildings.kind AS building_kind,
  coalesce(users.source_id, users.id::text) AS author_document_id, users.nickname, posts.title, posts.body,
  posts.keywords, ${STORED_PICTURES} AS pictures, posts.like_count, posts.report_count`;

/** How many posts can be seen. */
export async function countPosts(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*) AS count FROM posts WHERE hidden_at IS NULL',
  );
  return row?.count ?? 0;
}

/** Posts of one board that can be seen, oldest first, a page after the given one. */
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

/** What each of the users liked, as the ids that the posts' documents have, in the order of liking. */
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

/** Entries of popular posts that can be seen, oldest first; id and time are the entry's, the rest the post's. */
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

/** The row before every other: the beginning of time as far as documents know one. */
function placeOf(after: TimePlace | undefined): [number, string] {
  return after ? [after.created_micros, after.id] : [-1, NIL];
}
