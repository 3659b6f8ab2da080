import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import parser, { type Token } from 'stream-json/parser.js';
import { OperatorError } from '../terminal.ts';
import { OutputFile } from './export.ts';
import {
  type Collection,
  COLLECTIONS,
  DOCUMENT_MAX,
  fileOf,
  openText,
  pathOf,
  withIds,
  requireUtf8,
  tooLong,
} from './source.ts';

/** Key of a document's collections in some exports; others mix fields. */
const COLLECTIONS_KEY = '__collections__';

interface Ids {
  building?: string;
  post?: string;
}

type Place =
  | { kind: 'root' }
  | { kind: 'collection'; collection: Collection; ids: Ids }
  | {
      kind: 'document';
      collection: Collection;
      ids: Ids;
      id: string;
      fields: Record<string, unknown>;
      /** Characters of its fields. */
      size: number;
      broken: string | null;
    }
  /** `__collections__` of a document: its entries belong to the surrounding document. */
  | { kind: 'layer'; of: Place };

type Keep = (value: unknown, tooDeep: boolean, size: number) => void;

type Refuse = (collection: Collection | null, path: string, reason: string) => void;

/**
 * Spreads a JSON tree into JSON lines per collection, with parents' ids. Memory never holds a document's children.
 *
 * @throws {OperatorError} if not UTF-8, no JSON object, incomplete, or with a too long document or value.
 */
export async function spreadTree(
  file: string,
  folder: string,
  refuse: Refuse,
  onProgress: (bytes: number) => void,
): Promise<void> {
  await requireUtf8(file);
  const writer = new LineWriter(file, folder);
  const text = openText(file);
  try {
    const walker = new TreeWalker(file, writer, refuse);
    // The parser buffers a token until it is complete.
    let sinceToken = 0;
    const pieces = async function* () {
      for await (const piece of text.pieces()) {
        sinceToken += piece.length;
        if (sinceToken > DOCUMENT_MAX) throw tooLong(file, `a value of ${walker.path}`);
        yield piece;
      }
    };
    const parsing = parser.asStream({ packValues: true, streamValues: false });
    await pipeline(pieces(), parsing, async (tokens: AsyncIterable<Token>) => {
      for await (const token of tokens) {
        sinceToken = 0;
        walker.take(token);
        if (!writer.hasMore) continue;
        await writer.flush();
        onProgress(text.bytesRead);
      }
    });
    if (!walker.complete) throw new OperatorError(`${file} is not JSON or ends in the middle`);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('Parser '))) throw error;
    throw new OperatorError(`${file} is not JSON or ends in the middle (${error.message})`);
  } finally {
    await writer.close();
  }
}

class TreeWalker {
  readonly #file: string;
  readonly #writer: LineWriter;
  readonly #refuse: Refuse;
  #places: Place[] = [];
  #key = '';
  /** A value being collected, to be kept or skipped. */
  #value: { assembler: TokenAssembler; keep: Keep } | undefined;
  complete = false;

  constructor(file: string, writer: LineWriter, refuse: Refuse) {
    this.#file = file;
    this.#writer = writer;
    this.#refuse = refuse;
  }

  get path(): string {
    const place = this.#document;
    return place ? pathOf(place.collection, { ...place.ids, id: place.id }) : 'the tree';
  }

