import { PAGE_SIZE } from '@madang/contract/posts/rules';
import type { Executor } from '../../platform/database/database.ts';
import { microsOf } from '../../platform/database/micros.ts';
import type { PageEnd } from './cursor.ts';
import { beforeCursor, JOINS, SUMMARY, type PostRow } from './posts.queries.ts';

const FETCH = PAGE_SIZE + 1;

/** A cursor before which every row stands: the first page. */
const NEWEST: PageEnd = { createdMicros: 8_000_000_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Posts of one scope (a building category, or the festival) that carry the keyword, newest first. */
export function listByKeyword(
  executor: Executor,
  scope: string,
  keyword: string,
  after: PageEnd | null,
): Promise<PostRow[]> {
  const { createdMicros, id } = after ?? NEWEST;
  return executor.rows<PostRow>(
    `SELECT ${SUMMARY}
       FROM post_keywords mark JOIN posts ON posts.id = mark.post_id ${JOINS}
      WHERE mark.scope = $1 AND mark.keyword = $2 AND posts.hidden_at IS NULL
        AND (mark.created_at, mark.post_id) < ${beforeCursor('$3', '$4')}
      ORDER BY mark.created_at DESC, mark.post_id DESC LIMIT ${FETCH}`,
    [scope, keyword, createdMicros, id],
  );
}

/** One student's posts over all boards, newest first. */
export function listByAuthor(executor: Executor, userId: string, after: PageEnd | null): Promise<PostRow[]> {
  const { createdMicros, id } = after ?? NEWEST;
  return executor.rows<PostRow>(
    `SELECT ${SUMMARY} FROM posts ${JOINS}
      WHERE posts.author_id = $1 AND posts.hidden_at IS NULL
        AND (posts.created_at, posts.id) < ${beforeCursor('$2', '$3')}
      ORDER BY posts.created_at DESC, posts.id DESC LIMIT ${FETCH}`,
    [userId, createdMicros, id],
  );
}

/** The posts that a student scrapped, newest post first. */
export function listScrapped(executor: Executor, userId: string, after: PageEnd | null): Promise<PostRow[]> {
  const { createdMicros, id } = after ?? NEWEST;
  return executor.rows<PostRow>(
    `SELECT ${SUMMARY}
       FROM scraps JOIN posts ON posts.id = scraps.post_id ${JOINS}
      WHERE scraps.user_id = $1 AND posts.hidden_at IS NULL
        AND (scraps.post_created_at, scraps.post_id) < ${beforeCursor('$2', '$3')}
      ORDER BY scraps.post_created_at DESC, scraps.post_id DESC LIMIT ${FETCH}`,
    [userId, createdMicros, id],
  );
}

export interface HotRow extends PostRow {
  hot_id: string;
  promoted_at: Date;
  promoted_micros: number;
}

const HOT = `hots.id AS hot_id, hots.promoted_at, ${microsOf('hots.promoted_at')} AS promoted_micros`;

/** Popular posts, newest promotion first; hidden posts and removed entries are gone [EN-07]. */
export function listHots(executor: Executor, after: PageEnd | null): Promise<HotRow[]> {
  const { createdMicros, id } = after ?? NEWEST;
  return executor.rows<HotRow>(
    `SELECT ${SUMMARY}, ${HOT} FROM hots JOIN posts ON posts.id = hots.post_id ${JOINS}
      WHERE hots.removed_at IS NULL AND posts.hidden_at IS NULL
        AND (hots.promoted_at, hots.id) < ${beforeCursor('$1', '$2')}
      ORDER BY hots.promoted_at DESC, hots.id DESC LIMIT ${FETCH}`,
    [createdMicros, id],
  );
}

/** One popular post by its entry's id, while entry and post can be seen. */
export function findHot(executor: Executor, id: string): Promise<HotRow | undefined> {
  return executor.first<HotRow>(
    `SELECT ${SUMMARY}, ${HOT} FROM hots JOIN posts ON posts.id = hots.post_id ${JOINS}
      WHERE hots.id = $1 AND hots.removed_at IS NULL AND posts.hidden_at IS NULL`,
    [id],
  );
}
