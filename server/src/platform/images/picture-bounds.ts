import type { Metadata } from 'sharp';
import { ProblemError } from '../http/problem.ts';

export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

/** A row or column is taken in whole: 4,000,000 × 6 pixels once took 3 GB. Panoramas of phones have about 16,000. */
const SIDE_MAX = 20_000;
/** Of many frames only the first is decoded, but all are counted. */
export const FRAMES_MAX = 1_000;
/** Each pass of a progressive JPEG goes over the whole picture; encoders make about ten. */
export const PASSES_MAX = 100;
/** A colour profile that is as large as this is of a printer; those of phones have less than 1 KB. */
export const PROFILE_MAX = 64 * 1024;
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
 * Looks at what the head of a picture says, before its pixels are decoded.
 *
 * @throws {ProblemError} `image.tooLarge` when decoding it would cost more than a photo does.
 */
export function requireBounded(head: Metadata, type: PictureType, pixelsMax: number): void {
  const { width, height } = head;
  const costly = type === 'heif' || head.depth === 'ushort';
  const bounded =
    width * height <= pixelsMax * (costly ? COSTLY_SHARE : 1) &&
    Math.max(width, height) <= SIDE_MAX &&
    (head.pages ?? 1) <= FRAMES_MAX;
  if (!bounded) throw new ProblemError('image.tooLarge');
}
