import { useSyncExternalStore } from 'react';

const FIRST_DELAY = 2_000;
const LONGEST_DELAY = 30_000;
const PATIENCE = 5_000;

/** Reason the server is unreachable: no answer, a proxy's maintenance, or a captive portal. */
export type Away = 'silent' | 'resting' | 'portal';

let away: Away | null = null;
let delay = FIRST_DELAY;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<(reached: boolean) => void>();

/** Returns whether the server answers; if not, retries with a growing delay. */
export async function lookForServer(): Promise<boolean> {
  clearTimeout(timer);
  // Without a network the browser would only log an error.
  const now = navigator.onLine ? await look() : 'silent';
  const found = now === null;
  clearTimeout(timer);
  if (found) delay = FIRST_DELAY;
  else {
    // Jitter: otherwise all clients would return in the same second.
    timer = setTimeout(() => void lookForServer(), delay * (0.5 + Math.random()));
    delay = Math.min(delay * 2, LONGEST_DELAY);
  }
  if (now !== away) {
    away = now;
    for (const listener of listeners) listener(found);
  }
  return found;
}

/** Checks for the server. A captive portal answers with its login page or a redirect. */
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

/** Checks for the server after a call without an answer. */
export function noteSilence(): void {
  if (!away) void lookForServer();
}

/** Calls the listener when the server becomes unreachable or reachable, or the reason changes. */
export function onReach(listener: (reached: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server is reachable, for code outside React. */
export const isReached = (): boolean => away === null;

/** Returns why the server is unreachable, if known; null if reachable. */
export function useAway(): Away | null {
  return useSyncExternalStore(
    onReach,
    () => away,
    () => null,
  );
}

/** Checks for the server on the browser's network events, which prove nothing themselves. */
export function watchNetwork(): void {
  const look = (): void => {
    delay = FIRST_DELAY;
    if (away || !navigator.onLine) void lookForServer();
  };
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  document.addEventListener('visibilitychange', look);
  // The network may have failed before the listeners were added.
  look();
}

/** Tolerated error of a phone's clock: an answer travels for some seconds. */
const WRONG = 20_000;

/** Lead of the server's clock over this device's, in milliseconds. */
let ahead = 0;

/** Stores the server's time from an answer's Date header; ignores one that a proxy removed. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (Math.abs(at - serverNow()) > WRONG) ahead = at - Date.now();
}

/** Returns the time in milliseconds, corrected for a wrong phone clock: posts carry server time. */
export const serverNow = (): number => Date.now() + ahead;
