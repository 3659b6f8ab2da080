import type { Input } from './api.ts';

type View = Input<'POST /api/views'>['body'];

/** What a browser says about being counted; the second is not in every browser's types. */
interface Wishes {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/**
 * Tells the server that a screen was seen: the pattern of its address and nothing else, and not even that to a
 * browser that asks not to be tracked [CA-08]. Nobody waits for it and nobody misses it: a view may get lost.
 */
export function countView(screen: View['screen']): void {
  const { doNotTrack, globalPrivacyControl }: Wishes = navigator;
  if (doNotTrack === '1' || globalPrivacyControl || !navigator.onLine) return;
  const view: View = { screen };
  try {
    navigator.sendBeacon('/api/views', new Blob([JSON.stringify(view)], { type: 'application/json' }));
  } catch {
    // A blocker may have taken the function away or made it throw; that is its right.
  }
}
