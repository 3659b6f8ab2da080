// Start-up work outside the screens; the first screen does not wait for it.
import type { QueryClient } from '@tanstack/react-query';
import { campusQuery } from '../features/campus/campus-queries.ts';
import { outboxModule } from '../features/offline/use-optimistic.ts';
import { isInsideApp, isInstalled } from '../lib/browser.ts';
import { whenIdle } from '../lib/page.ts';
import { device } from './start-gate.tsx';
import { startWorker } from './new-version.ts';

const ignore = (): void => {};

/** Starts the parts of the official edition; the beta does not load them. */
export async function startOfficial(
  client: QueryClient,
  readPush: () => Promise<{ followPush: (client: QueryClient) => unknown }> = () =>
    import('./push/follow-push.ts'),
): Promise<void> {
  const { edition } = await client.ensureQueryData(campusQuery);
  if (edition === 'official') (await readPush()).followPush(client);
}

/** Starts what follows the first screen, one part at each rest: with a network the phone's storage is not used before. */
async function beginAtRest(client: QueryClient, next: readonly string[]): Promise<void> {
  const parts = [
    // First: an opened screen waits for its files.
    () => prefetch(next),
    async () => {
      outboxModule.here = await outboxModule.read();
      outboxModule.here.followOutbox(client);
    },
    async () => (await device.read()).keepReads(client),
    () => startOfficial(client),
    startWorker,
  ];
  for (const part of parts) {
    await rest();
    await part().catch(ignore);
  }
}

const rest = () => new Promise<void>(whenIdle);

/** Fetches files that the page has not loaded. They run when needed: each style would lay out this page again. */
async function prefetch(files: readonly string[]): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  for (const href of files.filter((file) => !loaded.has(file))) {
    // Starting a request takes milliseconds.
    await rest();
    const link = Object.assign(document.createElement('link'), { rel: 'prefetch', href });
    // Vite preloads no file that a link of the page names.
    link.onload = link.onerror = () => link.remove();
    document.head.append(link);
  }
}

export function begin(client: QueryClient, next: readonly string[]): void {
  ignoreSecondTaps();
  void startLate().catch(ignore);
  const start = (): void => void beginAtRest(client, next);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start);
}

/** Offers the phone's default browser inside another app, otherwise the home screen. */
export async function startLate(): Promise<void> {
  if (isInsideApp(navigator.userAgent)) (await import('./top-line.tsx')).showOutsideLine();
  else if (!isInstalled()) (await import('./install-offer.tsx')).watchForInstall(navigator.userAgent);
}

/** Limits of a double tap, in milliseconds and pixels. */
const WITHIN = 500;
const NEAR = 24;

/** Ignores the second tap of a double tap whose first moved the target. Mouse clicks and keys count. */
function ignoreSecondTaps(): void {
  let last: { control: Element | null; event: MouseEvent } | undefined;
  const hear = (event: MouseEvent): void => {
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    const control =
      event.target.closest('label')?.control ??
      event.target.closest('a, button, input, textarea, select, summary');
    const isSecond =
      last !== undefined &&
      last.control !== control &&
      event.timeStamp - last.event.timeStamp < WITHIN &&
      Math.hypot(event.clientX - last.event.clientX, event.clientY - last.event.clientY) < NEAR &&
      (event.detail > 1 || (event instanceof PointerEvent && event.pointerType === 'touch'));
    last = { control, event };
    if (!isSecond) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('click', hear, true);
}
