import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { OperatorError } from '../terminal.ts';

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
