import type { Executor } from '../../database/database.ts';
import { insertPost } from './posts.ts';
import { addPostTexts } from './search-text.ts';
import { NOTICE_BOARD, NOTICE_PICTURES } from './uploads.ts';

/** Picture of a facility notice, stored in the two widths of uploads. */
interface NoticePicture {
  id: string;
  width: number;
  height: number;
}

/** SQL: posts of the facility notice board as entries, hidden ones included. */
export const FACILITY_NOTICES = `
  SELECT id, title, body, split_part(image_path, '/', 3) AS picture_mark, image_width, image_height,
         hidden_at IS NULL AS seen, created_at FROM posts WHERE building_id = '${NOTICE_BOARD}'`;

/** Adds an operator's post to the facility notice board. */
export async function insertFacilityNotice(
  executor: Executor,
  notice: { id: string; title: string; body: string },
): Promise<void> {
  await insertPost(executor, {
    ...notice,
    buildingId: NOTICE_BOARD,
    authorId: null,
    keywords: [],
    pictures: [],
    inLatest: false,
  });
}

/** Sets or clears a facility notice's picture, in the post's columns: `post_images` are a student's uploads. */
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
      NOTICE_BOARD,
      picture && `posts/${NOTICE_PICTURES}/${picture.id}`,
      picture?.width ?? null,
      picture?.height ?? null,
    ],
  );
}

/** Whether the picture belongs to a visible facility notice. */
export async function isNoticePicture(executor: Executor, pictureId: string): Promise<boolean> {
  const row = await executor.first(
    'SELECT id FROM posts WHERE building_id = $1 AND hidden_at IS NULL AND image_path = $2',
    [NOTICE_BOARD, `posts/${NOTICE_PICTURES}/${pictureId}`],
  );
  return row !== undefined;
}

/** Replaces the text of a facility notice. */
export async function updateFacilityNotice(
  executor: Executor,
  { id, title, body }: { id: string; title: string; body: string },
): Promise<void> {
  await executor.change('UPDATE posts SET title = $3, body = $4 WHERE id = $1 AND building_id = $2', [
    id,
    NOTICE_BOARD,
    title,
    body,
  ]);
  await addPostTexts(executor, [id]);
}
