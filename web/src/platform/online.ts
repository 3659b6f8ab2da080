import { useSyncExternalStore } from 'react';

const FIRST_DELAY = 2_000;
const LONGEST_DELAY = 30_000;
const PATIENCE = 5_000;

let reached = true;
let delay = FIRST_DELAY;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<(reached: boolean) => void>();

/** Whether the server answers; if not, tries again with a growing delay. */
export async function lookForServer(): Promise<boolean> {
  clearTimeout(timer);
  // Without a network the browser would only write an error to its console.
  const found =
    navigator.onLine &&
    (await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }).then(
      () => true,
      () => false,
    ));
  clearTimeout(timer);
  if (found) delay = FIRST_DELAY;
  else {
    // Spread out, or a whole campus would come back in the same second.
    timer = setTimeout(() => void lookForServer(), delay * (0.5 + Math.random()));
    delay = Math.min(delay * 2, LONGEST_DELAY);
  }
  if (found !== reached) {
    reached = found;
    for (const listener of listeners) listener(found);
  }
  return found;
}

/** A call got no answer. */
export function noteSilence(): void {
  if (reached) void lookForServer();
}

/** Hears when the server can no longer be reached and when it can again. */
export function onReach(listener: (reached: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same, for what is no part of the screen. */
export const isReached = (): boolean => reached;

/** Whether the server can be reached, as far as is known. */
export function useReached(): boolean {
  return useSyncExternalStore(
    onReach,
    () => reached,
    () => true,
  );
}

/** Events of the browser are only a reason to look whether the server answers. */
export function watchNetwork(): void {
  const look = (): void => {
    delay = FIRST_DELAY;
    if (!reached || !navigator.onLine) void lookForServer();
  };
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  document.addEventListener('visibilitychange', look);
}
