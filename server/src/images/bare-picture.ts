import { bareGif } from './bare-gif.ts';
import { bareJpeg } from './bare-jpeg.ts';
import { barePng } from './bare-png.ts';
import { bareWebp } from './bare-webp.ts';
import type { PictureType } from '@madang/contract/posts/rules';

/**
 * Removes everything that decoding does not need: texts may decompress into gigabytes. HEIF stays unchanged (file
 * offsets); the decoder's limits bound it.
 *
 * @throws {ProblemError} `image.tooLarge` with more passes or frames than a picture has.
 */
export function barePicture(bytes: Buffer, type: PictureType): Buffer {
  return type === 'heif' ? bytes : BARE[type](bytes);
}

const BARE = { png: barePng, jpeg: bareJpeg, webp: bareWebp, gif: bareGif };
