import type { SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import type { Executor } from '../../platform/database/database.ts';
import { addPostTexts } from './post-texts.queries.ts';
import { insertPost } from './posts.queries.ts';

/** The board that only the operator writes on [RO-06]. */
const BOARD = 'buildingNotice' satisfies (typeof SPECIAL_BOARD_IDS)[number];

/** Whose the pictures of facility notices are, where other keys of the store name an owner: they stay when nobody is. */
export const NOTICE_PICTURES = 'notices';

/** The picture of a facility notice: by its own id in the store, in the two widths of uploads. */
export interface NoticePicture {
  id: string;
  width: number;
  height: number;
}

export interface FacilityNoticeRow {
  id: string;
  title: string;
  body: string;
  /** Where its picture lies in the store. */
  image_path: string | null;
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

/**
 * Gives a facility notice its picture, or none. It stands in the post's own columns alone: rows of `post_images` are uploads,
 * which belong to a student and go with them.
 */
export async function setNoticePicture(
  executor: Executor,
  id: string,
  picture: NoticePicture | null,
): Promise<void> {
  await executor.change(
    `UPDATE posts SET picture_count = 0, image_path = $3, image_width = $4, image_height = $5
      WHERE id = $1 AND building_id = $2`,
    [
      id,
      BOARD,
      picture && `posts/${NOTICE_PICTURES}/${picture.id}`,
      picture?.width ?? null,
      picture?.height ?? null,
    ],
  );
}

/** Whether the picture is one of a facility notice that can be seen. */
export async function isNoticePicture(executor: Executor, pictureId: string): Promise<boolean> {
  const row = await executor.first(
    'SELECT id FROM posts WHERE building_id = $1 AND hidden_at IS NULL AND image_path = $2',
    [BOARD, `posts/${NOTICE_PICTURES}/${pictureId}`],
  );
  return row !== undefined;
}

/** Where the pictures of all facility notices lie in the store. */
export async function listNoticePictures(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ path: string }>(
    'SELECT image_path AS path FROM posts WHERE building_id = $1 AND starts_with(image_path, $2) ORDER BY id',
    [BOARD, `posts/${NOTICE_PICTURES}/`],
  );
  return rows.map(({ path }) => path);
}

/** One post of the facility notice board, hidden or not. */
export function findFacilityNotice(executor: Executor, id: string): Promise<FacilityNoticeRow | undefined> {
  return executor.first<FacilityNoticeRow>(
    'SELECT id, title, body, image_path, hidden_at, created_at FROM posts WHERE id = $1 AND building_id = $2',
    [id, BOARD],
  );
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
    `SELECT id, title, body, image_path, hidden_at, created_at FROM posts
      WHERE building_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
    [BOARD, limit],
  );
}

/** True for a post of the facility notice board, hidden or not. */
export async function isFacilityNotice(executor: Executor, id: string): Promise<boolean> {
  const row = await executor.first('SELECT id FROM posts WHERE id = $1 AND building_id = $2', [id, BOARD]);
  return row !== undefined;
}
