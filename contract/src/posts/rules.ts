import type { FieldCode } from '../errors.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

/** Sizes of the specification; title and body maxima, in code points, are ours. */
export const POST_TITLE_MAX = 100;
export const POST_BODY_MAX = 10_000;
export const KEYWORDS_MAX = 3;
export const LATEST_SIZE = 30;
export const PAGE_SIZE = 30;
/** Posts of a kind in a building's view. */
export const VIEW_POSTS = 5;
/** Maximum posts in a call for viewer state: two list pages. */
export const MARKS_MAX = 60;

/** Points for a post by the kind of its board [RO-05]. */
export const POST_POINTS = { building: 50, festival: 30, question: 0 } as const;

/**
 * Kinds of boards. Students write on `building`, `festival`, `question`. `notice` is the operator's facility board.
 * `hidden` has no screen.
 */
export type BoardKind = 'building' | 'question' | 'festival' | 'notice' | 'hidden';

/** Kinds that students may write on, as in the latest list [SC-27]. */
export type WritableBoardKind = keyof typeof POST_POINTS;

/** Whether students write on this kind of board. */
export function isWritableBoard(kind: BoardKind): kind is WritableBoardKind {
  return kind in POST_POINTS;
}

/** Whether writing on this kind of board needs the writing right [RO-02, RO-04]. */
export function needsWritingRight(kind: BoardKind): boolean {
  return kind !== 'question';
}

/** Returns why a title is rejected, or null [VA-10]. */
export function titleProblem(title: string): FieldCode | null {
  if (isBlank(title)) return 'required';
  return countCodePoints(title.trim()) > POST_TITLE_MAX ? 'tooLong' : null;
}

/** Returns why a body is rejected, or null [VA-10]. */
export function bodyProblem(body: string): FieldCode | null {
  if (isBlank(body)) return 'required';
  return countCodePoints(body) > POST_BODY_MAX ? 'tooLong' : null;
}

export interface KeywordChoices {
  place: readonly string[];
  festival: readonly string[];
}

/** Returns a kind's keywords: place keywords, or the two festival ones. */
export function keywordChoices(kind: BoardKind, choices: KeywordChoices): readonly string[] {
  return kind === 'festival' ? choices.festival : choices.place;
}

/** Returns why a choice of keywords is rejected, or null [VA-10, ER-11]. */
export function keywordsProblem(
  keywords: readonly string[],
  kind: BoardKind,
  choices: KeywordChoices,
): FieldCode | null {
  if (keywords.length > KEYWORDS_MAX) return 'keywords.max';
  const allowed = keywordChoices(kind, choices);
  if (keywords.some((keyword) => !allowed.includes(keyword))) return 'keywords.unknown';
  if (new Set(keywords).size !== keywords.length) return 'keywords.unknown';
  return kind === 'festival' && keywords.length === 0 ? 'keywords.festival' : null;
}

/** Hours within which likes count towards the popular list; official edition [HL-02]. */
export const HOT_WITHIN_HOURS = 72;

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

export const EDITS_MAX = 10;

/** Minutes within which an edit is unmarked, unless another user replied. */
export const UNMARKED_MINUTES = 5;

/** Seconds that the toast offers to undo a deletion. */
export const UNDO_SECONDS = 10;

/** Extra seconds that the server accepts, for slow connections. */
export const UNDO_GRACE_SECONDS = 20;

/** Days until deleted content is purged and cannot be restored. */
export const PURGE_AFTER_DAYS = 7;

/** Days that earlier versions are stored, for moderators only. */
export const REVISIONS_DAYS = 90;
