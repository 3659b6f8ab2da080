import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Unsent } from '../../lib/offline/database.ts';
import { sendUnsent } from '../../lib/offline/send-unsent.ts';
import { endUnsent, listUnsent, putUnsent } from '../../lib/offline/unsent.ts';
import { NetworkError } from '../../lib/api.ts';
import { isReached, lookForServer, onReach } from '../../lib/online.ts';
import { shownUser } from '../../lib/shown-user.ts';
import { showToast } from '../../lib/toast-store.ts';
import { sessionQuery } from '../session/session.ts';

// Pending writes of one student in this page, stored on the device and synchronized between tabs.

const NONE: readonly Unsent[] = [];
let shown = NONE;
let userId: string | undefined;
let client: QueryClient | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let channel: BroadcastChannel | undefined;
let sending: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Rereads the pending writes; none if the device has no storage. */
async function refresh(): Promise<void> {
  const reader = userId;
  const read = reader === undefined ? NONE : await listUnsent(reader).catch(() => NONE);
  if (reader !== userId) return;
  shown = read;
  for (const listener of listeners) listener();
}

async function announce(): Promise<void> {
  channel?.postMessage('changed');
  await refresh();
}

/** Sends after a delay. If the server is unreachable then, reconnecting triggers it. */
function sendIn(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void (isReached() && sendNow()), milliseconds);
}

/** Sends pending writes. Retries after the server's delay, on reconnection, or when the page opens. */
export const sendNow = (): Promise<void> =>
  (sending ??= sendWaiting().finally(() => {
    sending = undefined;
  }));

async function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  const sender = userId;
  if (sender === undefined || !shown.some(({ refusal }) => refusal === undefined)) return;
  let sent = 0;
  const { again } = await sendUnsent(sender, ({ kind }) => {
    if (kind !== 'wish') sent += 1;
  }).catch(() => ({ again: null }));
  if (sender !== userId) return;
  if (again !== null) sendIn(again);
  await announce();
  if (sent === 0) return;
  showToast(fillCopy(copy['outbox.sent'], { n: sent }));
  // Sent content appears in many kinds of lists.
  await client?.invalidateQueries();
}

/** Starts showing and sending the pending writes of the signed-in student. */
export function followOutbox(queries: QueryClient): void {
  client = queries;
  channel = new BroadcastChannel('outbox');
  channel.onmessage = () => void refresh();
  onReach((reached) => void (reached && sendNow()));
  const follow = (): void => {
    const session = queries.getQueryData(sessionQuery.queryKey);
    if (session?.user?.id === userId) return;
    clearTimeout(timer);
    userId = session?.user?.id;
    void refresh().then(() => (isReached() ? sendNow() : undefined));
  };
  follow();
  queries.getQueryCache().subscribe(({ query }) => void (query.queryKey[0] === 'session' && follow()));
}

/** Whether the server is unreachable; otherwise the error is shown and the user retries. */
export const isAway = async (error: unknown): Promise<boolean> =>
  error instanceof NetworkError && !(await lookForServer());

/** Stores a write until there is a network; false if the device cannot. */
export async function keepUnsent(unsent: Omit<Unsent, 'at' | 'userId'>): Promise<boolean> {
  // Another user may have signed in meanwhile: the author is the page's own user.
  const owner = shownUser();
  if (userId === undefined || owner === undefined) return false;
  try {
    await putUnsent({ ...unsent, userId: owner, at: Date.now() });
  } catch {
    return false;
  }
  await announce();
  // The network may have returned during the write.
  if (isReached()) sendIn(1_000);
  return true;
}

export async function dropUnsent(unsent: Pick<Unsent, 'id' | 'at'>): Promise<void> {
  await endUnsent(unsent).catch(() => undefined);
  await announce();
}

/** Drops an older update of this target, as it must not follow a newer one. Its id starts with the owner's. */
export async function forgetWish(about: string): Promise<void> {
  const waiting = shown.find(({ kind, id }) => kind === 'wish' && id.endsWith(about));
  if (waiting) await dropUnsent(waiting);
}

export const hasUnsent = (): boolean => shown.length > 0;

/** Age for a warning: without installation Safari deletes unused data after a week. */
const OLD = 3 * 24 * 60 * 60_000;
export const isOld = ({ at }: Unsent): boolean => Date.now() - at > OLD;

/** Returns the pending writes, the oldest first. */
export const useUnsent = (): readonly Unsent[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => NONE,
  );
