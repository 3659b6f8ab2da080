import type { FieldCode } from '../errors.ts';
import { countCodePoints } from '../text/rules.ts';

/** Decisions, "Boards and posts": what may be attached. */
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const IMAGE_PIXELS_MAX = 25_000_000;
/** Longest side of the two stored pictures, in pixels: list thumbnail and detail. */
export const IMAGE_WIDTHS = { small: 320, large: 1080 } as const;
/** The types a browser's file picker should offer; the server looks at the bytes, not at this. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic'] as const;

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
): FieldCode | null {
  if (pictures.length > PICTURES_MAX) return 'pictures.max';
  if (new Set(pictures.map(({ uploadId }) => uploadId)).size < pictures.length) return 'invalid';
  return pictures.map(({ description }) => pictureDescriptionProblem(description)).find(Boolean) ?? null;
}
