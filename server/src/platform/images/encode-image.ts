import { availableParallelism } from 'node:os';
import { IMAGE_PIXELS_MAX } from '@madang/contract/uploads/rules';
import sharp, { type Sharp } from 'sharp';
import { ProblemError } from '../http/problem.ts';
import { Turns } from '../limits/turns.ts';
import { type PictureType, pictureType, requireBounded } from './picture-bounds.ts';

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

const decoding = new Turns({
  // Decoding takes up to 200 MB: more at a time would make one burst the process's end. One processor is for the others.
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  // Whoever waits holds up to 10 MB; the wait is then about five seconds.
  waiting: 16,
  refusal: 'server.unavailable',
  retryAfter: 5,
});
/** No photo takes this long, in seconds. */
const DECODING_MAX = 10;

export interface EncodedImage {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Decodes an upload and encodes it anew, once for each width, as WebP: orientation applied, EXIF, GPS and
 * colour profile gone, first frame only, never enlarged. The declared type is not looked at.
 *
 * @throws {ProblemError} `image.unreadable` when it is no such picture, `image.tooLarge` past `pixelsMax` and what
 *   {@link requireBounded} says, `server.unavailable` when too many wait already.
 */
export async function encodeImage(
  bytes: Buffer,
  options: { widths: readonly number[]; pixelsMax: number },
): Promise<EncodedImage[]> {
  const type = pictureType(bytes);
  if (type === null) throw new ProblemError('image.unreadable');
  const [widest = 0] = options.widths.toSorted((one, other) => other - one);
  return decode(bytes, type, options.pixelsMax, async (picture) => {
    // Decoded once: what the largest needs is enough for the others.
    const { data, info } = await fit(picture, widest).raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    return Promise.all(
      options.widths.map((width) => finish(fit(sharp(data, { raw }), width).webp({ quality: 80 }))),
    );
  });
}

/**
 * The same for one PNG out of a PNG or JPEG, at most `width` wide: what stands at an address that ends so. With `webp` also
 * out of what {@link encodeImage} made.
 *
 * @throws {ProblemError} as {@link encodeImage} does; `image.unreadable` when it is neither.
 */
export async function encodePng(
  bytes: Buffer,
  options: { width: number; pixelsMax: number; webp?: boolean },
): Promise<EncodedImage> {
  const type = pictureType(bytes);
  const known = type === 'png' || type === 'jpeg' || (type === 'webp' && options.webp);
  if (!known) throw new ProblemError('image.unreadable');
  return decode(bytes, type, options.pixelsMax, (picture) =>
    finish(fit(picture, options.width).png({ compressionLevel: 9 })),
  );
}

/**
 * A picture cut to this size as WebP, as small as a good quality makes it; in a lower one where that is more than so many
 * bytes.
 *
 * @throws {ProblemError} as {@link encodeImage} does.
 */
export async function encodeWithin(
  bytes: Buffer,
  { width, height, bytesMax }: { width: number; height: number; bytesMax: number },
): Promise<Buffer> {
  const type = pictureType(bytes);
  if (type === null) throw new ProblemError('image.unreadable');
  return decode(bytes, type, IMAGE_PIXELS_MAX, async (picture) => {
    const { data, info } = await picture
      .resize({ width, height, fit: 'cover' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    // Drawings are smaller without loss, photos with.
    let smallest = await sharp(data, { raw }).webp({ lossless: true, effort: 6 }).toBuffer();
    for (const [quality, share] of QUALITIES) {
      if (smallest.length <= bytesMax && quality < GOOD) break;
      const lossy = await sharp(data, { raw })
        .resize({ width: Math.round(width * share) })
        .webp({ quality })
        .toBuffer();
      if (lossy.length < smallest.length) smallest = lossy;
    }
    return smallest;
  });
}

/** Nobody sees on a phone what is lost by this quality. */
const GOOD = 65;
/** Tried in turn: WebP's quality, and the share of the width. */
const QUALITIES = [
  [80, 1],
  [GOOD, 1],
  [40, 1],
  [40, 0.67],
  [20, 0.5],
] as const;

function decode<Result>(
  bytes: Buffer,
  type: PictureType,
  pixelsMax: number,
  encode: (picture: Sharp) => Promise<Result>,
): Promise<Result> {
  return decoding.run('', async () => {
    try {
      await requireBounded(bytes, type, pixelsMax);
      const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' });
      return await encode(picture.timeout({ seconds: DECODING_MAX }).rotate());
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

/** The chunks of a PNG that say how its pixels look; all others may hold anything. */
const PIXEL_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'pHYs', 'IEND']);

/**
 * Whether the bytes are a PNG as {@link encodePng} makes it for this width: nothing beside its pixels, and nothing
 * behind its end. That its pixels can be decoded is not known by it.
 */
export async function isEncodedPng(bytes: Buffer, width: number): Promise<boolean> {
  if (pictureType(bytes) !== 'png') return false;
  let type = '';
  let place = 8;
  while (type !== 'IEND') {
    if (place + 12 > bytes.length) return false;
    type = bytes.toString('latin1', place + 4, place + 8);
    if (!PIXEL_CHUNKS.has(type)) return false;
    place += 12 + bytes.readUInt32BE(place);
  }
  const found = await sharp(bytes, { limitInputPixels: false }).metadata();
  return place === bytes.length && found.width <= width && found.height <= width * 2;
}

function fit(picture: Sharp, width: number): Sharp {
  return picture.resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true });
}

async function finish(picture: Sharp): Promise<EncodedImage> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
