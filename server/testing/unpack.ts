import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** The files of a packed archive, by their names. */
export async function unpack(body: ReadableStream | null): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const extracting = extract();
  Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
    .pipe(createGunzip())
    .pipe(extracting);
  for await (const entry of extracting) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.set(entry.header.name, Buffer.concat(chunks));
  }
  return files;
}
