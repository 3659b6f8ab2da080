import type { SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import type { Executor } from '../../platform/database/database.ts';
import { addPostTexts } from './post-texts.queries.ts';
import { insertPost } from './posts.queries.ts';

/** The board that only the operator writes on [RO-06]. */
const BOARD = 'buildingNotice' satisfies (typeof SPECIAL_BOARD_IDS)[number];

export interface FacilityNoticeRow {
  id: string;
  title: string;
  body: string;
  hidden_at: Date | null;
  created_at: Date;
}

/** Puts a post of the operator's on the facility notice board: without author, keywords and points. */
export async function insertFacilityNotice(
  executor: Executor,
  notice: { id: string; title: string; body: string },
): Promise<void> {
  await insertPost(executor, {
    ...notice,
    buildingId: BOARD,
    authorId: null,
    keywords: [],
    pictures: [],
    inLatest: false,
  });
}

/** Changes what is given of a post on the facility notice board; false when there is no such one. */
export async function updateFacilityNotice(
  executor: Executor,
  id: string,
  changes: { title?: string | undefined; body?: string | undefined },
): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE posts SET title = coalesce($3, title), body = coalesce($4, body)
      WHERE id = $1 AND building_id = $2`,
    [id, BOARD, changes.title ?? null, changes.body ?? null],
  );
  if (changed === 1) await addPostTexts(executor, [id]);
  return changed === 1;
}

/** The posts of the facility notice board, newest first, hidden ones included. */
export function listFacilityNotices(executor: Executor, limit: number): Promise<FacilityNoticeRow[]> {
  return executor.rows<FacilityNoticeRow>(
    `SELECT id, title, body, hidden_at, created_at FROM posts
      WHERE building_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
    [BOARD, limit],
  );
}

/** True for a post of the facility notice board, hidden or not. */
export async function isFacilityNotice(executor: Executor, id: string): Promise<boolean> {
  const row = await executor.first('SELECT id FROM posts WHERE id = $1 AND building_id = $2', [id, BOARD]);
  return row !== undefined;
}
