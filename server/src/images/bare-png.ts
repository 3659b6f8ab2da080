import { crc32, inflateSync } from 'node:zlib';
import { orientationExif, readOrientation } from './orientation.ts';
import { PROFILE_MAX } from './picture-bounds.ts';

const SIGNATURE = 8;
/** Bytes of a chunk's length, type and checksum. */
const FRAME = 12;
/** Chunks needed for decoding; all others are arbitrary and may decompress. */
const NEEDED: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Needed chunks and the resolution, which our encoder writes. */
const PLAIN: ReadonlySet<string> = new Set([...NEEDED, 'pHYs']);

interface Chunk {
  type: string;
  bytes: Buffer;
}

/** Yields a PNG's chunks; the last may be truncated. */
function* chunksOf(png: Buffer): Generator<Chunk> {
  for (let place = SIGNATURE, type = ''; type !== 'IEND' && place + FRAME <= png.length;) {
    type = png.toString('latin1', place + 4, place + 8);
    const bytes = png.subarray(place, place + FRAME + png.readUInt32BE(place));
    yield { type, bytes };
    place += bytes.length;
  }
}

/** Reduces a PNG to critical chunks, transparency, orientation and small profile. */
export function barePng(png: Buffer): Buffer {
  const parts = [png.subarray(0, SIGNATURE)];
  let orientation = 1;
  for (const { type, bytes } of chunksOf(png)) {
    if (type === 'eXIf') orientation = readOrientation(bytes.subarray(8, -4));
    else if (NEEDED.has(type) || (type === 'iCCP' && isSmallProfile(bytes.subarray(8, -4))))
      parts.push(bytes);
  }
  // After the header, the first chunk.
  if (orientation !== 1) parts.splice(2, 0, makeChunk('eXIf', orientationExif(orientation)));
  return Buffer.concat(parts);
}

/** Whether the bytes are a PNG with only pixels. */
export function isPlainPng(png: Buffer): boolean {
  let [length, last] = [SIGNATURE, ''];
  for (const { type, bytes } of chunksOf(png)) {
    if (!PLAIN.has(type)) return false;
    length += bytes.length;
    last = type;
  }
  return last === 'IEND' && length === png.length;
}

/** Whether a profile chunk decompresses within its limit. */
function isSmallProfile(chunk: Buffer): boolean {
  const name = chunk.indexOf(0);
  if (name < 0 || chunk.length > PROFILE_MAX) return false;
  try {
    return inflateSync(chunk.subarray(name + 2), { maxOutputLength: PROFILE_MAX }).length > 0;
  } catch {
    return false;
  }
}

function makeChunk(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(FRAME + body.length);
  chunk.writeUInt32BE(body.length);
  chunk.write(type, 4, 'latin1');
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
