import { normalizeText } from '@madang/contract/text/rules';
import type { ChosenPicture } from '@madang/contract/uploads/schema';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import {
  attachPictures,
  attachToVoice,
  detachPictures,
  lockUploads,
  updatePictureColumns,
} from './pictures.queries.ts';
import { uploadPath } from './uploads.actions.ts';

/** A picture that a post takes, and where it lies in the store. */
export interface TakenPicture {
  path: string;
  width: number;
  height: number;
}

/**
 * What a call says of pictures, descriptions as they are stored; undefined where it says nothing.
 */
export function readPictures(pictures: readonly ChosenPicture[] | undefined): ChosenPicture[] | undefined {
  return pictures?.map(({ uploadId, description }) => ({
    uploadId,
    description: normalizeText(description).trim(),
  }));
}

/** Whether these are the same pictures in the same order, and the same is said of them. */
export function arePicturesSame(some: readonly ChosenPicture[], others: readonly ChosenPicture[]): boolean {
  const list = (pictures: readonly ChosenPicture[]) =>
    JSON.stringify(pictures.map(({ uploadId, description }) => [uploadId, description]));
  return list(some) === list(others);
}

/**
 * The uploads of the list, locked until the commit: own ones that no other post has [PI-04].
 *
 * @param field what the call names them in.
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
 * Puts other pictures in the place of a post's: they may stay, move, go, come or be described again, and one that went may
 * come back.
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
 * Gives a voice about an amenity its picture, an own upload that nothing else has, or none; one that it had before is one that
 * nothing took.
 *
 * @throws {ProblemError} `input.invalid` for one that is unknown or another user's, `upload.used`.
 */
export async function giveVoicePicture(
  transaction: Transaction,
  voice: { userId: string; amenityId: string },
  uploadId: string | null,
): Promise<void> {
  const [upload] = uploadId === null ? [] : await lockUploads(transaction, [uploadId]);
  if (uploadId !== null && upload?.owner_id !== voice.userId) refuseFields({ uploadId: 'invalid' });
  if (upload && (upload.post_id !== null || upload.amenity_id !== null))
    throw new ProblemError('upload.used');
  await attachToVoice(transaction, voice, uploadId);
}
