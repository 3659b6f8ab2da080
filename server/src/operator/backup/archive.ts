import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { OperatorError } from '../terminal.ts';

/** Adds one file of exactly `size` bytes. */
export type AddEntry = (name: string, size: number, body: Readable | Buffer) => Promise<void>;

/** A gzipped tar that only its owner can read; `write` adds the entries one after the other. */
export async function writeArchive(path: string, write: (add: AddEntry) => Promise<void>): Promise<void> {
  const packing = pack();
  const written = pipeline(packing, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
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

export interface ArchiveEntry {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Visits the entries of an archive in order; what `visit` leaves unread is skipped.
 *
 * @throws {OperatorError} when the file is cut, damaged, no archive, or holds anything but plain files.
 */
export async function readArchive(
  path: string,
  visit: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const extracting = extract();
  const read = pipeline(createReadStream(path), createGunzip(), extracting);
  read.catch(() => {});
  try {
    for await (const entry of extracting) {
      const { name, type } = entry.header;
      if (type !== 'file') throw new OperatorError(`${path}: ${name} is no plain file; this is no backup`);
      await visit({ name, bytes: entry as AsyncIterable<Uint8Array> });
      entry.resume();
    }
    await read;
  } catch (error) {
    throw isDamage(error) ? new OperatorError(`${path}: damaged, cut short or no backup`) : error;
  }
}

/** The whole entry as text. */
export async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return (await readBytes(bytes)).toString('utf8');
}

/** The whole entry. */
export async function readBytes(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Lines end with a line feed and with nothing else: other line breaks are letters of a text. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, end));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString('utf8');
}

/** What the unpacking itself reports; neither the disk's failures nor ours. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('Z_') ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /invalid tar header|unexpected end|stream was destroyed|premature(ly)? close|closed prematurely/i.test(
      error.message,
    )
  );
}
