import { ProblemError } from '../http/problem.ts';
import { orientationExif, readOrientation } from './orientation.ts';
import { PASSES_MAX } from './picture-bounds.ts';

const START = 0xd8;
const END = 0xd9;
const PASS = 0xda;
const COMMENT = 0xfe;
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];
const EXIF = 'Exif\0\0';

/**
 * Reduces a JPEG to pixels, colour encoding, orientation, and a colour profile below 64 KB.
 *
 * @throws {ProblemError} `image.tooLarge` with more passes than encoders make.
 */
export function bareJpeg(jpeg: Buffer): Buffer {
  const parts: Buffer[] = [];
  let [orientation, passes] = [1, 0];
  for (const { marker, bytes } of segmentsOf(jpeg)) {
    if (marker === PASS && ++passes > PASSES_MAX) throw new ProblemError('image.tooLarge');
    const text = bytes.toString('latin1', 4, 18);
    if (marker === APP1 && text.startsWith(EXIF)) orientation = readOrientation(bytes.subarray(4));
    if (isNeeded(marker, text)) parts.push(bytes);
  }
  const turned = orientation === 1 ? [] : [makeExif(orientation)];
  return Buffer.concat([jpeg.subarray(0, 2), ...turned, ...parts]);
}

function isNeeded(marker: number, text: string): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  return (
    (marker === APP0 && text.startsWith('JFIF\0')) ||
    (marker === APP2 && text === 'ICC_PROFILE\0\x01\x01') ||
    (marker === APP14 && text.startsWith('Adobe'))
  );
}

interface Segment {
  marker: number;
  /** The whole segment; a pass includes its pixels. */
  bytes: Buffer;
}

/** Yields the segments; skips bytes between them, as decoders do. */
function* segmentsOf(jpeg: Buffer): Generator<Segment> {
  let at = findMarker(jpeg, 2);
  while (at >= 0) {
    const marker = jpeg.readUInt8(at + 1);
    if (marker === START) return;
    if (marker === END) {
      yield { marker, bytes: jpeg.subarray(at, at + 2) };
      return;
    }
    if (at + 4 > jpeg.length) return;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    const next = findMarker(jpeg, end);
    const pixels = next < 0 ? jpeg.length : next;
    yield { marker, bytes: jpeg.subarray(at, marker === PASS ? pixels : end) };
    at = next;
  }
}

/** Returns the next marker's position, outside pixel data. */
function findMarker(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at >= 0 && at + 1 < jpeg.length; at = jpeg.indexOf(0xff, at + 1)) {
    const marker = jpeg.readUInt8(at + 1);
    const divides = marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (!divides) return at;
  }
  return -1;
}

function makeExif(orientation: number): Buffer {
  const body = Buffer.concat([Buffer.from(EXIF, 'latin1'), orientationExif(orientation)]);
  return Buffer.concat([Buffer.from([0xff, APP1, 0, body.length + 2]), body]);
}
