import { lateModule } from '../../lib/use-module.ts';

/** Lazy module for screens that show pending writes. */
export const outboxModule = lateModule(() => import('./outbox-parts.tsx'));
