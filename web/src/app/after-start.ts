// Start-up work outside the screens; the first screen does not wait for it.
import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '../lib/idle.ts';
import { campusQuery } from '../features/campus/campus-queries.ts';
import { lateOutbox } from '../features/offline/late-outbox.ts';
import { outboxModule } from '../features/offline/outbox-module.ts';
import { ignoreSecondTaps } from '../lib/second-taps.ts';
import { placeToasts } from '../components/toast-place.ts';
import { device } from './away-line.tsx';
import { startLate } from './late-start.ts';
import { startWorker } from './new-version.ts';
import { fetchModule } from './routes.tsx';

/** Screens that most users open next. */
const LIKELY = ['places/building-list', 'places/building', 'posts/latest', 'replies/post'];

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

/** Starts after the first screen: with a network the phone's storage is not used before. */
function beginAtRest(client: QueryClient): void {
  void startWorker().catch(ignore);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData) for (const module of LIKELY) void fetchModule(module).catch(ignore);
  void outboxModule.read().then((late) => {
    lateOutbox.here = late;
    late.followOutbox(client);
  }, ignore);
  void device.read().then((late) => late.keepReads(client), ignore);
  void startOfficial(client).catch(ignore);
}

export function begin(client: QueryClient): void {
  ignoreSecondTaps();
  placeToasts();
  void startLate().catch(ignore);
  const rest = (): void => whenIdle(() => beginAtRest(client));
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest);
}
