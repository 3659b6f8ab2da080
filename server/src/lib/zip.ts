import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { pack } from 'tar-stream';

/** Adds one file; streams are compressed, buffers (pictures) stored. */
type AddToZip = (name: string, body: Readable | Buffer) => Promise<void>;

/** Writes a zip with backpressure; `write` adds entries in turn. A failure ends both: no partial archive looks complete. */
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

/**
 * Waits for a slow client.
 *
 * @throws {Error} if it has disconnected.
 */
async function untilRoom(destination: Writable): Promise<void> {
  if (destination.writableNeedDrain && !destination.destroyed)
    await Promise.race([once(destination, 'drain'), once(destination, 'close')]);
  if (destination.destroyed)
    throw Object.assign(new Error('nobody reads it any more'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}

/** Adds one file of exactly `size` bytes. */
export type AddEntry = (name: string, size: number, body: Readable | Buffer) => Promise<void>;

/**
 * Sends a gzipped tar of private files with backpressure; `write` adds entries in turn. A failure ends both: no partial
 * archive looks complete.
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
      // As one piece: a buffer would be read byte by byte.
      await pipeline(Buffer.isBuffer(body) ? Readable.from(size === 0 ? [] : [body]) : body, entry);
    });
    packing.finalize();
  } catch (error) {
    packing.destroy(error as Error);
    // A full disk fails the file first: report that error.
    await written;
    throw error;
  }
  await written;
}
