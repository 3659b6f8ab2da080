import { createReadStream, type ReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import iconv from 'iconv-lite';
import { OperatorError } from '../terminal.ts';

/**
 * Stands in a text for bytes that are none of its encoding: three noncharacters, which no document has in a row.
 * So a broken document is found by its own text, wherever that has been copied to.
 */
export const BROKEN = '\uFFFF\uFDD0\uFFFF';

/** A path or id as it can be told. */
export function showBroken(text: string): string {
  return text.replaceAll(BROKEN, '\uFFFD');
}

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

/** The files of one import, all in one encoding. */
export interface Encoding {
  /** As it was given, e.g. `utf-8`, `euc-kr`, `windows-1252`. */
  label: string;
  /** What is said of a document that has {@link BROKEN} in it. */
  refusal: string;
}

/** @throws {OperatorError} when nobody knows that encoding. */
export function readEncoding(label: string | undefined): Encoding {
  if (label === undefined)
    return {
      label: 'utf-8',
      refusal: 'is not UTF-8; --encoding euc-kr or --encoding windows-1252 reads other files',
    };
  const isKnown: boolean = isUnicode(label) || iconv.encodingExists(label);
  if (!isKnown) throw new OperatorError(`--encoding ${label} is unknown; e.g. utf-8, euc-kr or windows-1252`);
  return { label, refusal: `is not ${label}` };
}

/** Node's own decoder reads these; what it calls EUC-KR lacks most of the syllables that Korean programs know. */
function isUnicode(label: string): boolean {
  return /^utf-?(8|16le|16be)$/i.test(label);
}

/** One file as text, piece by piece; `bytesRead` is how far its reading has come. */
export interface SourceText {
  readonly bytesRead: number;
  /** Whether anything was {@link BROKEN} so far. */
  readonly isBroken: boolean;
  pieces(): AsyncGenerator<string>;
  /** What stands between its line ends; the last one may be empty. */
  lines(): AsyncGenerator<string>;
}

/** Opens a file, unpacked where its name ends with `.gz`; what is none of the encoding becomes {@link BROKEN}. */
export function openText(file: string, encoding: Encoding): SourceText {
  const stream = createReadStream(file);
  let isBroken = false;
  const pieces = async function* () {
    for await (const piece of decode(unpack(file, stream), encoding.label)) {
      isBroken ||= piece.includes(BROKEN);
      yield piece;
    }
  };
  return {
    get isBroken() {
      return isBroken;
    },
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

async function* decode(pieces: AsyncIterable<Buffer>, label: string): AsyncGenerator<string> {
  const read = isUnicode(label) ? unicodeReader(label) : otherReader(label);
  for await (const bytes of pieces) yield read(bytes);
  yield read();
}

/** Turns the next bytes into text; without bytes, what was left of the last ones. */
type Reader = (bytes?: Buffer) => string;

/** No other encoding has a replacement character of its own: each stands for bytes that are none. */
function otherReader(label: string): Reader {
  const decoder = iconv.getDecoder(label);
  return (bytes) => (bytes ? decoder.write(bytes) : (decoder.end() ?? '')).replaceAll('\uFFFD', BROKEN);
}

/**
 * The strict decoder says whether a piece is whole, the lenient one what stands in it. Where the strict one fails
 * it forgets what the piece ended with, so the next one is not believed either: a replacement character of the
 * document's own beside broken bytes counts as broken too.
 */
function unicodeReader(label: string): Reader {
  const strict = new TextDecoder(label, { fatal: true });
  const lenient = new TextDecoder(label);
  let wasBroken = false;
  return (bytes) => {
    const options = { stream: bytes !== undefined };
    const text = lenient.decode(bytes, options);
    let isBroken = false;
    try {
      strict.decode(bytes, options);
    } catch {
      isBroken = true;
    }
    const found = isBroken || wasBroken ? text.replaceAll('\uFFFD', BROKEN) : text;
    wasBroken = isBroken;
    return found;
  };
}
