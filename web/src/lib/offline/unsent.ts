import type { ProblemCode } from '@madang/contract/errors';
import { type Unsent, withDatabase } from './database.ts';

/** Lease of the sending page, renewed while it sends: a frozen page never ends its lease. */
export const LEASE = 30_000;

/** Stores a pending write, replacing one with the same id. @throws if there is no space. */
export function putUnsent(unsent: Unsent): Promise<void> {
  return withDatabase(async (database) => {
    await database.put('unsent', unsent);
  });
}

/** Returns this student's pending writes, the oldest first. */
export function listUnsent(userId: string): Promise<Unsent[]> {
  return withDatabase((database) =>
    database.getAllFromIndex('unsent', 'at', IDBKeyRange.bound([userId, -Infinity], [userId, Infinity])),
  );
}

/** Deletes a pending write, or stores its refusal, unless it was dropped or replaced meanwhile. */
export function endUnsent({ id, at }: Pick<Unsent, 'id' | 'at'>, refusal?: ProblemCode): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction('unsent', 'readwrite');
    const unsent = await transaction.store.get(id);
    if (unsent?.at === at) {
      if (refusal) await transaction.store.put({ ...unsent, refusal });
      else await transaction.store.delete(id);
    }
    await transaction.done;
  });
}

/** Takes or renews the lease; false while another page holds it. A fast clock's lease still ends. */
export function takeLease(holder: string, now: number): Promise<boolean> {
  return withDatabase(async (database) => {
    const transaction = database.transaction('lease', 'readwrite');
    const lease = await transaction.store.get('sender');
    const isFree = !lease || lease.holder === holder || lease.until <= now || lease.until > now + LEASE;
    if (isFree) await transaction.store.put({ holder, until: now + LEASE }, 'sender');
    await transaction.done;
    return isFree;
  });
}

export function endLease(holder: string): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction('lease', 'readwrite');
    if ((await transaction.store.get('sender'))?.holder === holder) await transaction.store.delete('sender');
    await transaction.done;
  });
}
