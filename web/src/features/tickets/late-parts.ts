import { NetworkError } from '../../lib/api.ts';
import { lazyModule } from '../../lib/use-module.ts';

/** Sending of reports, and content next to the fields; loaded while the user writes. */
export const lateParts = lazyModule(() => import('./send-report.ts'));

/** Returns the same module, or rejects with a NetworkError. */
export const readParts = async () =>
  lateParts.here ?? lateParts.read().catch(() => Promise.reject(new NetworkError('not fetched')));
