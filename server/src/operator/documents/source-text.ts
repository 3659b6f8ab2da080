import { createReadStream, type ReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../terminal.ts';

/**
 * Characters of a document, which is held in memory: room for a picture of the greatest size in it and all texts beside. A small
 * `.gz` unfolds to any length, so it is asked while it does.
 */
export const DOCUMENT_MAX = 16_000_000;

/** What is said of a file with a longer one in it. */
export function tooLong(file: string, place: string): OperatorError {
  return new OperatorError(
    `${file}: ${place} is longer than ${DOCUMENT_MAX} characters, the most that is read`,
  );
}

/** Ends the name of a file that is unpacked while it is read. */
export const PACKED = '.gz';

/**
 * Looks through a file, unpacked where its name ends with `.gz`, before anything of it is imported.
 *
 * @throws {OperatorError} where it is not UTF-8: one line with the encoding that it seems to have, and what converts it.
 */
export async function requireUtf8(file: string): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let head: Buffer | undefined;
  for await (const bytes of unpack(file, createReadStream(file))) {
    head ??= bytes;
    try {
      decoder.decode(bytes, { stream: true });
    } catch {
      throw notUtf8(file, guessEncoding(head, bytes));
    }
  }
  try {
    decoder.decode();
  } catch {
    throw new OperatorError(`${file} ends in the middle of a character`);
  }
}

function notUtf8(file: string, encoding: string): OperatorError {
  const target = file.endsWith(PACKED) ? file.slice(0, -PACKED.length) : `${file}.utf8`;
  const read = file.endsWith(PACKED) ? `gunzip -c ${file} | iconv` : 'iconv';
  const from = file.endsWith(PACKED) ? '' : ` ${file}`;
  return new OperatorError(
    `${file} is not UTF-8; it looks like ${encoding}: ${read} -f ${encoding} -t UTF-8${from} > ${target}`,
  );
}

/** What Korean and Western programs write: UTF-16 begins with its mark, CP949 has its letters in pairs of bytes. */
function guessEncoding(head: Buffer, bytes: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE';
  const alone = bytes.toString('latin1').replaceAll(/[\x81-\xfe][A-Za-z\x81-\xfe]/g, '');
  // A pair may be cut at either end of what was read.
  return (alone.match(/[\x80-\xff]/g) ?? []).length <= 2 ? 'CP949' : 'WINDOWS-1252';
}

/** One file as text, piece by piece; `bytesRead` is how far its reading has come. */
export interface SourceText {
  readonly bytesRead: number;
  pieces(): AsyncGenerator<string>;
  /** What stands between its line ends; the last one may be empty. */
  lines(): AsyncGenerator<string>;
}

/** Opens a file that {@link requireUtf8} has looked through, unpacked where its name ends with `.gz`. */
export function openText(file: string): SourceText {
  const stream = createReadStream(file);
  const pieces = () => decode(unpack(file, stream));
  return {
    get bytesRead() {
      return stream.bytesRead;
    },
    pieces,
    lines: () => toLines(file, pieces()),
  };
}

async function* toLines(file: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  // Collected, not joined piece by piece: a line with a picture in it is millions of characters long.
  let begun: string[] = [];
  let [length, number] = [0, 1];
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    begun.push(first);
    length += first.length;
    if (length > DOCUMENT_MAX) throw tooLong(file, `line ${number}`);
    const last = others.pop();
    if (last === undefined) continue;
    yield begun.join('');
    yield* others;
    number += others.length + 1;
    begun = [last];
    length = last.length;
  }
  yield begun.join('');
}

async function* unpack(file: string, stream: ReadStream): AsyncGenerator<Buffer> {
  if (!file.endsWith(PACKED)) return yield* stream;
  const unpacked = pipeline(stream, createGunzip(), () => {});
  try {
    for await (const bytes of unpacked) yield bytes as Buffer;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE'
      ? new OperatorError(`${file} cannot be unpacked: ${message}`)
      : error;
  }
}

async function* decode(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of pieces) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}
