import { copy } from '../../copy.ko.ts';
import { isRefusal } from '../../lib/api.ts';
import { makeUuid } from '../../lib/make-uuid.ts';
import { uploadImage } from '../../lib/upload.ts';
import { patchPicture } from './change-pictures.ts';
import { PictureProblem, type Uploads } from './use-uploads.ts';

/** Reference to an uploaded picture in a post. */
export interface SentPicture {
  uploadId: string;
  description: string;
}

/** Uploads one picture unless the server has it; a retry under the same id is idempotent. */
async function sendPicture(uploads: Uploads, key: string, signal: AbortSignal): Promise<void> {
  const { pictures, noteFailure, noteShare } = uploads;
  const picture = pictures.read().find((one) => one.key === key);
  const blob = pictures.blobOf(key);
  if (!picture || picture.done || !blob) return;
  const options = { signal, onProgress: (share: number | null) => noteShare(key, share) };
  noteFailure(key, false);
  try {
    await uploadImage(picture.id, blob, options).catch((error: unknown) => {
      if (!isRefusal(error, 'identifier.taken')) throw error;
      const id = makeUuid();
      patchPicture(pictures, key, { id });
      return uploadImage(id, blob, options);
    });
  } catch (error) {
    noteFailure(key, !signal.aborted);
    throw error;
  }
  patchPicture(pictures, key, { done: true });
}

/** Retries a failed upload; the tile shows the result. */
export async function retryPicture(uploads: Uploads, key: string): Promise<void> {
  await sendPicture(uploads, key, uploads.begin()).catch(() => {});
}

/** Returns the pictures of a form as the references in a post. */
export const namePictures = ({ pictures }: Uploads): SentPicture[] =>
  pictures.read().map(({ id, description }) => ({ uploadId: id, description: description.trim() }));

/**
 * Waits for preparation, uploads missing pictures one by one, then sends the text. Pictures the server lost get new ids on
 * retry.
 */
export async function sendWithPictures<Answer>(
  uploads: Uploads,
  send: (sent: SentPicture[]) => Promise<Answer>,
): Promise<Answer> {
  const { pictures } = uploads;
  const signal = uploads.begin();
  await uploads.prepared();
  for (const { key } of pictures.read()) await sendPicture(uploads, key, signal);
  try {
    return await send(namePictures(uploads));
  } catch (error) {
    if (isPictureGone(error))
      for (const { key, image } of pictures.read())
        if (image === undefined) patchPicture(pictures, key, { id: makeUuid(), done: false });
    throw error;
  }
}

/** Whether the uploads are lost: deleted unused after a day, or used already. */
function isPictureGone(error: unknown): boolean {
  return (
    isRefusal(error, 'upload.used') ||
    (isRefusal(error, 'input.invalid') &&
      error.fields.some(({ field }) => /^(?:pictures|uploadId)/.test(field)))
  );
}

/** Returns the message if uploading the pictures failed; undefined for other errors. */
export function describeSending(error: unknown): string | undefined {
  if (error instanceof PictureProblem) return error.message;
  if (error instanceof DOMException) return copy['write.upload.cancelled'];
  return isPictureGone(error) ? copy['error.image.again'] : undefined;
}
