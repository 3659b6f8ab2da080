import { copy } from '../../copy.ko.ts';
import { isRefusal } from '../../platform/api.ts';
import { makeUuid } from '../../platform/make-uuid.ts';
import { uploadImage } from '../../platform/upload.ts';
import { patchPicture } from './change-pictures.ts';
import { PictureProblem, type Uploads } from './use-uploads.ts';

/** A picture as a post names it. */
export interface SentPicture {
  uploadId: string;
  description: string;
}

/** Sends one picture, unless it is on the server already. Under the same name again it is not a second one. */
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

/** Tries one again that failed; the picture itself shows what came of it. */
export async function retryPicture(uploads: Uploads, key: string): Promise<void> {
  await sendPicture(uploads, key, uploads.begin()).catch(() => {});
}

/** The pictures of a form as a post names them. */
export const namePictures = ({ pictures }: Uploads): SentPicture[] =>
  pictures.read().map(({ id, description }) => ({ uploadId: id, description: description.trim() }));

/**
 * Waits for pictures that are being prepared, and sends those of a form, one after the other, as far as they are not on the server yet, and then what names them. Where
 * the server knows them no more each is sent again the next time, under another name.
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

/** An upload that no post took within a day is gone, and one that a post has is not taken again. */
function isPictureGone(error: unknown): boolean {
  return (
    isRefusal(error, 'upload.used') ||
    (isRefusal(error, 'input.invalid') &&
      error.fields.some(({ field }) => /^(?:pictures|uploadId)/.test(field)))
  );
}

/** What is said where sending the pictures ended it; undefined for anything else. */
export function describeSending(error: unknown): string | undefined {
  if (error instanceof PictureProblem) return error.message;
  if (error instanceof DOMException) return copy['write.upload.cancelled'];
  return isPictureGone(error) ? copy['error.image.again'] : undefined;
}
