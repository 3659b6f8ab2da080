import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';

/** Keeps encoded images by key, e.g. `posts/{user}/{upload}/large.webp`. Keys are made by the server only. */
export interface ImageStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when nothing is stored under the key. */
  get(key: string): Promise<Buffer | null>;
  /** Removes the key and everything below it; nothing there is no error. */
  remove(key: string): Promise<void>;
}

const KEY = /^[A-Za-z0-9-]+(\/[A-Za-z0-9.-]+)*$/;

/** Images in a folder of this machine; a file appears whole or not at all. */
export function openFolderStore(folder: string): ImageStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`not an image key: ${key}`);
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
      await rm(pathOf(key), { recursive: true, force: true });
    },
  };
}
