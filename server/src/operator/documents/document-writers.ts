import { join } from 'node:path';
import { COLLECTIONS, type Collection } from './collections.ts';
import { fileOf } from './folder-source.ts';
import type { Document } from './from-rows.ts';
import { OutputFile } from './output-file.ts';

/** Takes an export's documents in the order of the tree: each building before its posts, each post before its replies. */
export interface DocumentWriter {
  write(collection: Collection, id: string, document: Document): Promise<void>;
  close(): Promise<void>;
  /** Takes away what it wrote. */
  discard(): Promise<void>;
}

/**
 * JSON lines, one file a collection; a document that has no field for its id gets one in front.
 *
 * @throws {OperatorError} when one of the files is there already.
 */
export async function openFolderWriter(folder: string): Promise<DocumentWriter> {
  const files = new Map<Collection, OutputFile>();
  for (const collection of COLLECTIONS)
    files.set(collection, await OutputFile.create(join(folder, fileOf(collection))));
  return {
    async write(collection, id, document) {
      const hasId = 'id' in document || collection === 'users';
      await files.get(collection)?.write(`${JSON.stringify(hasId ? document : { id, ...document })}\n`);
    },
    async close() {
      for (const file of files.values()) await file.close();
    },
    async discard() {
      for (const file of files.values()) await file.discard();
    },
  };
}

/** How deep each collection lies in the tree. */
const DEPTH: Record<Collection, number> = {
  users: 0,
  buildings: 0,
  posts: 1,
  replies: 2,
  events: 0,
  notices: 0,
  hots: 0,
};

/**
 * One JSON tree: documents by their ids, posts inside their building and replies inside their post.
 *
 * @throws {OperatorError} when the file is there already.
 */
export async function openTreeWriter(path: string): Promise<DocumentWriter> {
  const file = await OutputFile.create(path);
  /** The collections that stand open, outermost first, each with its last document, whose brace is missing. */
  const open: Collection[] = [];
  let isFirst = true;
  const closeTo = (depth: number) => '}\n}'.repeat(open.splice(depth).length);
  const openCollection = (collection: Collection, depth: number) => {
    const closing = closeTo(depth);
    open.push(collection);
    const comma = isFirst ? '' : ',';
    isFirst = false;
    return `${closing}${comma}\n${JSON.stringify(collection)}:{\n`;
  };
  await file.write('{');
  return {
    async write(collection, id, document) {
      const depth = DEPTH[collection];
      const before =
        open[depth] === collection ? `${closeTo(depth + 1)}},\n` : openCollection(collection, depth);
      await file.write(`${before}${JSON.stringify(id)}:${JSON.stringify(document).slice(0, -1)}`);
    },
    async close() {
      await file.write(`${closeTo(0)}\n}\n`);
      await file.close();
    },
    discard: () => file.discard(),
  };
}
