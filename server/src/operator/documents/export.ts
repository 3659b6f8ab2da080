import { once } from 'node:events';
import { rmSync, type WriteStream } from 'node:fs';
import { access, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Campus } from '@madang/campus/campus';
import type { Edition } from '@madang/contract/campus/rules';
import { TICKET_BOARD } from '@madang/contract/tickets/rules';
import { NIL } from 'uuid';
import { countUsers, exportUsers } from '../../features/accounts/index.ts';
import { eventImageKey, exportEntries } from '../../features/bulletin/index.ts';
import { listBoards } from '../../features/campus/index.ts';
import {
  countPosts,
  type ExportedPost,
  exportHots,
  exportLikes,
  exportPosts,
  type TimePlace,
} from '../../features/posts/index.ts';
import { countReplies, type ExportedReply, exportReplies } from '../../features/replies/index.ts';
import type { Database } from '../../database/database.ts';
import { makeFolder } from '../../lib/folders.ts';
import { getIntact, type ImageStore } from '../../images/image-store.ts';
import { deniedError, OperatorError } from '../terminal.ts';
import { eventImageFile, IMAGE_FOLDER } from './images.ts';
import {
  type Document,
  type DocumentTexts,
  fromBuilding,
  fromEvent,
  fromHot,
  fromNotice,
  fromPost,
  fromReply,
  fromUser,
  imageFile,
} from './rows.ts';
import { type Collection, COLLECTIONS, fileOf } from './source.ts';

/** Rows per page; a page of users includes all their likes. */
const PAGE = { users: 100, posts: 200, replies: 1_000, others: 500 } as const;

export interface ExportTask {
  database: Database;
  images: ImageStore;
  campus: Campus;
  edition: Edition;
  writer: DocumentWriter;
  /** Parent of the pictures' folder. */
  imageRoot: string;
  onProgress: (written: number) => void;
}

export type ExportCounts = Record<Collection | 'images', number>;

/** Returns the approximate number of documents; excludes operators' entries. */
export async function countDocuments(database: Database): Promise<number> {
  return (await countUsers(database)) + (await countPosts(database)) + (await countReplies(database));
}

/**
 * Exports visible content as documents [EN-04], page by page, without a common snapshot. An import would show hidden
 * content.
 */
export async function exportDocuments(task: ExportTask): Promise<ExportCounts> {
  const run = new ExportRun(task);
  await run.users();
  await run.buildings();
  await run.events();
  await run.notices();
  await run.hots();
  return run.counts;
}

class ExportRun {
  readonly counts = Object.fromEntries([...COLLECTIONS, 'images'].map((name) => [name, 0])) as ExportCounts;
  readonly #task: ExportTask;
  readonly #texts: DocumentTexts;
  #written = 0;

  constructor(task: ExportTask) {
    this.#task = task;
    const { timeZone, operatorLabel } = task.campus.settings;
    this.#texts = { timeZone, operatorLabel, official: task.edition === 'official' };
  }

  async users(): Promise<void> {
    const { database } = this.#task;
    const pages = paged((after: { id: string } | undefined) =>
      exportUsers(database, after?.id ?? NIL, PAGE.users),
    );
    for await (const page of pages) {
      const likes = await exportLikes(
        database,
        page.map(({ id }) => id),
      );
      for (const row of page)
        await this.#write('users', row.document_id, fromUser(row, likes.get(row.id) ?? []));
    }
  }

  async buildings(): Promise<void> {
    const { database } = this.#task;
    for (const board of await listBoards(database)) {
      // Tickets need more than a post; `tickets export` contains them.
      if (board.id === TICKET_BOARD) continue;
      await this.#write('buildings', board.id, fromBuilding(board));
      const pages = paged((after: TimePlace | undefined) =>
        exportPosts(database, board.id, after, PAGE.posts),
      );
      for await (const page of pages) await this.#posts(page);
    }
  }

