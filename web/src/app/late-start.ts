import { isInsideApp, isInstalled } from '../lib/browser.ts';

/** Offers the phone's default browser inside another app, otherwise the home screen. */
export async function startLate(): Promise<void> {
  if (isInsideApp(navigator.userAgent)) (await import('./outside-line.tsx')).showOutsideLine();
  else if (!isInstalled()) (await import('./install-offer.tsx')).watchForInstall(navigator.userAgent);
}
