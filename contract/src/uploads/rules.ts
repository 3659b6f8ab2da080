import type { FieldCode } from '../errors.ts';
import { countCodePoints } from '../text/rules.ts';

/** Decisions, "Boards and posts": what may be attached. */
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 25_000_000;
/** A longer side is refused. Panoramas of phones have about 16,000 pixels. */
export const IMAGE_SIDE_MAX = 20_000;
/** Bounds of the two stored pictures, in pixels: list thumbnail and detail. */
export const IMAGE_SIZES = {
  small: { shortSide: 240, area: 120_000 },
  large: { shortSide: 1080, area: 4_000_000 },
} as const;
/** Width of the picture of an event or notice, in pixels. */
export const EVENT_IMAGE_WIDTH = 1080;
/** The types a browser's file picker should offer; phone and server look at the bytes, not at this. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/heif'];

export interface ImageSize {
  width: number;
  height: number;
}

/** WebP has at most 16,383 pixels a side. */
const STORED_SIDE_MAX = 16_000;

/**
 * Returns the size to which a picture is made smaller. The short side and the area are bounded, not the long side: a capture of a
 * scrolled screen stays as wide as its text needs.
 */
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
  // Never above the bounds, whatever the last digits of the factor are.
  const scale = (side: number) => Math.max(1, Math.floor(side * factor + 1e-6));
  return { width: scale(width), height: scale(height) };
}

/** Whether the server decodes a picture of this size. */
export const isImageBounded = ({ width, height }: ImageSize): boolean =>
  width * height <= IMAGE_PIXELS_MAX && Math.max(width, height) <= IMAGE_SIDE_MAX;

export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

/** Brands of HEIF files, among them HEIC of phones and AVIF. */
const HEIF = /^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1|avif)$/s;

/** Returns the type of a picture by its first 12 bytes, whatever its name says; null for anything else. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  if (text.startsWith('GIF8')) return 'gif';
  return HEIF.test(text) ? 'heif' : null;
}

/** How many pictures one post may have. */
export const PICTURES_MAX = 5;

/** The longest description of one picture, in code points. */
export const PICTURE_DESCRIPTION_MAX = 200;

/** Why what is said of one picture is refused, or null; a description is asked for, not forced. */
export function pictureDescriptionProblem(description: string): FieldCode | null {
  return countCodePoints(description.trim()) > PICTURE_DESCRIPTION_MAX ? 'tooLong' : null;
}

/** Why a post's list of pictures is refused, or null; that the uploads are there and free is not known here [PI-04]. */
export function picturesProblem(
  pictures: readonly { uploadId: string; description: string }[],
  most = PICTURES_MAX,
): FieldCode | null {
  if (pictures.length > most) return 'pictures.max';
  if (new Set(pictures.map(({ uploadId }) => uploadId)).size < pictures.length) return 'invalid';
  return pictures.map(({ description }) => pictureDescriptionProblem(description)).find(Boolean) ?? null;
}
