import { availableParallelism, totalmem } from 'node:os';
import { FairQueue, SERVER, type Asker } from '../limits/fair-queue.ts';
import type { PictureCall } from './decoder.ts';
import { DecoderProcess } from './decoder-process.ts';
import type { EncodedImage, ImageBounds, PictureResults, PictureTasks } from './picture-tasks.ts';

export type { EncodedImage } from './picture-tasks.ts';

/** The memory of one decoder process, in bytes. */
const DECODER_BYTES = 250_000_000;

/** Number of decoder processes: one core is left to the server, and more than two use at most a quarter of the memory. */
export function countDecoders(cores: number, memory: number): number {
  return Math.max(1, Math.min(cores - 1, Math.max(2, Math.floor(memory / 4 / DECODER_BYTES))));
}

const decoders = countDecoders(
  availableParallelism(),
  Math.min(totalmem(), process.constrainedMemory() || Infinity),
);

const decoding = new FairQueue({
  size: decoders,
  // A second decoder is always free for verified students.
  sizeLast: Math.max(1, decoders - 1),
  waiting: 16,
  patience: 20_000,
  retryAfter: 5,
});

/** Milliseconds for a picture of an asker served last, if a verified student is waiting. */
const PATIENCE_LAST = 500;

/** Idle processes. There are never more of them than places in the queue. */
const idle: DecoderProcess[] = [];

async function ask<Name extends keyof PictureTasks>(
  task: Name,
  bytes: Buffer,
  options: Parameters<PictureTasks[Name]>[1],
  asker: Asker = SERVER,
): Promise<PictureResults[Name]> {
  return decoding.run(asker, 1, async () => {
    const decoder = idle.pop() ?? new DecoderProcess();
    const stopIfAwaited = () => {
      if (asker.last && decoding.isAwaited) void decoder.stop();
    };
    const timer = setInterval(stopIfAwaited, PATIENCE_LAST);
    try {
      const call = { task, bytes, options } as PictureCall;
      return (await decoder.run(call)) as PictureResults[Name];
    } finally {
      clearInterval(timer);
      idle.push(decoder);
    }
  });
}

/**
 * Decodes an upload and encodes it again, once for each size, as WebP: orientation applied, EXIF, GPS and
 * colour profile gone, first frame only, never enlarged. The declared type is not looked at. It happens in a process of its
 * own ({@link DecoderProcess}).
 *
 * @throws {ProblemError} `image.unreadable` when it is no such picture, `image.tooLarge` when its head says that it costs more
 *   than a photo, `image.costly` when that is seen while it is decoded, `server.unavailable` when too many wait already.
 */
export function encodeImage(
  bytes: Buffer,
  options: { sizes: readonly ImageBounds[]; pixelsMax: number },
  asker?: Asker,
): Promise<EncodedImage[]> {
  return ask('encodeImage', bytes, options, asker);
}

/**
 * The same for one PNG out of a PNG or JPEG, at most `width` wide: what stands at an address that ends so. With `webp` also
 * out of what {@link encodeImage} made.
 *
 * @throws {ProblemError} as {@link encodeImage} does; `image.unreadable` when it is neither.
 */
export function encodePng(
  bytes: Buffer,
  options: { width: number; pixelsMax: number; webp?: boolean },
): Promise<EncodedImage> {
  return ask('encodePng', bytes, options);
}

/**
 * A picture cut to this size as WebP, as small as a good quality makes it; in a lower one where that is more than so many
 * bytes.
 *
 * @throws {ProblemError} as {@link encodeImage} does.
 */
export function encodeWithin(
  bytes: Buffer,
  options: { width: number; height: number; bytesMax: number },
): Promise<Buffer> {
  return ask('encodeWithin', bytes, options);
}

/**
 * Whether the bytes are what {@link encodeImage} makes within these bounds: a single WebP with nothing beside its
 * pixels. That its pixels can be decoded is not known by it.
 */
export function isEncodedImage(bytes: Buffer, bounds: ImageBounds): Promise<boolean> {
  return ask('isEncodedImage', bytes, bounds);
}

/**
 * Whether the bytes are a PNG as {@link encodePng} makes it for this width: nothing beside its pixels, and nothing
 * behind its end. That its pixels can be decoded is not known by it.
 */
export function isEncodedPng(bytes: Buffer, width: number): Promise<boolean> {
  return ask('isEncodedPng', bytes, { width });
}
