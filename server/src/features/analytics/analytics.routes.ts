import type { Router } from '../../platform/http/router.ts';
import { noteFault, type FaultDependencies } from './faults.ts';
import type { Tally } from './tally.ts';

/** Mounts the beacons that count views, unless the browser asks not to be counted, and faults of pages. */
export function registerAnalytics(router: Router, tally: Tally, faults: FaultDependencies): void {
  router.handle('POST /api/views', async ({ body, exchange }) => {
    const refused = exchange.header('dnt') === '1' || exchange.header('sec-gpc') === '1';
    if (!refused) tally.addView(body.screen);
  });
  router.handle('POST /api/faults', async ({ body }) => noteFault(body, faults));
}
