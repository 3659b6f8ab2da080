import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../terminal.ts';

/** Collections of the document format, in order of references. */
export const COLLECTIONS = ['users', 'buildings', 'posts', 'replies', 'events', 'notices', 'hots'] as const;
export type Collection = (typeof COLLECTIONS)[number];

interface SourceDocument {
  /** Its path, e.g. `buildings/main-hall/posts/abc/replies/x`, or its line without an id. */
  path: string;
  fields: Record<string, unknown>;
}

/** Error of a rejected document; the message is the reported reason. */
export class Refusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Refusal';
  }
}

/** Returns the path of a document in the document database. */
export function pathOf(
  collection: Collection,
  ids: { id: string; building?: string; post?: string },
): string {
  const { id, building = '?', post = '?' } = ids;
  if (collection === 'posts') return `buildings/${building}/posts/${id}`;
  if (collection === 'replies') return `buildings/${building}/posts/${post}/replies/${id}`;
  return `${collection}/${id}`;
}

type ReadLine = SourceDocument | { path: string; refusal: Refusal };

/** A folder of JSON lines, one file per collection (`users.jsonl` or `users.jsonl.gz`). */
export class FolderSource {
  readonly size: number;
  readonly #files: ReadonlyMap<Collection, string>;
  #done = 0;
  #open: SourceText | undefined;

  private constructor(files: ReadonlyMap<Collection, string>, size: number) {
    this.#files = files;
    this.size = size;
  }

  get position(): number {
    return this.#done + (this.#open?.bytesRead ?? 0);
  }

  /** Finds the collections' files, uncompressed first; null if none. */
  static async open(folder: string, collections: readonly Collection[]): Promise<FolderSource | null> {
    const files = new Map<Collection, string>();
    let size = 0;
    for (const collection of collections)
      for (const name of [fileOf(collection), `${fileOf(collection)}${PACKED}`]) {
        const found = await stat(join(folder, name)).catch(() => null);
        if (!found || files.has(collection)) continue;
        files.set(collection, join(folder, name));
        size += found.size;
      }
    return files.size === 0 ? null : new FolderSource(files, size);
  }

