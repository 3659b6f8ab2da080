import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openFolderStore, type ImageStore } from '../src/images/image-store.ts';
import { parseS3Url, type S3Settings } from '../src/images/s3-settings.ts';
import { S3Store } from '../src/images/s3-store.ts';

/** Opens an empty store in this folder, or in the S3 store of the test project. */
export function openTestImages(folder: string): ImageStore {
  const url = inject('s3Url');
  return url ? new S3Store({ ...settingsOf(url), prefix: `${randomUUID()}/` }) : openFolderStore(folder);
}

/** Parses an `S3_URL` as the server does. */
export function settingsOf(url: string): S3Settings {
  const settings = parseS3Url(url);
  if (typeof settings === 'string') throw new Error(settings);
  return settings;
}

/** Returns the keys of all pictures in a store. */
export async function listKeys(images: ImageStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of images.list()) keys.push(key);
  return keys;
}
