import { isFull, type Owner, type StoredRead, withDatabase } from './database.ts';

/** Limits of a phone's store; the oldest reads are deleted first. */
export interface Bounds {
  records: number;
  bytes: number;
  /** Number of posts and replies. */
  held: number;
}

/** Store of a read; `campus` reads stay when the student signs out. */
export type Shelf = 'reads' | 'campus';

/** Makes this student the owner, and deletes another student's reads. */
export function claimReads(owner: Owner): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['owner', 'reads'], 'readwrite');
    const owners = transaction.objectStore('owner');
    const former = await owners.get('owner');
    const isSame = former?.userId === owner.userId;
    if (!isSame) await transaction.objectStore('reads').clear();
    await owners.put({ ...(isSame ? former : undefined), ...owner }, 'owner');
    await transaction.done;
  });
}

/** Deletes every student's reads; campus reads stay. */
export function eraseReads(): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['owner', 'reads'], 'readwrite');
    await Promise.all([
      transaction.objectStore('owner').clear(),
      transaction.objectStore('reads').clear(),
      transaction.done,
    ]);
  });
}

/** Returns the owner, and the stored ones of these reads. */
export function readStored(
  wanted: readonly { shelf: Shelf; key: string }[],
): Promise<{ owner: Owner | undefined; found: (StoredRead | undefined)[] }> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['owner', 'reads', 'campus']);
    const [owner, ...found] = await Promise.all([
      transaction.objectStore('owner').get('owner'),
      ...wanted.map(({ shelf, key }) => transaction.objectStore(shelf).get(key)),
    ]);
    return { owner, found };
  });
}

/**
 * Stores reads unless another tab changed the owner. Deletes the oldest beyond the bounds, or half the bounds if full. Returns
 * false if nothing was stored.
 */
export async function storeReads(
  userId: string,
  reads: readonly { shelf: Shelf; read: StoredRead }[],
  bounds: Bounds,
): Promise<boolean> {
  try {
    return await putReads(userId, reads, bounds);
  } catch (error) {
    if (!isFull(error)) throw error;
    const half = { records: bounds.records / 2, bytes: bounds.bytes / 2, held: bounds.held / 2 };
    await putReads(userId, [], half);
    return putReads(userId, reads, half);
  }
}

function putReads(
  userId: string,
  reads: readonly { shelf: Shelf; read: StoredRead }[],
  bounds: Bounds,
): Promise<boolean> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['owner', 'reads', 'campus'], 'readwrite');
    const owner = await transaction.objectStore('owner').get('owner');
    if (owner?.userId !== userId) return false;
    const own = transaction.objectStore('reads');
    await Promise.all(reads.map(({ shelf, read }) => transaction.objectStore(shelf).put(read)));
    const left = { ...bounds };
    // The index alone holds the sizes.
    for (let at = await own.index('age').openKeyCursor(null, 'prev'); at; at = await at.continue()) {
      const [, size, count] = at.key;
      left.records -= 1;
      left.bytes -= size;
      left.held -= count;
      if (Math.min(left.records, left.bytes, left.held) < 0) await own.delete(at.primaryKey);
    }
    await transaction.done;
    return true;
  });
}

/** Deletes reads of another shape, older than `oldest`, or from a future time. */
export function tidyReads(shape: string, oldest: number, newest: number): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['reads', 'campus'], 'readwrite');
    const own = transaction.objectStore('reads');
    const isOther = (key: string): boolean => !key.startsWith(shape);
    for (let at = await own.index('age').openKeyCursor(); at; at = await at.continue())
      if (at.key[0] < oldest || at.key[0] > newest || isOther(at.primaryKey)) await own.delete(at.primaryKey);
    const campus = transaction.objectStore('campus');
    for (const key of await campus.getAllKeys()) if (isOther(key)) await campus.delete(key);
    await transaction.done;
  });
}

/** Returns the ids of other users' content in the reads, without duplicates. */
export function listHeld(): Promise<string[]> {
  return withDatabase(async (database) => {
    const index = database.transaction('reads').objectStore('reads').index('holds');
    const held: string[] = [];
    for (let at = await index.openKeyCursor(null, 'nextunique'); at; at = await at.continue())
      held.push(at.key);
    return held;
  });
}

/** Changes every read with one of these ids, deleting empty ones. Returns the former reads. */
export function changeReads(
  held: readonly string[],
  change: (read: StoredRead) => StoredRead | undefined,
): Promise<StoredRead[]> {
  return withDatabase(async (database) => {
    const transaction = database.transaction('reads', 'readwrite');
    const own = transaction.store;
    const keys = new Set<string>();
    for (const id of held) for (const key of await own.index('holds').getAllKeys(id)) keys.add(key);
    const before: StoredRead[] = [];
    for (const key of keys) {
      const read = await own.get(key);
      if (!read) continue;
      before.push(read);
      const changed = change(read);
      if (changed) await own.put(changed);
      else await own.delete(key);
    }
    await transaction.done;
    return before;
  });
}
