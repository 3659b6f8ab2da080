import { useSyncExternalStore } from 'react';

const FIRST_DELAY = 2_000;
const LONGEST_DELAY = 30_000;
const PATIENCE = 5_000;

/** Why the server is not reached: nothing answers, a proxy says that it rests, or something else answers in its place. */
export type Away = 'silent' | 'resting' | 'portal';

let away: Away | null = null;
let delay = FIRST_DELAY;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<(reached: boolean) => void>();

/** Whether the server answers; if not, tries again with a growing delay. */
export async function lookForServer(): Promise<boolean> {
  clearTimeout(timer);
  // Without a network the browser would only write an error to its console.
  const now = navigator.onLine ? await look() : 'silent';
  const found = now === null;
  clearTimeout(timer);
  if (found) delay = FIRST_DELAY;
  else {
    // Spread out, or a whole campus would come back in the same second.
    timer = setTimeout(() => void lookForServer(), delay * (0.5 + Math.random()));
    delay = Math.min(delay * 2, LONGEST_DELAY);
  }
  if (now !== away) {
    away = now;
    for (const listener of listeners) listener(found);
  }
  return found;
}

/** A network that asks for a login of its own answers everything with its page, or leads there. */
async function look(): Promise<Away | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch('/health/live', { cache: 'no-store', redirect: 'manual', signal });
    if (answer.status >= 500) return 'resting';
    return /json/.test(`${answer.headers.get('content-type')}`) ? null : 'portal';
  } catch {
    return 'silent';
  }
}

/** A call got no answer. */
export function noteSilence(): void {
  if (!away) void lookForServer();
}

/** Hears when the server can no longer be reached, or for another reason, and when it can again. */
export function onReach(listener: (reached: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same, for what is no part of the screen. */
export const isReached = (): boolean => away === null;

/** Why the server cannot be reached, as far as is known; null where it can. */
export function useAway(): Away | null {
  return useSyncExternalStore(
    onReach,
    () => away,
    () => null,
  );
}

/** Events of the browser are only a reason to look whether the server answers. */
export function watchNetwork(): void {
  const look = (): void => {
    delay = FIRST_DELAY;
    if (away || !navigator.onLine) void lookForServer();
  };
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  document.addEventListener('visibilitychange', look);
  // The network may have gone before this was listening.
  look();
}
