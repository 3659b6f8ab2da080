import type { Input } from './api.ts';

type View = Input<'POST /api/views'>['body'];

/** Privacy signals of a browser; `globalPrivacyControl` is not in every browser's types. */
interface PrivacySignals {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/** Reports a screen view by address pattern, unless the browser asks not to be tracked [CA-08]. May get lost. */
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
