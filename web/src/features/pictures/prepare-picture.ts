import { pictureType } from '@madang/contract/posts/rules';
import { copy } from '../../copy.ko.ts';
import { findDecodingProblem, findImageProblem } from './image-check.ts';
import { isMoving } from './moving.ts';
import { shrinkImage } from './shrink-image.ts';

export interface PreparedPicture {
  /** Picture to send: smaller, without animation. */
  picture: Blob;
  /** Reason why it cannot be attached, or null. */
  problem: string | null;
  /** Whether it was animated: only its first frame is sent. */
  moving: boolean;
}

/**
 * Shrinks a picture, then checks its bytes, not its name. A deleted file or undelivered cloud photo is unreadable.
 */
export const preparePicture = (file: File): Promise<PreparedPicture> =>
  prepare(file).catch(() => ({ picture: file, problem: copy['error.image.unreadable'], moving: false }));

async function prepare(file: File): Promise<PreparedPicture> {
  const type = pictureType(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  const unlike = findImageProblem(file.name, { type: file.type, size: 0 }, type);
  if (unlike) return { picture: file, problem: unlike, moving: false };
  const moving = await isMoving(file, type);
  const picture = await shrinkImage(file, moving || type === 'heif');
  // Only Safari reads HEIC, and the server does not.
  if (type === 'heif' && picture === file) return { picture, problem: copy['error.image.heic'], moving };
  const problem = findImageProblem(file.name, picture, type) ?? (await findDecodingProblem(picture));
  return { picture, problem, moving };
}
