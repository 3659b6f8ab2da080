// What the app does beside its screens: the first one does not wait for it.
import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '../platform/idle.ts';
import { ignoreSecondTaps } from '../ui/second-taps.ts';

export function begin(client: QueryClient): void {
  ignoreSecondTaps();
  // With a network nothing is read of the phone, and nothing is written before the first screen stands.
  const keep = (): void =>
    whenIdle(() => void import('./device/device.ts').then((late) => late.keepReads(client)).catch(() => {}));
  if (document.readyState === 'complete') keep();
  else window.addEventListener('load', keep);
}
