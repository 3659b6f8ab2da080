const DATABASE = 'drafts';
const STORE = 'images';

/** Reads a picture of an unfinished post; localStorage holds text only. */
export async function readBlob(key: string): Promise<Blob | undefined> {
  const value: unknown = await run('readonly', (store) => store.get(key) as IDBRequest<unknown>);
  return value instanceof Blob ? value : undefined;
}

export async function writeBlob(key: string, blob: Blob): Promise<void> {
  await run('readwrite', (store) => store.put(blob, key));
}

/** Deletes the blob of this key only. */
export async function deleteBlob(key: string): Promise<void> {
  await run('readwrite', (store) => store.delete(key));
}

/** Deletes the blobs of this key and below it. */
export async function deleteBlobs(key: string): Promise<void> {
  await deleteBlob(key);
  await run('readwrite', (store) => store.delete(IDBKeyRange.bound(`${key}/`, `${key}/\uffff`)));
}

/** Resolves undefined without a usable store (private windows): the draft then has no picture. */
async function run<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open();
    try {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      return await new Promise<T>((resolve, reject) => {
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
      });
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('closed'));
  });
}