  get #document() {
    return this.#places.findLast((place) => place.kind === 'document');
  }

  take(token: Token): void {
    if (this.#value) return this.#takeValue(token);
    if (token.name === 'keyValue') {
      this.#key = token.value;
      return;
    }
    if (token.name === 'endObject') return this.#leave();
    const place = this.#places.at(-1);
    if (!place) {
      if (token.name !== 'startObject' || this.complete)
        throw new OperatorError('the file is no JSON object');
      this.#places.push({ kind: 'root' });
      return;
    }
    this.#enter(place.kind === 'layer' ? place.of : place, token);
  }

  #enter(place: Place, token: Token): void {
    const key = this.#key;
    const isObject = token.name === 'startObject';
    if (key === COLLECTIONS_KEY && isObject && place.kind !== 'collection') {
      this.#places.push({ kind: 'layer', of: place });
      return;
    }
    if (place.kind === 'collection') {
      const { collection, ids } = place;
      if (isObject)
        this.#places.push({ kind: 'document', collection, ids, id: key, fields: {}, size: 0, broken: null });
      else {
        this.#refuse(collection, pathOf(collection, { ...ids, id: key }), 'is no document');
        this.#pass(token);
      }
      return;
    }
    const below = collectionBelow(place, key);
    if (below && isObject) this.#places.push({ kind: 'collection', ...below });
    else if (place.kind === 'document' && !below) this.#keepField(place, key, token);
    else {
      const reason = below
        ? 'must be an object of documents by their ids'
        : 'is no collection of this format';
      this.#refuse(
        null,
        place.kind === 'document'
          ? `${pathOf(place.collection, { ...place.ids, id: place.id })}/${key}`
          : key,
        reason,
      );
      this.#pass(token);
    }
  }

  #keepField(place: Place & { kind: 'document' }, key: string, token: Token): void {
    place.size += key.length;
    this.#read(token, (value, tooDeep, size) => {
      place.size += size;
      if (tooDeep) place.broken = `${key} is nested too deep`;
      // Defined, not assigned: the key may be `__proto__`.
      else
        Object.defineProperty(place.fields, key, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
    });
  }

  #pass(token: Token): void {
    this.#read(token, () => {});
  }

  #read(token: Token, keep: Keep): void {
    this.#value = { assembler: new TokenAssembler(), keep };
    this.#takeValue(token);
  }

  #takeValue(token: Token): void {
    if (!this.#value) return;
    const { assembler, keep } = this.#value;
    const whole = assembler.take(token);
    if ((this.#document?.size ?? 0) + assembler.size > DOCUMENT_MAX) throw tooLong(this.#file, this.path);
    if (!whole) return;
    this.#value = undefined;
    keep(whole.value, assembler.tooDeep, assembler.size);
  }

  #leave(): void {
    const place = this.#places.pop();
    if (this.#places.length === 0) this.complete = true;
    if (place?.kind !== 'document') return;
    const { collection, ids, id, fields, broken } = place;
    if (broken) return this.#refuse(collection, pathOf(collection, { ...ids, id }), broken);
    // A building that only contains posts has no document.
    if (collection === 'buildings' && Object.keys(fields).length === 0) return;
    this.#writer.add(collection, withIds(collection, fields, { ...ids, id }));
  }
}

function collectionBelow(place: Place, key: string): { collection: Collection; ids: Ids } | null {
  if (place.kind === 'root') {
    const collection = COLLECTIONS.find((name) => name === key);
    if (!collection || collection === 'posts' || collection === 'replies') return null;
    return { collection, ids: {} };
  }
  if (place.kind !== 'document') return null;
  if (place.collection === 'buildings' && key === 'posts')
    return { collection: 'posts', ids: { building: place.id } };
  if (place.collection === 'posts' && key === 'replies')
    return { collection: 'replies', ids: { ...place.ids, post: place.id } };
  return null;
}

/** Writer of JSON lines, one file per non-empty collection. */
class LineWriter {
  readonly #source: string;
  readonly #folder: string;
  readonly #files = new Map<Collection, OutputFile>();
  /** Bytes written, about as many as were read. */
  written = 0;
  readonly #waiting: { collection: Collection; text: string }[] = [];

  constructor(source: string, folder: string) {
    this.#source = source;
    this.#folder = folder;
  }

  /** Adds a document, written by {@link flush}. */
  add(collection: Collection, fields: Record<string, unknown>): void {
    const text = `${JSON.stringify(fields)}\n`;
    // Escapes can make the text longer than counted.
    if (text.length > DOCUMENT_MAX) throw tooLong(this.#source, `a document of ${collection}`);
    this.#waiting.push({ collection, text });
  }

  get hasMore(): boolean {
    return this.#waiting.length > 0;
  }

  async flush(): Promise<void> {
    for (const { collection, text } of this.#waiting.splice(0)) {
      let file = this.#files.get(collection);
      if (!file) {
        file = await OutputFile.create(join(this.#folder, fileOf(collection)));
        this.#files.set(collection, file);
      }
      await file.write(text);
      this.written += Buffer.byteLength(text);
    }
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close();
  }
}

/** Maximum nesting of a document; its times and lists need two. */
const DEPTH_MAX = 20;

type Container = Record<string, unknown> | unknown[];

/** Builds a JSON value from tokens. Objects without prototype make `__proto__` an ordinary key. */
class TokenAssembler {
  #stack: Container[] = [];
  #key: string | undefined;
  /** Number of open containers deeper than the limit. */
  #beyond = 0;
  /** Approximate characters of the value as JSON. */
  size = 0;
  /** True if the value was nested too deep and truncated. */
  tooDeep = false;

  /** Adds a token; returns the value once it is complete. */
  take(token: Token): { value: unknown } | null {
    this.size += ('value' in token && typeof token.value === 'string' ? token.value.length : 0) + 1;
    switch (token.name) {
      case 'startObject':
        return this.#open(Object.create(null) as Record<string, unknown>);
      case 'startArray':
        return this.#open([]);
      case 'endObject':
      case 'endArray':
        return this.#close();
      case 'keyValue':
        if (this.#beyond === 0) this.#key = token.value;
        return null;
      case 'numberValue':
        return this.#add(Number(token.value));
      case 'stringValue':
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return this.#add(token.value);
      default:
        return null;
    }
  }

  #open(container: Container): null {
    if (this.#beyond > 0 || this.#stack.length >= DEPTH_MAX) {
      this.#beyond += 1;
      this.tooDeep = true;
      return null;
    }
    this.#place(container);
    this.#stack.push(container);
    return null;
  }

  #close(): { value: unknown } | null {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return null;
    }
    const container = this.#stack.pop();
    return this.#stack.length === 0 ? { value: container } : null;
  }

  #add(value: unknown): { value: unknown } | null {
    if (this.#stack.length === 0) return { value };
    if (this.#beyond === 0) this.#place(value);
    return null;
  }

  #place(value: unknown): void {
    const container = this.#stack.at(-1);
    if (Array.isArray(container)) container.push(value);
    else if (container && this.#key !== undefined) container[this.#key] = value;
  }
}
