import { NetworkError } from '../../platform/api.ts';
import { lateModule } from '../../ui/use-module.ts';

/** What sends a report, and what is shown beside its fields: fetched while one writes. */
export const lateParts = lateModule(() => import('./send-report.ts'));

/** The same once it is needed. */
export const readParts = async () =>
  lateParts.here ?? lateParts.read().catch(() => Promise.reject(new NetworkError('not fetched')));
