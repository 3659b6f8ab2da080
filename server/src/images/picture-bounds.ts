import type { Metadata } from 'sharp';
import { IMAGE_SIDE_MAX, type PictureType } from '@madang/contract/posts/rules';
import { ProblemError } from '../http/problem.ts';

/** Maximum number of frames; only the first is decoded. */
export const FRAMES_MAX = 1_000;
/** Maximum passes of a progressive JPEG; encoders make about ten. */
export const PASSES_MAX = 100;
/** A printer's colour profile; phones have less than 1 KB. */
export const PROFILE_MAX = 64 * 1024;
/** HEIF takes 17 bytes a pixel, four times as many. */
const HEIF_SHARE = 0.5;
/** 16 bits a channel take twice the memory and time of 8. */
const DEEP_SHARE = 0.5;
/** AVIF decodes in 130 ms a megapixel and 160 ms a megabyte; others at most 40 a megapixel. */
const AVIF_SHARE = 0.25;
const AVIF_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Checks a picture's header before decoding.
 *
 * @throws {ProblemError} `image.tooLarge` if decoding costs more than a photo.
 */
export function requireBounded(
  head: Metadata,
  { type, size }: { type: PictureType; size: number },
  pixelsMax: number,
): void {
  const { width, height } = head;
  const avif = head.compression === 'av1';
  const deep = head.depth === 'ushort';
  const formatShare = avif ? AVIF_SHARE : type === 'heif' ? HEIF_SHARE : 1;
  const share = deep ? formatShare * DEEP_SHARE : formatShare;
  const bounded =
    width * height <= pixelsMax * share &&
    !(avif && size > AVIF_BYTES_MAX) &&
    // Decoders hold whole rows: 4,000,000 × 6 pixels once took 3 GB.
    Math.max(width, height) <= IMAGE_SIDE_MAX &&
    (head.pages ?? 1) <= FRAMES_MAX;
  if (!bounded) throw new ProblemError('image.tooLarge');
}
