// Loads the blob store on first use: most drafts have no picture.
const store = () => import('./blob-store.ts');

export async function readBlob(key: string): Promise<Blob | undefined> {
  return (await store()).readBlob(key);
}

export async function writeBlob(key: string, blob: Blob): Promise<void> {
  await (await store()).writeBlob(key, blob);
}

/** Deletes the blob of this key only. */
export async function deleteBlob(key: string): Promise<void> {
  await (await store()).deleteBlob(key);
}

/** Deletes the blobs of this key and below it. */
export async function deleteBlobs(key: string): Promise<void> {
  await (await store()).deleteBlobs(key);
}
