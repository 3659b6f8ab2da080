import type { ChosenPicture } from '@madang/contract/uploads/schema';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import type { UploadRow } from './uploads.queries.ts';

/**
 * Locks uploads and reads them: none of them is taken by another post or swept between here and the commit. In one order
 * for everybody.
 */
export function lockUploads(
  transaction: Transaction,
  ids: readonly string[],
): Promise<(UploadRow & { id: string })[]> {
  return transaction.rows(
    `SELECT id, owner_id, post_id, amenity_id, width, height FROM uploads WHERE id = ANY ($1::uuid[]) ORDER BY id
        FOR UPDATE`,
    [ids],
  );
}

/** Gives uploads, which the caller has locked and looked at, to the post as its pictures in this order. */
export async function attachPictures(
  transaction: Transaction,
  postId: string,
  pictures: readonly ChosenPicture[],
): Promise<void> {
  await transaction.change(
    `WITH taken AS (UPDATE uploads SET post_id = $1, removed_at = NULL, client_hash = NULL
                      FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS chosen (id, description, place)
                     WHERE uploads.id = chosen.id
                    RETURNING uploads.id, width, height, description, place)
     INSERT INTO post_images (post_id, position, upload_id, width, height, description)
     SELECT $1, place - 1, id, width, height, description FROM taken`,
    [postId, pictures.map(({ uploadId }) => uploadId), pictures.map(({ description }) => description)],
  );
}

/** Takes all pictures out of a post: nobody sees them any more, but moderators with an earlier version. */
export async function detachPictures(transaction: Transaction, postId: string): Promise<void> {
  await transaction.change('DELETE FROM post_images WHERE post_id = $1', [postId]);
  await transaction.change(
    'UPDATE uploads SET removed_at = now() WHERE post_id = $1 AND removed_at IS NULL',
    [postId],
  );
}

/** Makes an upload, which the caller has locked and looked at, the only picture of its owner's voice; none without one. */
export async function attachToVoice(
  transaction: Transaction,
  voice: { userId: string; amenityId: string },
  uploadId: string | null,
): Promise<void> {
  await transaction.change(
    `UPDATE uploads SET amenity_id = CASE WHEN id = $3 THEN $2 END, client_hash = NULL
      WHERE owner_id = $1 AND (amenity_id = $2 OR id = $3)`,
    [voice.userId, voice.amenityId, uploadId],
  );
}

/** Says in the post's own row how many pictures it has and which is the first, for cards. */
export async function updatePictureColumns(
  executor: Executor,
  postId: string,
  pictures: readonly { path: string; width: number; height: number }[],
): Promise<void> {
  const { path = null, width = null, height = null } = pictures[0] ?? {};
  await executor.change(
    `UPDATE posts SET picture_count = $2, image_path = $3, image_width = $4, image_height = $5 WHERE id = $1`,
    [postId, pictures.length, path, width, height],
  );
}
