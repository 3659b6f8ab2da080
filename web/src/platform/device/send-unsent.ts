import { ApiError, call, type Input, NetworkError } from '../api.ts';
import { makeUuid } from '../make-uuid.ts';
import { uploadImage } from '../upload.ts';
import type { Unsent } from './database.ts';
import { endLease, endUnsent, listUnsent, takeLease } from './unsent.ts';

/** This page, among those that may send. */
const me = makeUuid();
/** So long nothing is tried after a call that got no answer, and where a server that fails does not say how long. */
const SOON = 5_000;
const PAUSE = 30_000;

/** What came of sending: all that can go has gone, or when it is to be tried again, in milliseconds. */
export type Outcome = { again: number | null };

/**
 * Sends what a student wrote without a network, in the order in which it was written, by one page at a time. The ids were given
 * when it was written: what the server has already counts as sent. What it refuses stays, and says why.
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
  // Where the lease ended and the lock is held, a frozen page holds it.
  else if (!(await locks.request('unsent', { ifAvailable: true }, (lock) => lock && act().then(() => true))))
    await locks.request('unsent', { steal: true }, act);
  return outcome;
}

async function sendAll(userId: string, onSent: (unsent: Unsent, answer: unknown) => void): Promise<Outcome> {
  for (const unsent of await listUnsent(userId)) {
    if (unsent.refusal) continue;
    // A page that thaws finds that another one sends now.
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

/** Sends one for its owner; the server compares the owner with the session's user. */
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

/** How long to wait after this error, null until the student signs in again; undefined for what stays refused. */
function readPause(error: unknown): number | null | undefined {
  if (error instanceof NetworkError) return SOON;
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'session.required') return null;
  // Its owner may come back before the page learns of the other user.
  if (error.code === 'session.otherUser') return PAUSE;
  if (error.retryAfter !== undefined) return error.retryAfter * 1_000;
  return error.status >= 500 ? PAUSE : undefined;
}
