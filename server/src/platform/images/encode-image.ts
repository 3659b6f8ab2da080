import sharp from 'sharp';
import { ProblemError } from '../http/problem.ts';

// Only the decoders of what may be uploaded; a hostile SVG, PDF or TIFF never reaches its parser [SF-17].
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/** Decoded pictures take up to 100 MB each: more at a time would make one burst the process's end. */
const PARALLEL_MAX = 2;

export interface EncodedImage {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Decodes an upload and encodes it anew, once for each width, as WebP: orientation applied, EXIF, GPS and
 * colour profile gone, first frame only, never enlarged. The declared type is not looked at.
 *
 * @throws {ProblemError} `image.unreadable` when it is no such picture, `image.tooLarge` past `pixelsMax`.
 */
export async function encodeImage(
  bytes: Buffer,
  options: { widths: readonly number[]; pixelsMax: number },
): Promise<EncodedImage[]> {
  if (!isKnownPicture(bytes)) throw new ProblemError('image.unreadable');
  return inTurn(async () => {
    try {
      const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width * height > options.pixelsMax) throw new ProblemError('image.tooLarge');
      const picture = sharp(bytes, { limitInputPixels: options.pixelsMax, failOn: 'error' }).rotate();
      return await Promise.all(
        options.widths.map(async (side) => {
          const { data, info } = await picture
            .clone()
            .resize({ width: side, height: side * 2, fit: 'inside', withoutEnlargement: true })
            .webp({ quality: 80 })
            .toBuffer({ resolveWithObject: true });
          return { bytes: data, width: info.width, height: info.height };
        }),
      );
    } catch (error) {
      throw error instanceof ProblemError ? error : new ProblemError('image.unreadable');
    }
  });
}

/**
 * Decodes a picture and encodes it anew as PNG in its own size, with nothing but its pixels.
 *
 * @throws {ProblemError} `image.unreadable` when it is no such picture or has more pixels than `pixelsMax`.
 */
export async function encodePng(bytes: Buffer, options: { pixelsMax: number }): Promise<Buffer> {
  if (!isKnownPicture(bytes)) throw new ProblemError('image.unreadable');
  return inTurn(async () => {
    try {
      return await sharp(bytes, { limitInputPixels: options.pixelsMax, failOn: 'error' })
        .rotate()
        .png()
        .toBuffer();
    } catch {
      throw new ProblemError('image.unreadable');
    }
  });
}

/**
 * Whether the bytes are what {@link encodeImage} makes for this width: a single WebP with nothing beside its
 * pixels. That its pixels can be decoded is not known by it.
 */
export async function isEncodedImage(bytes: Buffer, width: number): Promise<boolean> {
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata();
    const beside = [found.exif, found.icc, found.iptc, found.xmp, found.orientation];
    const fits = found.width <= width && found.height <= width * 2;
    return (
      found.format === 'webp' &&
      (found.pages ?? 1) === 1 &&
      fits &&
      beside.every((part) => part === undefined)
    );
  } catch {
    return false;
  }
}

/** By the first bytes: JPEG, PNG, WebP, GIF, or an ISO media file of the HEIF family. */
function isKnownPicture(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 12).toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP')) ||
    text.startsWith('GIF8') ||
    /^.{4}ftyp(heic|heix|mif1|avif)$/s.test(text)
  );
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= PARALLEL_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