  /** @throws {OperatorError} where one of the files is not UTF-8. */
  async requireUtf8(): Promise<void> {
    for (const file of this.#files.values()) await requireUtf8(file);
  }

  /** Yields the collection's documents in file order. */
  async *read(collection: Collection): AsyncGenerator<ReadLine> {
    const file = this.#files.get(collection);
    if (file === undefined) return;
    const text = openText(file);
    this.#open = text;
    let number = 0;
    for await (const line of text.lines()) {
      number += 1;
      if (line.trim() === '') continue;
      yield readLine(collection, line, `${fileOf(collection)}:${number}`);
    }
    this.#done += text.bytesRead;
    this.#open = undefined;
  }
}

/** Returns the file name of a collection. */
export function fileOf(collection: Collection): string {
  return `${collection}.jsonl`;
}

function readLine(collection: Collection, line: string, place: string): ReadLine {
  let fields: unknown;
  try {
    fields = JSON.parse(line.replace(/^\uFEFF/, ''));
  } catch {
    return { path: place, refusal: new Refusal('is not JSON') };
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return { path: place, refusal: new Refusal('is no document') };
  return (
    locate(collection, fields as Record<string, unknown>) ?? {
      path: place,
      refusal: new Refusal('has no id'),
    }
  );
}

/** Fields with a document's own and parent ids. */
const PLACES = {
  users: { id: 'userUID' },
  buildings: { id: 'id' },
  posts: { id: 'id', building: 'postBID' },
  replies: { id: 'id', building: 'replyBID', post: 'replyPID' },
  events: { id: 'id' },
  notices: { id: 'id' },
  hots: { id: 'id' },
} as const satisfies Record<Collection, { id: string; building?: string; post?: string }>;

function locate(collection: Collection, fields: Record<string, unknown>): SourceDocument | null {
  const places: { id: string; building?: string; post?: string } = PLACES[collection];
  const text = (field: string | undefined) => {
    const value = field === undefined ? undefined : fields[field];
    return typeof value === 'string' ? value : undefined;
  };
  const id = text(places.id);
  if (id === undefined) return null;
  const building = text(places.building);
  const post = text(places.post);
  const path = pathOf(collection, { id, ...(building && { building }), ...(post && { post }) });
  return { path, fields };
}

/** Returns the document with its ids set, overriding its own fields. */
export function withIds(
  collection: Collection,
  fields: Record<string, unknown>,
  ids: { id: string; building?: string | undefined; post?: string | undefined },
): Record<string, unknown> {
  const places: { id: string; building?: string; post?: string } = PLACES[collection];
  return {
    [places.id]: ids.id,
    ...fields,
    [places.id]: ids.id,
    ...(places.building && { [places.building]: ids.building }),
    ...(places.post && { [places.post]: ids.post }),
  };
}

/** Maximum characters of a document, checked while decompressing: a small `.gz` can expand to any length. */
export const DOCUMENT_MAX = 16_000_000;

/** Returns the error of a file with a longer document. */
export function tooLong(file: string, place: string): OperatorError {
  return new OperatorError(
    `${file}: ${place} is longer than ${DOCUMENT_MAX} characters, the most that is read`,
  );
}

const PACKED = '.gz';

/**
 * Checks a file, decompressed if `.gz`, before any import.
 *
 * @throws {OperatorError} if not UTF-8: likely encoding and converting command.
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

/** Guesses the encoding: UTF-16 by byte order mark, CP949 by byte pairs. */
function guessEncoding(head: Buffer, bytes: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE';
  const alone = bytes.toString('latin1').replaceAll(/[\x81-\xfe][A-Za-z\x81-\xfe]/g, '');
  // A pair may be cut at either end.
  return (alone.match(/[\x80-\xff]/g) ?? []).length <= 2 ? 'CP949' : 'WINDOWS-1252';
}

/** Text of a file in pieces; `bytesRead` is the read position. */
interface SourceText {
  readonly bytesRead: number;
  pieces(): AsyncGenerator<string>;
  /** Yields the lines; the last one may be empty. */
  lines(): AsyncGenerator<string>;
}

/** Opens a file that {@link requireUtf8} has checked, decompressed if `.gz`. */
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
  // Joins parts once: picture lines have millions of characters.
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

interface Counts {
  read: number;
  /** Added by this run. */
  new: number;
  same: number;
  /** Added with corrections. */
  corrected: number;
  refused: number;
}

export interface Remark {
  path: string;
  outcome: 'corrected' | 'refused';
  reason: string;
}

/** Counts an import's results and forwards remarks, unstored. */
export class ImportReport {
  readonly counts = Object.fromEntries(
    COLLECTIONS.map((name) => [name, { read: 0, new: 0, same: 0, corrected: 0, refused: 0 }]),
  ) as Record<Collection, Counts>;
  /** Remarks outside all collections, e.g. an unknown one. */
  outsideFormat = 0;
  readonly #remark: (remark: Remark) => void;

  constructor(remark: (remark: Remark) => void) {
    this.#remark = remark;
  }

  /** Reports a rejected document; `collection` is null outside the format. */
  refuse(collection: Collection | null, path: string, reason: string): void {
    if (collection) this.counts[collection].refused += 1;
    else this.outsideFormat += 1;
    this.#remark({ path, outcome: 'refused', reason });
  }

  add(collection: Collection, path: string, corrections: readonly string[]): void {
    this.counts[collection].new += 1;
    if (corrections.length === 0) return;
    this.counts[collection].corrected += 1;
    for (const reason of corrections) this.#remark({ path, outcome: 'corrected', reason });
  }

  /** Number of rejected documents and other values. */
  get refused(): number {
    return COLLECTIONS.reduce((sum, name) => sum + this.counts[name].refused, this.outsideFormat);
  }
}
