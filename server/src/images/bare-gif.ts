import { ProblemError } from '../http/problem.ts';
import { FRAMES_MAX } from './picture-bounds.ts';

/** Signature, screen size, and flags of the global colour table. */
const HEAD = 13;
const [EXTENSION, FRAME, END] = [0x21, 0x2c, 0x3b];
/** Graphic control extension: the next frame's display and transparent colour. */
const CONTROL = 0xf9;

/**
 * Reduces a GIF to its first frame, without comments and application data.
 *
 * @throws {ProblemError} `image.tooLarge` with too many frames.
 */
export function bareGif(gif: Buffer): Buffer {
  const parts = [gif.subarray(0, HEAD + coloursAt(gif, 10))];
  let frames = 0;
  for (const { kind, bytes } of blocksOf(gif)) {
    if (kind === FRAME && ++frames > FRAMES_MAX) throw new ProblemError('image.tooLarge');
    const ofFirst = (kind === FRAME && frames === 1) || (kind === EXTENSION && frames === 0);
    if (ofFirst && (kind === FRAME || bytes[1] === CONTROL)) parts.push(bytes);
  }
  return Buffer.concat([...parts, Buffer.from([END])]);
}

/** Yields frames and extensions; the last one may be truncated. */
function* blocksOf(gif: Buffer): Generator<{ kind: number; bytes: Buffer }> {
  for (let place = HEAD + coloursAt(gif, 10); place < gif.length;) {
    const kind = gif.readUInt8(place);
    if (kind !== EXTENSION && kind !== FRAME) return;
    const data = kind === EXTENSION ? place + 2 : place + 11 + coloursAt(gif, place + 9);
    const end = skipParts(gif, data);
    yield { kind, bytes: gif.subarray(place, end) };
    place = end;
  }
}

/** Returns the bytes of the colour table by these flags. */
function coloursAt(gif: Buffer, place: number): number {
  const flags = gif[place] ?? 0;
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

/** Skips sub-blocks by length; an empty one is last. */
function skipParts(gif: Buffer, from: number): number {
  let place = from;
  for (let length = gif[place] ?? 0; length > 0; length = gif[place] ?? 0) place += 1 + length;
  return place + 1;
}
