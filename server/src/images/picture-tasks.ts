import {
  fitImage,
  IMAGE_PIXELS_MAX,
  type ImageSize,
  pictureType,
  type PictureType,
} from '@madang/contract/posts/rules';
import sharp, { type Sharp } from 'sharp';
import { ProblemError } from '../http/problem.ts';
import { barePicture } from './bare-picture.ts';
import { isPlainPng } from './bare-png.ts';
import { requireBounded } from './picture-bounds.ts';

// Runs only in the decoder process (decoder.ts).

// Allows only decoders of uploadable formats, no SVG, PDF or TIFF [SF-17].
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

/** Timeout in seconds, longer than for any photo. */
const DECODING_MAX = 10;

export type ImageBounds = Parameters<typeof fitImage>[1];

export interface EncodedImage {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Tasks of `decoder.ts`; documented in `encode-image.ts`. */
export const pictureTasks = { encodeImage, encodePng, encodeWithin, isEncodedImage, isEncodedPng };
export type PictureTasks = typeof pictureTasks;
export type PictureResults = { [Name in keyof PictureTasks]: Awaited<ReturnType<PictureTasks[Name]>> };

async function encodeImage(
  bytes: Buffer,
  { sizes, pixelsMax }: { sizes: readonly ImageBounds[]; pixelsMax: number },
): Promise<EncodedImage[]> {
  const [largest] = sizes.toSorted((one, other) => other.area - one.area);
  return decode(bytes, { pixelsMax }, async (picture, size) => {
    // Decodes once, large enough for the largest size.
    const first = largest ? resize(picture, size, largest) : picture;
    const { data, info } = await first.raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    return Promise.all(
      sizes.map((bounds) => finish(resize(sharp(data, { raw }), info, bounds).webp({ quality: 80 }))),
    );
  });
}

async function encodePng(
  bytes: Buffer,
  { width, pixelsMax, webp }: { width: number; pixelsMax: number; webp?: boolean },
): Promise<EncodedImage> {
  const only: PictureType[] = ['png', 'jpeg', ...(webp ? (['webp'] as const) : [])];
  return decode(bytes, { pixelsMax, only }, (picture) =>
    finish(fit(picture, width).png({ compressionLevel: 9 })),
  );
}

async function encodeWithin(
  bytes: Buffer,
  { width, height, bytesMax }: { width: number; height: number; bytesMax: number },
): Promise<Buffer> {
  return decode(bytes, { pixelsMax: IMAGE_PIXELS_MAX }, async (picture) => {
    const { data, info } = await picture
      .resize({ width, height, fit: 'cover' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    // Lossless is smaller for drawings, lossy for photos.
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

/** Lowest quality without a visible loss on a phone. */
const GOOD = 65;
/** Tried in order: WebP quality and share of the width. */
const QUALITIES = [
  [80, 1],
  [GOOD, 1],
  [40, 1],
  [40, 0.67],
  [20, 0.5],
] as const;

async function isEncodedImage(bytes: Buffer, bounds: ImageBounds): Promise<boolean> {
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata();
    const beside = [found.exif, found.icc, found.iptc, found.xmp, found.orientation];
    const { width, height } = fitImage(found, bounds);
    const fits = found.width === width && found.height === height;
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

async function isEncodedPng(bytes: Buffer, { width }: { width: number }): Promise<boolean> {
  if (pictureType(bytes) !== 'png' || !isPlainPng(bytes)) return false;
  const found = await sharp(bytes, { limitInputPixels: false }).metadata();
  return found.width <= width && found.height <= width * 2;
}

async function decode<Result>(
  bytes: Buffer,
  { pixelsMax, only }: { pixelsMax: number; only?: readonly PictureType[] },
  encode: (picture: Sharp, size: ImageSize) => Promise<Result>,
): Promise<Result> {
  const type = pictureType(bytes);
  if (type === null || only?.includes(type) === false) throw new ProblemError('image.unreadable');
  try {
    const bare = barePicture(bytes, type);
    const head = await sharp(bare, { limitInputPixels: false }).metadata();
    requireBounded(head, { type, size: bare.length }, pixelsMax);
    const picture = sharp(bare, { limitInputPixels: pixelsMax, failOn: 'error' });
    return await encode(picture.timeout({ seconds: DECODING_MAX }).rotate(), head.autoOrient);
  } catch (error) {
    throw error instanceof ProblemError ? error : new ProblemError('image.unreadable');
  }
}

function resize(picture: Sharp, size: ImageSize, bounds: ImageBounds): Sharp {
  return picture.resize({ ...fitImage(size, bounds), fit: 'fill' });
}

function fit(picture: Sharp, width: number): Sharp {
  return picture.resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true });
}

async function finish(picture: Sharp): Promise<EncodedImage> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
