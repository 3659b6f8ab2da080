import type { ProblemCode } from '@madang/contract/errors';
import { ApiError, call, type Input, NetworkError } from '../api.ts';
import { uploadImage } from '../files.ts';
import { makeUuid } from '../request.ts';
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

function endLease(holder: string): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction('lease', 'readwrite');
    if ((await transaction.store.get('sender'))?.holder === holder) await transaction.store.delete('sender');
    await transaction.done;
  });
}

/** Id of this page as a lease holder. */
const me = makeUuid();
/** Delay after a call without an answer, and after a server error without a retry time. */
const SOON = 5_000;
const PAUSE = 30_000;

/** Result of sending: milliseconds until the next try, or null if nothing more can be sent. */
type Outcome = { again: number | null };

/**
 * Sends a student's pending writes in order, from one page at a time. A write the server already has counts as sent; a refused
 * one keeps its reason.
 */
export async function sendUnsent(
  userId: string,
  onSent: (unsent: Unsent, answer: unknown) => void,
): Promise<Outcome> {
  let outcome: Outcome = { again: PAUSE };
  const act = async (): Promise<void> => {
    try {
      outcome = await sendAll(userId, onSent);
    } finally {
      await endLease(me);
    }
  };
  const { locks } = navigator as { locks?: LockManager };
  if (!(await takeLease(me, Date.now()))) return outcome;
  if (!locks) await act();
  // If the lease ended but the lock is held, a frozen page holds it.
  else if (!(await locks.request('unsent', { ifAvailable: true }, (lock) => lock && act().then(() => true))))
    await locks.request('unsent', { steal: true }, act);
  return outcome;
}

async function sendAll(userId: string, onSent: (unsent: Unsent, answer: unknown) => void): Promise<Outcome> {
  for (const unsent of await listUnsent(userId)) {
    if (unsent.refusal) continue;
    // Another page may have taken over while this one was frozen.
    if (!(await takeLease(me, Date.now()))) return { again: PAUSE };
    try {
      const answer = await send(unsent);
      await endUnsent(unsent);
      onSent(unsent, answer);
    } catch (error) {
      const again = readPause(error);
      if (again !== undefined) return { again };
      await endUnsent(unsent, unsent.kind === 'wish' ? undefined : (error as ApiError).code);
    }
  }
  return { again: null };
}

/** Sends one write for its owner; the server compares the owner with the session's user. */
async function send({ userId, key, input, pictures }: Unsent): Promise<unknown> {
  for (const { id, bytes, type } of pictures)
    await uploadImage(id, new Blob([bytes], { type }), {
      signal: new AbortController().signal,
      userId,
      onProgress: () => {},
    });
  const reply = input as Input<'POST /api/posts/{id}/replies'>;
  return call(key as 'POST /api/posts/{id}/replies', reply, { userId });
}

/** Returns the delay after an error, null until the student signs in, undefined for final refusals. */
function readPause(error: unknown): number | null | undefined {
  if (error instanceof NetworkError) return SOON;
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'session.required') return null;
  // Its owner may return before the page detects the other user.
  if (error.code === 'session.otherUser') return PAUSE;
  if (error.retryAfter !== undefined) return error.retryAfter * 1_000;
  return error.status >= 500 ? PAUSE : undefined;
}
