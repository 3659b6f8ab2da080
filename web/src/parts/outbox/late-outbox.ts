import { whenIdle } from '../../platform/idle.ts';
import { lateModule } from '../../ui/use-module.ts';

/** What waits for a network, fetched when the first screen stands. */
export const lateOutbox = lateModule(async () => {
  await new Promise<void>((resolve) => whenIdle(() => resolve()));
  return import('./outbox-parts.tsx');
});
