import sharp from 'sharp';
import { ProblemError } from '../http/problem.ts';

export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

/** A row or column is taken in whole: 4,000,000 × 6 pixels once took 3 GB. Panoramas of phones have about 16,000. */
const SIDE_MAX = 20_000;
/** Of many frames only the first is decoded, but all are listed. */
const FRAMES_MAX = 1_000;
/** Each pass of a progressive JPEG goes over the whole picture; encoders make about ten. */
const PASSES_MAX = 100;
/** HEIF takes about 17 bytes a pixel, four times as many as the others; 16 bits a channel take twice as many as 8. */
const COSTLY_SHARE = 0.5;

/** By the first bytes; HEIF stands for its family of ISO media files. */
export function pictureType(bytes: Buffer): PictureType | null {
  const text = bytes.subarray(0, 12).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  if (text.startsWith('GIF8')) return 'gif';
  return /^.{4}ftyp(heic|heix|mif1|avif)$/s.test(text) ? 'heif' : null;
}

/**
 * Looks at a picture's head, before anything of it is decoded.
 *
 * @throws {ProblemError} `image.tooLarge` when decoding it would cost more than a photo does.
 */
export async function requireBounded(bytes: Buffer, type: PictureType, pixelsMax: number): Promise<void> {
  if (type === 'jpeg' && countPasses(bytes) > PASSES_MAX) throw new ProblemError('image.tooLarge');
  const { width = 0, height = 0, ...head } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const costly = type === 'heif' || head.depth === 'ushort';
  const bounded =
    width * height <= pixelsMax * (costly ? COSTLY_SHARE : 1) &&
    Math.max(width, height) <= SIDE_MAX &&
    (head.pages ?? 1) <= FRAMES_MAX;
  if (!bounded) throw new ProblemError('image.tooLarge');
}

const START_OF_PASS = Buffer.from([0xff, 0xda]);

function countPasses(jpeg: Buffer): number {
  let passes = 0;
  let found = jpeg.indexOf(START_OF_PASS);
  while (found >= 0 && passes <= PASSES_MAX) {
    passes += 1;
    found = jpeg.indexOf(START_OF_PASS, found + 2);
  }
  return passes;
}
