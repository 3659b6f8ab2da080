import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);
/** RFC 1952: deflate, no name, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The beginning of a text, compressed so that any end can follow. */
export interface GzipStart {
  bytes: Buffer;
  checksum: number;
  length: number;
}

/** Compresses what many texts begin with. It ends at a full flush, so what follows is compressed without it. */
export async function beginGzip(start: Buffer): Promise<GzipStart> {
  const compressed = await deflate(start, { level: 6, finishFlush: constants.Z_FULL_FLUSH });
  return { bytes: Buffer.concat([HEADER, compressed]), checksum: crc32(start), length: start.length };
}

/** The whole text as gzip: only its end is compressed here, at once, because a thread would cost five times as much. */
export function endGzip({ bytes, checksum, length }: GzipStart, end: Buffer): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, checksum), 0);
  trailer.writeUInt32LE((length + end.length) >>> 0, 4);
  return Buffer.concat([bytes, deflateRawSync(end, { level: 5 }), trailer]);
}
