import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Adds one file: a text that comes in pieces is compressed, a picture is stored as it is. */
export type AddToZip = (name: string, body: Readable | Buffer) => Promise<void>;

/**
 * Sends a zip, which every phone opens, to `destination` as fast as that takes it; `write` adds the entries one after the
 * other. A failure of either ends both, so that no half archive looks whole.
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
