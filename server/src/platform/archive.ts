import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

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
  // Heard of below; until then nobody waits for it.
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
    // A full disk ends the file first and then whatever is written to it: the first cause is the one to tell.
    await written;
    throw error;
  }
  await written;
}
