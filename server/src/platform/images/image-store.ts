import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database, Executor } from '../database/database.ts';

/** Keeps encoded images by key, e.g. `posts/{user}/{upload}/large.webp`. Keys are made by the server only. */
export interface ImageStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when nothing is stored under the key. */
  get(key: string): Promise<Buffer | null>;
  /** Removes the key and everything below it; nothing there is no error. */
  remove(key: string): Promise<void>;
  /** Every key with an image, in order of their names; those that come or go meanwhile may be in it or not. */
  list(): AsyncIterable<string>;
}

/** The store itself failed; the message is one line for the operator, and holds no key and no secret. */
export class ImageStoreError extends Error {
  /** What is wrong: what the store answered, the store for now, or the bytes of one picture in it. */
  readonly kind: 'settings' | 'unavailable' | 'damaged';

  constructor(kind: ImageStoreError['kind'], message: string) {
    super(message);
    this.name = 'ImageStoreError';
    this.kind = kind;
  }
}

/**
 * What the store has under the key, null also where that is damaged: one such picture must not keep a backup, an export or a
 * download from all others.
 */
export async function getIntact(images: ImageStore, key: string): Promise<Buffer | null> {
  try {
    return await images.get(key);
  } catch (error) {
    if (error instanceof ImageStoreError && error.kind === 'damaged') return null;
    throw error;
  }
}

const KEY = /^[A-Za-z0-9-]+(\/[A-Za-z0-9.-]+)*$/;
/** What {@link ImageStore.put} writes before the image has its name. */
const ASIDE = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for what may be a key; no key leads out of the store. */
export function isImageKey(key: string): boolean {
  return KEY.test(key) && !key.includes('..');
}

/** Images in a folder of this machine; a file appears whole or not at all. */
export function openFolderStore(folder: string): ImageStore {
  const pathOf = (key: string) => {
    if (!isImageKey(key)) throw new Error(`not an image key: ${key}`);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const aside = `${path}.${randomUUID()}`;
      await writeFile(aside, bytes, { mode: 0o600 });
      await rename(aside, path);
    },
    async get(key) {
      return readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async remove(key) {
      // A picture that is being put into the folder meanwhile makes it "not empty" for a moment.
      await rm(pathOf(key), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
    list: () => listFolder(folder, ''),
  };
}

async function* listFolder(folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(folder, `${key}/`);
    else if (isImageKey(key) && !ASIDE.test(key)) yield key;
  }
}

/**
 * Notes what must go from the store, in the transaction that makes it superfluous: a failing store can delay
 * the removal but not lose it. The key stands for itself and everything below it. With `seconds` it is due only then:
 * so a picture is noted before it is written, and goes when nothing refers to it by that time.
 */
export async function noteImageRemoval(executor: Executor, key: string, seconds = 0): Promise<void> {
  await executor.change(
    `INSERT INTO image_removals (key, due_at) VALUES ($1, now() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at`,
    [key, seconds],
  );
}

/** Takes a note back: the key is in use. False when there is none any more, and so perhaps no picture. */
export async function cancelImageRemoval(executor: Executor, key: string): Promise<boolean> {
  return (await executor.change('DELETE FROM image_removals WHERE key = $1', [key])) === 1;
}

/** The keys that are noted, due or not. */
export async function listNotedImages(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ key: string }>('SELECT key FROM image_removals');
  return rows.map(({ key }) => key);
}

interface ImageRemovals {
  database: Database;
  images: ImageStore;
  /** Whether a row refers to the key: then the note is void. */
  isUsed: (executor: Executor, key: string) => Promise<boolean>;
}

/** Removes the pictures whose notes are due; what fails stays noted for the next time. Any process may do it. */
export async function removeNotedImages(removals: ImageRemovals): Promise<void> {
  const due = await removals.database.rows<{ key: string }>(
    'SELECT key FROM image_removals WHERE due_at <= now() ORDER BY due_at LIMIT 1000',
  );
  for (const { key } of due) await removeNotedImage(removals, key);
}

/** The same for one key; does nothing when it is not noted or not due. */
export async function removeNotedImage(
  { database, images, isUsed }: ImageRemovals,
  key: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    // Locked, so that nobody who writes this picture again is told that it is noted before it has gone.
    const noted = await transaction.first(
      'SELECT key FROM image_removals WHERE key = $1 AND due_at <= now() FOR UPDATE',
      [key],
    );
    if (!noted) return;
    if (!(await isUsed(transaction, key))) await images.remove(key);
    await cancelImageRemoval(transaction, key);
  });
}

/** So many pictures are under way at once. */
const AT_ONCE = 8;

/** Does the work for every key, a few at a time, in their order; ends with the first that fails. */
export async function eachImage(
  keys: readonly string[],
  work: (key: string) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < keys.length; from += AT_ONCE)
    await Promise.all(keys.slice(from, from + AT_ONCE).map(work));
}
