import { normalizeText } from '@madang/contract/text/rules';
import type { ChosenPicture } from '@madang/contract/posts/schema';
import type { Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Session } from '../../sessions/sessions.ts';
import { uploadPath, type UploadRow } from './uploads.ts';

interface TakenPicture {
  path: string;
  width: number;
  height: number;
}

/** Normalizes the descriptions of pictures; undefined if the request contains none. */
export function readPictures(pictures: readonly ChosenPicture[] | undefined): ChosenPicture[] | undefined {
  return pictures?.map(({ uploadId, description }) => ({
    uploadId,
    description: normalizeText(description).trim(),
  }));
}

/** Whether both lists have equal pictures and descriptions in order. */
export function arePicturesSame(some: readonly ChosenPicture[], others: readonly ChosenPicture[]): boolean {
  const list = (pictures: readonly ChosenPicture[]) =>
    JSON.stringify(pictures.map(({ uploadId, description }) => [uploadId, description]));
  return list(some) === list(others);
}

/**
 * Locks own, unattached uploads until commit [PI-04].
 *
 * @param field the request field that names them.
 * @throws {ProblemError} `input.invalid` for one that is unknown or another user's, `upload.used`.
 */
export async function requireUploads(
  transaction: Transaction,
  session: Session,
  postId: string,
  pictures: readonly ChosenPicture[],
  field: 'uploadId' | 'pictures',
): Promise<TakenPicture[]> {
  if (pictures.length === 0) return [];
  const uploads = await lockUploads(
    transaction,
    pictures.map(({ uploadId }) => uploadId),
  );
  const known = new Map(
    uploads.flatMap((upload) => (upload.owner_id === session.userId ? [[upload.id, upload]] : [])),
  );
  if (known.size < pictures.length) refuseFields({ [field]: 'invalid' });
  return pictures.flatMap(({ uploadId }) => {
    const upload = known.get(uploadId);
    if (!upload) return [];
    const isElsewhere = upload.post_id !== null && upload.post_id !== postId;
    if (isElsewhere || upload.amenity_id !== null) throw new ProblemError('upload.used');
    const { width, height } = upload;
    return { path: uploadPath(session.userId, uploadId), width, height };
  });
}

/**
 * Replaces a post's pictures; earlier removed ones can be added again.
 *
 * @throws {ProblemError} `input.invalid`, `upload.used`.
 */
export async function replacePictures(
  transaction: Transaction,
  session: Session,
  postId: string,
  pictures: readonly ChosenPicture[],
): Promise<void> {
  const taken = await requireUploads(transaction, session, postId, pictures, 'pictures');
  await detachPictures(transaction, postId);
  await attachPictures(transaction, postId, pictures);
  await updatePictureColumns(transaction, postId, taken);
}

/**
 * Sets or clears the picture of an amenity's report; detaches the previous one.
 *
 * @throws {ProblemError} `input.invalid` for one that is unknown or another user's, `upload.used`.
 */
export async function attachReportPicture(
  transaction: Transaction,
  voice: { userId: string; amenityId: string },
  uploadId: string | null,
): Promise<void> {
  const [upload] = uploadId === null ? [] : await lockUploads(transaction, [uploadId]);
  if (uploadId !== null && upload?.owner_id !== voice.userId) refuseFields({ uploadId: 'invalid' });
  if (upload && (upload.post_id !== null || upload.amenity_id !== null))
    throw new ProblemError('upload.used');
  await transaction.change(
    `UPDATE uploads SET amenity_id = CASE WHEN id = $3 THEN $2 END, client_hash = NULL
      WHERE owner_id = $1 AND (amenity_id = $2 OR id = $3)`,
    [voice.userId, voice.amenityId, uploadId],
  );
}

/** Locks uploads by id, against attachment elsewhere and deletion, and reads them. */
function lockUploads(
  transaction: Transaction,
  ids: readonly string[],
): Promise<(UploadRow & { id: string })[]> {
  return transaction.rows(
    `SELECT id, owner_id, post_id, amenity_id, width, height FROM uploads WHERE id = ANY ($1::uuid[]) ORDER BY id
        FOR UPDATE`,
    [ids],
  );
}

/** Attaches uploads, locked by the caller, in this order. */
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

/** Detaches a post's pictures, then visible to moderators only. */
async function detachPictures(transaction: Transaction, postId: string): Promise<void> {
  await transaction.change('DELETE FROM post_images WHERE post_id = $1', [postId]);
  await transaction.change(
    'UPDATE uploads SET removed_at = now() WHERE post_id = $1 AND removed_at IS NULL',
    [postId],
  );
}

/** Stores the picture count and the first picture in the post's row. */
async function updatePictureColumns(
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
