import type { FieldCode } from '../errors.ts';
import { countCodePoints } from '../text/rules.ts';

/** Decisions, "Boards and posts": limits of attachments. */
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 25_000_000;
/** Maximum side in pixels. Phone panoramas have about 16,000 pixels. */
export const IMAGE_SIDE_MAX = 20_000;
/** Bounds of the two stored pictures, in pixels: list thumbnail and detail. */
export const IMAGE_SIZES = {
  small: { shortSide: 240, area: 120_000 },
  large: { shortSide: 1080, area: 4_000_000 },
} as const;
/** Width of the picture of an event or notice, in pixels. */
export const EVENT_IMAGE_WIDTH = 1080;
/** Types for the file picker; the bytes are checked. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/heif'];

export interface ImageSize {
  width: number;
  height: number;
}

/** WebP allows at most 16,383 pixels a side. */
const STORED_SIDE_MAX = 16_000;

/** Returns a reduced picture's size. Bounds short side and area: long screenshots keep their width. */
export function fitImage(
  { width, height }: ImageSize,
  { shortSide, area }: { shortSide: number; area: number },
): ImageSize {
  const factor = Math.min(
    1,
    shortSide / Math.min(width, height),
    Math.sqrt(area / (width * height)),
    STORED_SIDE_MAX / Math.max(width, height),
  );
  // Never above the bounds, regardless of rounding errors.
  const scale = (side: number) => Math.max(1, Math.floor(side * factor + 1e-6));
  return { width: scale(width), height: scale(height) };
}

/** Whether the server decodes a picture of this size. */
export const isImageBounded = ({ width, height }: ImageSize): boolean =>
  width * height <= IMAGE_PIXELS_MAX && Math.max(width, height) <= IMAGE_SIDE_MAX;

export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

/** Brands of HEIF files, including HEIC of phones and AVIF. */
const HEIF = /^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1|avif)$/s;

/** Returns a picture's type by its first 12 bytes, or null. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  if (text.startsWith('GIF8')) return 'gif';
  return HEIF.test(text) ? 'heif' : null;
}

export const PICTURES_MAX = 5;

/** Maximum length of a picture's description, in code points. */
export const PICTURE_DESCRIPTION_MAX = 200;

/** Returns why a picture's optional description is rejected, or null. */
export function pictureDescriptionProblem(description: string): FieldCode | null {
  return countCodePoints(description.trim()) > PICTURE_DESCRIPTION_MAX ? 'tooLong' : null;
}

/** Returns why a post's pictures are rejected, or null. Does not check uploads [PI-04]. */
export function picturesProblem(
  pictures: readonly { uploadId: string; description: string }[],
  most = PICTURES_MAX,
): FieldCode | null {
  if (pictures.length > most) return 'pictures.max';
  if (new Set(pictures.map(({ uploadId }) => uploadId)).size < pictures.length) return 'invalid';
  return pictures.map(({ description }) => pictureDescriptionProblem(description)).find(Boolean) ?? null;
}
