import sharp, { type Sharp } from 'sharp';
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
  if (pictureType(bytes) === null) throw new ProblemError('image.unreadable');
  return decode(bytes, options.pixelsMax, (picture) =>
    Promise.all(options.widths.map((width) => finish(fit(picture.clone(), width).webp({ quality: 80 })))),
  );
}

/**
 * The same for one PNG out of a PNG or JPEG, at most `width` wide: what stands at an address that ends so.
 *
 * @throws {ProblemError} `image.unreadable` when it is neither, `image.tooLarge` past `pixelsMax`.
 */
export async function encodePng(
  bytes: Buffer,
  options: { width: number; pixelsMax: number },
): Promise<EncodedImage> {
  const type = pictureType(bytes);
  if (type !== 'png' && type !== 'jpeg') throw new ProblemError('image.unreadable');
  return decode(bytes, options.pixelsMax, (picture) =>
    finish(fit(picture, options.width).png({ compressionLevel: 9 })),
  );
}

function decode<Result>(
  bytes: Buffer,
  pixelsMax: number,
  encode: (picture: Sharp) => Promise<Result>,
): Promise<Result> {
  return inTurn(async () => {
    try {
      const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width * height > pixelsMax) throw new ProblemError('image.tooLarge');
      return await encode(sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' }).rotate());
    } catch (error) {
      throw error instanceof ProblemError ? error : new ProblemError('image.unreadable');
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

function fit(picture: Sharp, width: number): Sharp {
  return picture.resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true });
}

async function finish(picture: Sharp): Promise<EncodedImage> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** By the first bytes; HEIF stands for its family of ISO media files. */
function pictureType(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'gif' | 'heif' | null {
  const text = bytes.subarray(0, 12).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp';
  if (text.startsWith('GIF8')) return 'gif';
  return /^.{4}ftyp(heic|heix|mif1|avif)$/s.test(text) ? 'heif' : null;
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
