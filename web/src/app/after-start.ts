import { whenIdle } from '../platform/idle.ts';
import { ignoreSecondTaps } from '../ui/second-taps.ts';
import { placeToasts } from '../ui/toast-place.ts';
import { startWorker } from './new-version.ts';
import { fetchModule } from './routes.tsx';

/** What most users open next, wherever they are. */
const LIKELY = ['buildings/building-list', 'buildings/building', 'boards/latest', 'post/post'];

// What the app does beside its screens, fetched when the first one stands.
ignoreSecondTaps();
placeToasts();
whenIdle(() => {
  void startWorker().catch(() => undefined);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData) for (const module of LIKELY) void fetchModule(module).catch(() => undefined);
});
