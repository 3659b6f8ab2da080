import { isInsideApp, isInstalled } from '../platform/browser.ts';
import { ignoreSecondTaps } from '../ui/second-taps.ts';

/** Starts what no first screen waits for. */
export async function startLate(): Promise<void> {
  ignoreSecondTaps();
  if (isInsideApp(navigator.userAgent)) (await import('./outside-line.tsx')).showOutsideLine();
  else if (!isInstalled()) (await import('./install-offer.tsx')).watchForInstall(navigator.userAgent);
}
