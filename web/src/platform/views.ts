import type { Input } from './api.ts';

type View = Input<'POST /api/views'>['body'];

/** What a browser says about being counted; the second is not in every browser's types. */
interface PrivacySignals {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/**
 * Tells the server that a screen was seen: the pattern of its address and nothing else, and not even that to a
 * browser that asks not to be tracked [CA-08]. A view may get lost.
 */
export function countView(screen: View['screen']): void {
  const { doNotTrack, globalPrivacyControl }: PrivacySignals = navigator;
  if (doNotTrack === '1' || globalPrivacyControl || !navigator.onLine) return;
  const view: View = { screen };
  try {
    navigator.sendBeacon('/api/views', new Blob([JSON.stringify(view)], { type: 'application/json' }));
  } catch {
    // A blocker may have removed the function or made it throw.
  }
}
