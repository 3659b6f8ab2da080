import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathOf, Refusal, type Collection, type SourceDocument } from './collections.ts';

/** What a line turned out to be: a document, or why it is none. */
export type ReadLine = SourceDocument | { path: string; refusal: Refusal };

/** A folder with one JSON document a line and one file a collection; a missing file is an empty collection. */
export class FolderSource {
  readonly folder: string;
  /** Bytes of all files together. */
  readonly size: number;
  #done = 0;
  #open: ReadStream | undefined;

  private constructor(folder: string, size: number) {
    this.folder = folder;
    this.size = size;
  }

  /** Bytes that were read so far. */
  get position(): number {
    return this.#done + (this.#open?.bytesRead ?? 0);
  }

  /** Looks which of the collections' files are there; null when none is. */
  static async open(folder: string, collections: readonly Collection[]): Promise<FolderSource | null> {
    const sizes = await Promise.all(
      collections.map((collection) =>
        stat(join(folder, fileOf(collection))).then(
          (file) => file.size,
          () => null,
        ),
      ),
    );
    if (sizes.every((size) => size === null)) return null;
    return new FolderSource(
      folder,
      sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
    );
  }

  /** The collection's documents in the order of its file. */
  async *read(collection: Collection): AsyncGenerator<ReadLine> {
    const file = join(this.folder, fileOf(collection));
    if (!(await stat(file).catch(() => null))) return;
    const stream = createReadStream(file);
    this.#open = stream;
    let number = 0;
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (line.trim() !== '') yield readLine(collection, line, `${fileOf(collection)}:${number}`);
    }
    this.#done += stream.bytesRead;
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
