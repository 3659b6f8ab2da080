import { ApiError, call, type Input, NetworkError } from '../api.ts';
import { makeUuid } from '../make-uuid.ts';
import { uploadImage } from '../upload.ts';
import type { Unsent } from './database.ts';
import { endLease, endUnsent, listUnsent, takeLease } from './unsent.ts';

/** Id of this page as a lease holder. */
const me = makeUuid();
/** Delay after a call without an answer, and after a server error without a retry time. */
const SOON = 5_000;
const PAUSE = 30_000;

/** Result of sending: milliseconds until the next try, or null if nothing more can be sent. */
export type Outcome = { again: number | null };

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
