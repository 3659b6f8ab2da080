import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Unsent } from '../../platform/device/database.ts';
import { sendUnsent } from '../../platform/device/send-unsent.ts';
import { endUnsent, listUnsent, putUnsent } from '../../platform/device/unsent.ts';
import { NetworkError } from '../../platform/api.ts';
import { isReached, lookForServer, onReach } from '../../platform/online.ts';
import { shownUser } from '../../platform/shown-user.ts';
import { showToast } from '../../ui/toast-store.ts';
import { sessionQuery } from '../session/session.ts';

// What one student wrote without a network, as this page shows it. The device has it; every tab of it hears of a change.

const NONE: readonly Unsent[] = [];
let shown = NONE;
let userId: string | undefined;
let client: QueryClient | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let channel: BroadcastChannel | undefined;
let sending: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Reads again what waits; where the device has no storage nothing does. */
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

/** What is not reached by then is heard of when it is. */
function sendIn(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void (isReached() && sendNow()), milliseconds);
}

/** Sends what waits, and tries again when the server says, the network is back or the page is opened. */
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
  // What was sent stands in lists of many kinds.
  await client?.invalidateQueries();
}

/** Shows and sends what the student who is signed in wrote without a network, from now on. */
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

/** Whether nothing comes or goes: where the server can be reached, who sent it is told, and tries again. */
export const isAway = async (error: unknown): Promise<boolean> =>
  error instanceof NetworkError && !(await lookForServer());

/** Keeps something to be sent once there is a network; false where the device cannot. */
export async function keepUnsent(unsent: Omit<Unsent, 'at' | 'userId'>): Promise<boolean> {
  // Another user may have signed in since it was written: it is the page's own user who wrote it.
  const owner = shownUser();
  if (userId === undefined || owner === undefined) return false;
  try {
    await putUnsent({ ...unsent, userId: owner, at: Date.now() });
  } catch {
    return false;
  }
  await announce();
  // The network may have come back while it was written.
  if (isReached()) sendIn(1_000);
  return true;
}

/** It is sent no more. */
export async function dropUnsent(unsent: Pick<Unsent, 'id' | 'at'>): Promise<void> {
  await endUnsent(unsent).catch(() => undefined);
  await announce();
}

/** A newer wish about this is sent: the older one must not come after it. Its id begins with its owner's. */
export async function forgetWish(about: string): Promise<void> {
  const waiting = shown.find(({ kind, id }) => kind === 'wish' && id.endsWith(about));
  if (waiting) await dropUnsent(waiting);
}

/** Whether anything waits. */
export const hasUnsent = (): boolean => shown.length > 0;

/** Unused for a week, Safari erases what a page keeps that is not installed: so early it is said. */
const OLD = 3 * 24 * 60 * 60_000;
export const isOld = ({ at }: Unsent): boolean => Date.now() - at > OLD;

/** What waits to be sent, the oldest first. */
export const useUnsent = (): readonly Unsent[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => NONE,
  );
