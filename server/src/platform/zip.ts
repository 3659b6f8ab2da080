import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { pack } from 'tar-stream';

/** Adds one file; streams are compressed, buffers (pictures) stored. */
type AddToZip = (name: string, body: Readable | Buffer) => Promise<void>;

/**
 * Writes a zip to `destination` with backpressure; `write` adds the entries in turn. A failure of either ends both, so that no
 * partial archive looks complete.
 */
export async function writeZip(
  destination: Writable,
  write: (add: AddToZip) => Promise<void>,
): Promise<void> {
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    destination.write(piece);
  });
  try {
    await write(async (name, body) => {
      const entry = Buffer.isBuffer(body) ? new ZipPassThrough(name) : new ZipDeflate(name);
      zip.add(entry);
      for await (const piece of Buffer.isBuffer(body) ? [body] : body) {
        entry.push(piece as Buffer);
        await untilRoom(destination);
      }
      entry.push(new Uint8Array(0), true);
    });
    zip.end();
    destination.end();
  } catch (error) {
    destination.destroy(error as Error);
    throw error;
  }
}

/** Nothing is read ahead of a slow phone, and nothing is packed for one that has left. */
async function untilRoom(destination: Writable): Promise<void> {
  if (destination.writableNeedDrain && !destination.destroyed)
    await Promise.race([once(destination, 'drain'), once(destination, 'close')]);
  if (destination.destroyed)
    throw Object.assign(new Error('nobody reads it any more'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}

/** Adds one file of exactly `size` bytes. */
export type AddEntry = (name: string, size: number, body: Readable | Buffer) => Promise<void>;

/**
 * Sends a gzipped tar, whose files only their owner can read, to `destination` as fast as that takes it; `write`
 * adds the entries one after the other. A failure of either ends both, so that no half archive looks whole.
 */
export async function writeArchive(
  destination: Writable,
  write: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const packing = pack();
  const written = pipeline(packing, createGzip(), destination);
  // Awaited below; until then a rejection must not be unhandled.
  written.catch(() => {});
  try {
    await write(async (name, size, body) => {
      const entry = packing.entry({ name, size, mode: 0o600, mtime: new Date() });
      // As one piece: by itself a buffer would be read byte by byte.
      await pipeline(Buffer.isBuffer(body) ? Readable.from(size === 0 ? [] : [body]) : body, entry);
    });
    packing.finalize();
  } catch (error) {
    packing.destroy(error as Error);
    // A full disk fails the file first: report that error, and not the write that fails after it.
    await written;
    throw error;
  }
  await written;
}
