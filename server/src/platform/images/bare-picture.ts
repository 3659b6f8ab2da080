import { bareGif } from './bare-gif.ts';
import { bareJpeg } from './bare-jpeg.ts';
import { barePng } from './bare-png.ts';
import { bareWebp } from './bare-webp.ts';
import type { PictureType } from '@madang/contract/uploads/rules';

/**
 * The picture without what is not needed to decode its pixels, before any decoder sees it: texts and profiles that unfold
 * into gigabytes are not there any more. A HEIF stays as it is, because its parts refer to each other by their places in the
 * file; what holds it is the bound of the process that decodes.
 *
 * @throws {ProblemError} `image.tooLarge` when it has more passes or frames than a picture has.
 */
export function barePicture(bytes: Buffer, type: PictureType): Buffer {
  return type === 'heif' ? bytes : BARE[type](bytes);
}

const BARE = { png: barePng, jpeg: bareJpeg, webp: bareWebp, gif: bareGif };
