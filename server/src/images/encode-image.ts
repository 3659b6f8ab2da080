import { availableParallelism, totalmem } from 'node:os';
import { FairQueue, SERVER, type Asker } from '../http/fair-queue.ts';
import type { PictureCall } from './decoder.ts';
import { DecoderProcess } from './decoder-process.ts';
import type { EncodedImage, ImageBounds, PictureResults, PictureTasks } from './picture-tasks.ts';

export type { EncodedImage } from './picture-tasks.ts';

/** Memory of a decoder process in bytes. */
const DECODER_BYTES = 250_000_000;

/** Returns the number of decoders: leaves a core; beyond two, a quarter of memory at most. */
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
  timeout: 20_000,
  retryAfter: 5,
});

/** Timeout in milliseconds for low priority while verified students wait. */
const LAST_TIMEOUT = 500;

/** Idle processes, at most one per slot of the queue. */
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
    const timer = setInterval(stopIfAwaited, LAST_TIMEOUT);
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
 * Re-encodes an upload as WebP, once per size, in a child process ({@link DecoderProcess}). Applies orientation; removes
 * EXIF, GPS and profile. First frame only, never enlarged, ignoring the declared type.
 *
 * @throws {ProblemError} `image.unreadable` if it is no such picture; `image.tooLarge` by its header; `image.costly` by
 *   decoding; `server.unavailable` if too many wait.
 */
export function encodeImage(
  bytes: Buffer,
  options: { sizes: readonly ImageBounds[]; pixelsMax: number },
  asker?: Asker,
): Promise<EncodedImage[]> {
  return ask('encodeImage', bytes, options, asker);
}

/**
 * Re-encodes a PNG or JPEG as one PNG, at most `width` wide. `webp`: also results of {@link encodeImage}.
 *
 * @throws {ProblemError} as {@link encodeImage} does; `image.unreadable` for other formats.
 */
export function encodePng(
  bytes: Buffer,
  options: { width: number; pixelsMax: number; webp?: boolean },
): Promise<EncodedImage> {
  return ask('encodePng', bytes, options);
}

/**
 * Crops a picture to this size as WebP, with lower quality above `bytesMax`.
 *
 * @throws {ProblemError} as {@link encodeImage} does.
 */
export function encodeWithin(
  bytes: Buffer,
  options: { width: number; height: number; bytesMax: number },
): Promise<Buffer> {
  return ask('encodeWithin', bytes, options);
}

/** Whether the bytes are a plain, bounded WebP of {@link encodeImage}; does not decode. */
export function isEncodedImage(bytes: Buffer, bounds: ImageBounds): Promise<boolean> {
  return ask('isEncodedImage', bytes, bounds);
}

/** Whether the bytes are a plain PNG of {@link encodePng}, without trailing data; does not decode. */
export function isEncodedPng(bytes: Buffer, width: number): Promise<boolean> {
  return ask('isEncodedPng', bytes, { width });
}
