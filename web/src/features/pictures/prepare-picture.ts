import {
  fitImage,
  IMAGE_BYTES_MAX,
  IMAGE_SIZES,
  IMAGE_TYPES,
  isImageBounded,
  pictureType,
  type PictureType,
} from '@madang/contract/posts/rules';
import { copy } from '../../copy.ko.ts';

interface PreparedPicture {
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

const HEIC_NAME = /\.hei[cf]$/i;

/** Types for the file dialog; phones without a type for HEIC need its extension. */
export const IMAGE_ACCEPT = [...IMAGE_TYPES, '.heic', '.heif'].join(',');

/** Returns why a file cannot be attached, or null. Bytes, type or name make it a picture. */
export function findImageProblem(
  name: string,
  { type, size }: { type: string; size: number },
  byBytes: PictureType | null = null,
): string | null {
  const known = byBytes !== null || IMAGE_TYPES.includes(type) || (type === '' && HEIC_NAME.test(name));
  if (!known) return copy['error.image'];
  return size > IMAGE_BYTES_MAX ? copy['error.image.size'] : null;
}

export function findPixelProblem(width: number, height: number): string | null {
  return isImageBounded({ width, height }) ? null : copy['error.image.pixels'];
}

/** Returns why a picture cannot be decoded, or null. */
async function findDecodingProblem(file: Blob): Promise<string | null> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return findPixelProblem(image.naturalWidth, image.naturalHeight);
  } catch {
    return copy['error.image.unreadable'];
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

const ANIMATION_FLAG = 0x02;

/** Whether a GIF, WebP or PNG has several frames, by its bytes. */
export async function isMoving(file: Blob, type: PictureType | null): Promise<boolean> {
  if (type === 'gif') return hasFrames(new Uint8Array(await file.arrayBuffer()));
  // Both formats store this flag before the pixels.
  const head = new Uint8Array(await file.slice(0, 64 * 1024).arrayBuffer());
  if (type === 'webp') return textAt(head, 12) === 'VP8X' && ((head[20] ?? 0) & ANIMATION_FLAG) > 0;
  return type === 'png' && hasAnimationControl(head);
}

const textAt = (bytes: Uint8Array, place: number): string =>
  String.fromCharCode(...bytes.subarray(place, place + 4));

function hasAnimationControl(png: Uint8Array): boolean {
  const view = new DataView(png.buffer);
  for (let place = 8; place + 8 <= png.length; place += 12 + view.getUint32(place)) {
    const chunk = textAt(png, place + 4);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

const [EXTENSION, FRAME] = [0x21, 0x2c];

/** Whether a GIF has a second frame. */
function hasFrames(gif: Uint8Array): boolean {
  const byteAt = (place: number): number => gif[place] ?? 0;
  const coloursAt = (place: number): number =>
    byteAt(place) & 0x80 ? 3 * 2 ** ((byteAt(place) & 0x07) + 1) : 0;
  let frames = 0;
  for (let place = 13 + coloursAt(10); place < gif.length;) {
    if (byteAt(place) === FRAME && ++frames > 1) return true;
    if (byteAt(place) !== FRAME && byteAt(place) !== EXTENSION) return false;
    place += byteAt(place) === FRAME ? 11 + coloursAt(place + 9) : 2;
    // Data sub-blocks each start with their length; an empty one ends the list.
    for (; byteAt(place) > 0; place += 1 + byteAt(place));
    place += 1;
  }
  return false;
}

/** 1.5 times the server's stored size: the server's result looks the same. */
const { shortSide, area } = IMAGE_SIZES.large;
const BOUNDS = { shortSide: shortSide * 1.5, area: area * 1.5 ** 2 };
/** Size in bytes up to which a picture is sent unchanged. */
const SMALL_ENOUGH = 400_000;
const QUALITY = 0.85;

/**
 * Returns a smaller copy of a photo: shrinking is faster than sending the original over a slow line. Returns small or
 * undecodable pictures unchanged.
 *
 * @param always re-encodes even a small picture: removes animation, and formats that the server does not read.
 */
async function shrinkImage(file: Blob, always = false): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file);
    const isSmall = file.size <= SMALL_ENOUGH && isImageBounded(bitmap);
    const smaller = isSmall && !always ? null : await draw(bitmap);
    const isNeeded = always || !isImageBounded(bitmap);
    bitmap.close();
    return smaller && (isNeeded || smaller.size < file.size) ? smaller : file;
  } catch {
    return file;
  }
}

async function draw(bitmap: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, fitImage(bitmap, BOUNDS));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // A JPEG has no transparency: transparent areas would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
