import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathOf, Refusal, type Collection, type SourceDocument } from './collections.ts';
import { openText, PACKED, requireUtf8, type SourceText } from './source-text.ts';

/** What a line turned out to be: a document, or why it is none. */
export type ReadLine = SourceDocument | { path: string; refusal: Refusal };

/**
 * A folder with one JSON document a line and one file a collection, `users.jsonl` or `users.jsonl.gz`; a missing
 * file is an empty collection.
 */
export class FolderSource {
  /** Bytes of all files together. */
  readonly size: number;
  readonly #files: ReadonlyMap<Collection, string>;
  #done = 0;
  #open: SourceText | undefined;

  private constructor(files: ReadonlyMap<Collection, string>, size: number) {
    this.#files = files;
    this.size = size;
  }

  /** Bytes that were read so far. */
  get position(): number {
    return this.#done + (this.#open?.bytesRead ?? 0);
  }

  /** Looks which of the collections' files are there, the plain one first; null when none is. */
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

  /** The collection's documents in the order of its file. */
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

/** The name of a collection's file. */
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

/** Which fields say where a document stands. */
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

/** The document with its place written into it, over whatever it says itself. */
export function placed(
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
