import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database, Executor } from '../database/database.ts';

/** Store of encoded images by key, e.g. `posts/{user}/{upload}/large.webp`. */
export interface ImageStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  /** Deletes the key and everything below it; idempotent. */
  remove(key: string): Promise<void>;
  /** Yields every key by name; may miss concurrent changes. */
  list(): AsyncIterable<string>;
}

export class ImageStoreError extends Error {
  /** Cause: wrong settings, a temporary failure, or a damaged picture. */
  readonly kind: 'settings' | 'unavailable' | 'damaged';

  constructor(kind: ImageStoreError['kind'], message: string) {
    super(message);
    this.name = 'ImageStoreError';
    this.kind = kind;
  }
}

/** Returns the image; null if missing or damaged, which must not fail a backup or export. */
export async function getIntact(images: ImageStore, key: string): Promise<Buffer | null> {
  try {
    return await images.get(key);
  } catch (error) {
    if (error instanceof ImageStoreError && error.kind === 'damaged') return null;
    throw error;
  }
}

const KEY = /^[A-Za-z0-9-]+(\/[A-Za-z0-9.-]+)*$/;
/** Suffix of files that {@link ImageStore.put} writes before the rename. */
const ASIDE = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the key is valid; valid keys stay inside the store. */
export function isImageKey(key: string): boolean {
  return KEY.test(key) && !key.includes('..');
}

/** Opens a store in a local folder. Files are written atomically. */
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
      // A concurrent write can make the folder briefly "not empty".
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
 * Schedules a key's removal in the transaction that makes it obsolete, surviving a failing store. With `seconds`, call
 * before writing a picture: unreferenced ones are removed.
 */
export async function noteImageRemoval(executor: Executor, key: string, seconds = 0): Promise<void> {
  await executor.change(
    `INSERT INTO image_removals (key, due_at) VALUES ($1, now() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at`,
    [key, seconds],
  );
}

/** Cancels a removal; false if none, thus perhaps no picture. */
export async function cancelImageRemoval(executor: Executor, key: string): Promise<boolean> {
  return (await executor.change('DELETE FROM image_removals WHERE key = $1', [key])) === 1;
}

/** Returns the keys of scheduled removals, due or not. */
export async function listNotedImages(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ key: string }>('SELECT key FROM image_removals');
  return rows.map(({ key }) => key);
}

interface ImageRemovals {
  database: Database;
  images: ImageStore;
  isUsed: (executor: Executor, key: string) => Promise<boolean>;
}

/** Removes due pictures, retrying failed ones later. Safe in parallel. */
export async function removeNotedImages(removals: ImageRemovals): Promise<void> {
  const due = await removals.database.rows<{ key: string }>(
    'SELECT key FROM image_removals WHERE due_at <= now() ORDER BY due_at LIMIT 1000',
  );
  for (const { key } of due) await removeNotedImage(removals, key);
}

/** Removes one picture if its removal is scheduled and due. */
export async function removeNotedImage(
  { database, images, isUsed }: ImageRemovals,
  key: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    // Locked, so that concurrent writers wait until the removal is done.
    const noted = await transaction.first(
      'SELECT key FROM image_removals WHERE key = $1 AND due_at <= now() FOR UPDATE',
      [key],
    );
    if (!noted) return;
    if (!(await isUsed(transaction, key))) await images.remove(key);
    await cancelImageRemoval(transaction, key);
  });
}

const AT_ONCE = 8;

/** Processes keys in order, some at once; rejects at the first failure. */
export async function eachImage(
  keys: readonly string[],
  work: (key: string) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < keys.length; from += AT_ONCE)
    await Promise.all(keys.slice(from, from + AT_ONCE).map(work));
}
