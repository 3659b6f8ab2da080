// The store of pictures, fetched when there is a picture: most drafts have none.
const store = () => import('./blob-store.ts');

export async function readBlob(key: string): Promise<Blob | undefined> {
  return (await store()).readBlob(key);
}

export async function writeBlob(key: string, blob: Blob): Promise<void> {
  await (await store()).writeBlob(key, blob);
}

/** Takes away what lies under this key alone. */
export async function deleteBlob(key: string): Promise<void> {
  await (await store()).deleteBlob(key);
}

/** Takes away what lies under this key and below it. */
export async function deleteBlobs(key: string): Promise<void> {
  await (await store()).deleteBlobs(key);
}
