import { lateModule } from '../../ui/use-module.ts';

/** The same for screens that show it. */
export const outboxModule = lateModule(() => import('./outbox-parts.tsx'));
