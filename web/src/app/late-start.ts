import { isInsideApp, isInstalled } from '../platform/browser.ts';

/** Offers the phone's own browser inside another app, and elsewhere the home screen. */
export async function startLate(): Promise<void> {
  if (isInsideApp(navigator.userAgent)) (await import('./outside-line.tsx')).showOutsideLine();
  else if (!isInstalled()) (await import('./install-offer.tsx')).watchForInstall(navigator.userAgent);
}
