import type { ProblemCode } from '@madang/contract/errors';
import { type Unsent, withDatabase } from './database.ts';

/** For so long one page sends, unless it says so again: a frozen one never ends what it began. */
export const LEASE = 30_000;

/** Keeps something to be sent; what has its id goes. @throws where there is no room. */
export function putUnsent(unsent: Unsent): Promise<void> {
  return withDatabase(async (database) => {
    await database.put('unsent', unsent);
  });
}

/** What this student has not sent, the oldest first. */
export function listUnsent(userId: string): Promise<Unsent[]> {
  return withDatabase((database) =>
    database.getAllFromIndex('unsent', 'at', IDBKeyRange.bound([userId, -Infinity], [userId, Infinity])),
  );
}

/** Takes one away, or notes why the server refused it, unless it was dropped or another took its place meanwhile. */
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

/** Takes the right to send, or keeps it; false while another page has it. A lease from a clock that was ahead ends as any does. */
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

/** Gives it back. */
export function endLease(holder: string): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction('lease', 'readwrite');
    if ((await transaction.store.get('sender'))?.holder === holder) await transaction.store.delete('sender');
    await transaction.done;
  });
}
