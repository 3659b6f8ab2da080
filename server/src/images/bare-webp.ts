import { ProblemError } from '../http/problem.ts';
import { orientationExif, readOrientation } from './orientation.ts';
import { FRAMES_MAX, PROFILE_MAX } from './picture-bounds.ts';

/** `RIFF`, the length, `WEBP`. */
const HEAD = 12;
/** Type and length before a chunk's data. */
const FRAME = 8;
const NEEDED: ReadonlySet<string> = new Set(['VP8X', 'ANIM', 'ALPH', 'VP8 ', 'VP8L']);
/** Flags of the extended header that remain valid. */
const FLAGS = { animated: 0x02, exif: 0x08, alpha: 0x10, profile: 0x20 };

/**
 * Reduces a WebP to first frame, orientation and a small colour profile.
 *
 * @throws {ProblemError} `image.tooLarge` with too many frames.
 */
export function bareWebp(webp: Buffer): Buffer {
  const parts: Buffer[] = [];
  let [orientation, frames, profile] = [1, 0, false];
  for (const { type, bytes } of chunksOf(webp)) {
    if (type === 'EXIF') orientation = readOrientation(bytes.subarray(FRAME));
    if (type === 'ANMF' && ++frames > FRAMES_MAX) throw new ProblemError('image.tooLarge');
    const small = type === 'ICCP' && bytes.length <= PROFILE_MAX;
    profile ||= small;
    if (NEEDED.has(type) || small || (type === 'ANMF' && frames === 1)) parts.push(bytes);
  }
  const head = parts[0];
  if (head?.toString('latin1', 0, 4) === 'VP8X' && head.length > FRAME) {
    // Copies the header, since the input must not change.
    const extended = Buffer.from(head);
    const kept = extended.readUInt8(FRAME) & (FLAGS.animated | FLAGS.alpha);
    const turned = orientation === 1 ? 0 : FLAGS.exif;
    extended.writeUInt8(kept | turned | (profile ? FLAGS.profile : 0), FRAME);
    parts[0] = extended;
    if (turned) parts.push(makeChunk('EXIF', orientationExif(orientation)));
  }
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]);
  return makeChunk('RIFF', body);
}

function* chunksOf(webp: Buffer): Generator<{ type: string; bytes: Buffer }> {
  for (let place = HEAD; place + FRAME <= webp.length;) {
    const length = webp.readUInt32LE(place + 4);
    const bytes = webp.subarray(place, place + FRAME + length + (length % 2));
    yield { type: webp.toString('latin1', place, place + 4), bytes };
    place += bytes.length;
  }
}

function makeChunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(FRAME);
  head.write(type, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
