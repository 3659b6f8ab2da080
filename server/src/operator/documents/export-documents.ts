import { dirname, join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import type { Edition } from '@madang/contract/campus/rules';
import { TICKET_BOARD } from '@madang/contract/tickets/rules';
import { NIL } from 'uuid';
import { countUsers, exportUsers } from '../../features/accounts/index.ts';
import { eventImageKey, exportEntries } from '../../features/bulletin/index.ts';
import { listBoards } from '../../features/campus/index.ts';
import {
  countPosts,
  exportHots,
  exportLikes,
  exportPosts,
  type ExportedPost,
  type TimePlace,
} from '../../features/posts/index.ts';
import { countReplies, exportReplies, type ExportedReply } from '../../features/replies/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { getIntact, type ImageStore } from '../../platform/images/image-store.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { COLLECTIONS, type Collection } from './collections.ts';
import type { DocumentWriter } from './document-writers.ts';
import {
  fromBuilding,
  fromEvent,
  fromHot,
  fromNotice,
  fromPost,
  fromReply,
  fromUser,
  imageFile,
  type DocumentTexts,
} from './from-rows.ts';
import { eventImageFile, IMAGE_FOLDER } from './images.ts';
import { writeWhole } from './output-file.ts';

/** Rows of one page; a user's page also carries everything they liked. */
const PAGE = { users: 100, posts: 200, replies: 1_000, others: 500 } as const;

export interface ExportTask {
  database: Database;
  images: ImageStore;
  campus: Campus;
  edition: Edition;
  writer: DocumentWriter;
  /** Where the folder of pictures is made. */
  imageRoot: string;
  /** How many documents were written so far. */
  onProgress: (written: number) => void;
}

export type ExportCounts = Record<Collection | 'images', number>;

/** About how many documents an export writes: what the operator wrote is not counted. */
export async function countDocuments(database: Database): Promise<number> {
  return (await countUsers(database)) + (await countPosts(database)) + (await countReplies(database));
}

/**
 * Writes everything that can be seen in the document format [EN-04], page by page: a document is as it was
 * when its page was read. Hidden posts and replies stay out, as an import would show them again.
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
      // A ticket is more than its post: `tickets export` has them.
      if (board.id === TICKET_BOARD) continue;
      await this.#write('buildings', board.id, fromBuilding(board));
      const pages = paged((after: TimePlace | undefined) =>
        exportPosts(database, board.id, after, PAGE.posts),
      );
      for await (const page of pages) await this.#posts(page);
    }
  }

  /** Replies come in the order of their posts, so the two run side by side. */
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

  /** Puts a picture of the store beside the documents; one that the store has lost or damaged is left out. */
  async #image(key: string, name: string): Promise<void> {
    const bytes = await getIntact(this.#task.images, key);
    if (!bytes) return;
    const file = join(this.#task.imageRoot, IMAGE_FOLDER, name);
    await makeFolder(dirname(file));
    await writeWhole(file, bytes);
    this.counts.images += 1;
  }
}

/** Page after page, each asked for with the last row of the one before, until one comes back empty. */
async function* paged<Row>(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  for (;;) {
    const page = await read(after);
    after = page.at(-1);
    if (!after) return;
    yield page;
  }
}