  /** Merges posts with their replies, which have the same order. */
  async #posts(posts: readonly ExportedPost[]): Promise<void> {
    const { database } = this.#task;
    const ids = posts.map(({ id }) => id);
    const replies = paged((after: ExportedReply | undefined) =>
      exportReplies(database, ids, after, PAGE.replies),
    );
    let written = 0;
    const writeTo = async (place: number) => {
      for (; written < place; written += 1) {
        const post = posts[written];
        if (post) await this.#post(post);
      }
    };
    for await (const page of replies)
      for (const reply of page) {
        await writeTo(reply.place);
        const post = posts[reply.place - 1];
        if (post) await this.#write('replies', reply.document_id, fromReply(reply, post, this.#texts));
      }
    await writeTo(posts.length);
  }

  async #post(post: ExportedPost): Promise<void> {
    await this.#write('posts', post.document_id, fromPost(post, this.#texts));
    for (const { path } of post.pictures) await this.#image(imageFile(path), imageFile(path));
  }

  async events(): Promise<void> {
    const { database } = this.#task;
    const pages = paged((after: { id: string } | undefined) =>
      exportEntries(database, 'event', after?.id ?? NIL, PAGE.others),
    );
    for await (const page of pages)
      for (const row of page) {
        await this.#write('events', row.document_id, fromEvent(row, this.#texts));
        await this.#image(eventImageKey(row.id), eventImageFile(row.document_id));
      }
  }

  async notices(): Promise<void> {
    const { database } = this.#task;
    const pages = paged((after: { id: string } | undefined) =>
      exportEntries(database, 'notice', after?.id ?? NIL, PAGE.others),
    );
    for await (const page of pages)
      for (const row of page) await this.#write('notices', row.document_id, fromNotice(row, this.#texts));
  }

  async hots(): Promise<void> {
    const { database } = this.#task;
    const pages = paged((after: TimePlace | undefined) => exportHots(database, after, PAGE.others));
    for await (const page of pages)
      for (const row of page) await this.#write('hots', row.hot_document_id, fromHot(row, this.#texts));
  }

  async #write(collection: Collection, id: string, document: Record<string, unknown>): Promise<void> {
    await this.#task.writer.write(collection, id, document);
    this.counts[collection] += 1;
    this.#written += 1;
    if (this.#written % 100 === 0) this.#task.onProgress(this.#written);
  }

  /** Exports a picture; missing and damaged ones are omitted. */
  async #image(key: string, name: string): Promise<void> {
    const bytes = await getIntact(this.#task.images, key);
    if (!bytes) return;
    const file = join(this.#task.imageRoot, IMAGE_FOLDER, name);
    await makeFolder(dirname(file));
    await writeWhole(file, bytes);
    this.counts.images += 1;
  }
}

/** Yields pages by keyset pagination until one is empty. */
async function* paged<Row>(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  for (;;) {
    const page = await read(after);
    after = page.at(-1);
    if (!after) return;
    yield page;
  }
}

/** Writer of exported documents in tree order: parents before children. */
interface DocumentWriter {
  write(collection: Collection, id: string, document: Document): Promise<void>;
  close(): Promise<void>;
  /** Deletes its output. */
  discard(): Promise<void>;
}

/**
 * Opens a writer of JSON lines, one file per collection; adds missing ids.
 *
 * @throws {OperatorError} if a file exists.
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
 * Opens a writer of one JSON tree: buildings, posts, replies by id.
 *
 * @throws {OperatorError} if the file exists.
 */
export async function openTreeWriter(path: string): Promise<DocumentWriter> {
  const file = await OutputFile.create(path);
  /** Open collections, outermost first, without their last document's brace. */
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

/** A new private file, renamed from a temporary name when complete. Disk errors surface at the next piece. */
export class OutputFile {
  readonly #stream: WriteStream;
  readonly #path: string;
  #at: string;
  #failure: Error | undefined;

  private constructor(stream: WriteStream, path: string, aside: string) {
    this.#stream = stream;
    this.#path = path;
    this.#at = aside;
    stream.on('error', (error) => (this.#failure = error));
  }

  /** @throws {OperatorError} if the file exists or its folder is not writable. */
  static async create(path: string): Promise<OutputFile> {
    if (await exists(path)) throw new OperatorError(`${path} exists already`);
    const aside = asideOf(path);
    try {
      const file = await open(aside, 'wx', 0o600);
      return new OutputFile(file.createWriteStream({ highWaterMark: 1 << 18 }), path, aside);
    } catch (error) {
      throw outputError(error, path);
    }
  }

  async write(text: string): Promise<void> {
    this.#refuseFailed();
    if (!this.#stream.write(text)) await once(this.#stream, 'drain').catch(() => {});
    this.#refuseFailed();
  }

  async close(): Promise<void> {
    this.#stream.end();
    if (!this.#failure) await finished(this.#stream).catch(() => {});
    this.#refuseFailed();
    await rename(this.#at, this.#path);
    this.#at = this.#path;
  }

  /** Deletes the file, complete or not. */
  async discard(): Promise<void> {
    this.#stream.destroy();
    await rm(this.#at, { force: true });
  }

  #refuseFailed(): void {
    if (!this.#failure) return;
    rmSync(this.#at, { force: true });
    throw outputError(this.#failure, this.#path);
  }
}

/**
 * Writes or replaces a file atomically.
 *
 * @throws {OperatorError} when it cannot be written.
 */
export async function writeWhole(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const aside = asideOf(path);
  try {
    await writeFile(aside, content, { flag: 'wx', mode });
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw outputError(error, path);
  }
}

/** Returns a failed write's error in one line; full disks by folder. */
export function outputError(error: unknown, path: string): Error {
  if (!(error instanceof Error) || !('syscall' in error)) return error as Error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new OperatorError(`the disk of ${dirname(path)} is full; free space, or name another folder`);
  return deniedError(error as NodeJS.ErrnoException, path) ?? new OperatorError(message);
}

const asideOf = (path: string) => `${path}.${process.pid}`;

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
